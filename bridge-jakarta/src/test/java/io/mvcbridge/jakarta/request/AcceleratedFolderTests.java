package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Which files a proxy can send, and how it is told of them. */
class AcceleratedFolderTests {

	@TempDir
	private Path directory;

	private Path root;

	private AcceleratedFolder folder;

	@BeforeEach
	void create() throws IOException {
		this.root = Files.createDirectory(this.directory.resolve("root"));
		this.folder = new AcceleratedFolder(this.root, "/internal/");
	}

	@Test
	void aFileIsNamedBelowThePrefix() throws IOException {
		Files.createDirectories(this.root.resolve("a/b"));
		assertThat(this.folder.locationOf(file("a/b/page.html"))).isEqualTo("/internal/a/b/page.html");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			value = { "a b.txt | a%20b.txt", "100%.txt | 100%25.txt", "%2e%2e.txt | %252e%252e.txt",
					"who?.txt | who%3F.txt", "c#.txt | c%23.txt", "a+b;c=d&e.txt | a+b;c=d&e.txt",
					"\"it's \"\"it\"\".txt\" | it's%20%22it%22.txt", "[1]{2}.txt | %5B1%5D%7B2%7D.txt",
					"back\\slash.txt | back%5Cslash.txt", "töpfe.txt | t%C3%B6pfe.txt",
					"\uD83C\uDFFA.txt | %F0%9F%8F%BA.txt", "..hidden | ..hidden" })
	void aNameIsEncodedOctetByOctet(String name, String encoded) throws IOException {
		assertThat(this.folder.locationOf(file(name))).isEqualTo("/internal/" + encoded);
	}

	@Test
	void aLineBreakInANameDoesNotBreakTheField() throws IOException {
		assertThat(this.folder.locationOf(file("a\r\nb.txt"))).isEqualTo("/internal/a%0D%0Ab.txt");
	}

	@Test
	void aFileOutsideIsNone() throws IOException {
		Path outside = Files.createFile(this.directory.resolve("secret.txt"));
		assertThat(this.folder.locationOf(outside)).isNull();
		assertThat(this.folder.locationOf(this.root.resolve("../secret.txt"))).isNull();
	}

	@Test
	void aFolderWhoseNameBeginsAlikeIsOutside() throws IOException {
		Path sibling = Files.createDirectory(this.directory.resolve("root-of-others"));
		assertThat(this.folder.locationOf(Files.createFile(sibling.resolve("a.txt")))).isNull();
	}

	@Test
	void aLinkToAFileOutsideIsNone() throws IOException {
		Path outside = Files.createFile(this.directory.resolve("secret.txt"));
		Path link = Files.createSymbolicLink(this.root.resolve("link.txt"), outside);
		assertThat(this.folder.locationOf(link)).isNull();
	}

	@Test
	void aLinkToAFileInsideIsNamedByWhereItLeads() throws IOException {
		Path link = Files.createSymbolicLink(this.directory.resolve("link.txt"), file("page.html"));
		assertThat(this.folder.locationOf(link)).isEqualTo("/internal/page.html");
	}

	@Test
	void theFolderMayBeALinkItself() throws IOException {
		file("page.html");
		Path link = Files.createSymbolicLink(this.directory.resolve("current"), this.root);
		AcceleratedFolder linked = new AcceleratedFolder(link, "/internal/");
		assertThat(linked.locationOf(link.resolve("page.html"))).isEqualTo("/internal/page.html");
		assertThat(linked.locationOf(this.root.resolve("page.html"))).isEqualTo("/internal/page.html");
	}

	@Test
	void aFolderIsNoFile() throws IOException {
		assertThat(this.folder.locationOf(Files.createDirectory(this.root.resolve("a")))).isNull();
		assertThat(this.folder.locationOf(this.root)).isNull();
	}

	@Test
	void aFileThatIsNotThereIsNone() {
		assertThat(this.folder.locationOf(this.root.resolve("gone.txt"))).isNull();
	}

	@Test
	void theFolderMustExist() {
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> new AcceleratedFolder(this.directory.resolve("none"), "/internal/"));
	}

	@Test
	void theFolderMustBeOne() throws IOException {
		Path file = file("page.html");
		assertThatExceptionOfType(NotDirectoryException.class)
			.isThrownBy(() -> new AcceleratedFolder(file, "/internal/"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/internal/", "/a/b.c/", "/_files~1/", "/.well/" })
	void aPrefixIsTheUriOfALocation(String prefix) throws IOException {
		assertThat(new AcceleratedFolder(this.root, prefix).locationOf(file("a.txt"))).isEqualTo(prefix + "a.txt");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "//", "internal", "/internal", "internal/", "/in ternal/", "/in?ternal/",
			"/in%74ernal/", "/internal/../", "/./", "/a//b/", "@internal/", "/intern\u00e4l/", "/a\r\nSet-Cookie:b/" })
	void aPrefixThatIsNoLocationIsRefused(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> new AcceleratedFolder(this.root, prefix))
			.withMessageContaining("begins and ends with a slash");
	}

	private Path file(String name) throws IOException {
		return Files.createFile(this.root.resolve(name));
	}

}
