package io.mvcbridge.samples.storefront.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Pictures as files.
 */
class PictureFolderTests {

	@TempDir
	private Path directory;

	private Path path;

	private PictureFolder folder;

	@BeforeEach
	void create() throws IOException {
		this.path = this.directory.resolve("shop/pictures");
		this.folder = new PictureFolder(this.path);
	}

	@Test
	void aFileIsNamedAfterItsContent() {
		assertThat(this.folder.file(new PictureVersion("0a1b", "image/jpeg", Instant.EPOCH)))
			.isEqualTo(this.path.resolve("0a1b.jpg"))
			.doesNotExist();
	}

	@Test
	void aPictureIsWrittenWholeAndNothingElse() throws IOException {
		Path file = this.folder.write(picture("0a1b"));

		assertThat(file).isEqualTo(this.path.resolve("0a1b.png")).hasBinaryContent(new byte[] { 1, 2, 3 });
		assertThat(this.path).isDirectoryNotContaining("glob:**.part");
	}

	@Test
	void aPictureThatIsThereIsWrittenAgain() throws IOException {
		Path file = Files.write(this.path.resolve("0a1b.png"), new byte[] { 1 });

		assertThat(this.folder.write(picture("0a1b"))).isEqualTo(file).hasBinaryContent(new byte[] { 1, 2, 3 });
	}

	@Test
	void theFolderMayBeThrownAway() throws IOException {
		Files.delete(this.path);

		assertThat(this.folder.write(picture("0a1b"))).hasBinaryContent(new byte[] { 1, 2, 3 });
	}

	@Test
	void aWebServerMayReadWhatAnyNewFileAllows() throws IOException {
		assumeThat(Files.getFileAttributeView(this.path, PosixFileAttributeView.class)).isNotNull();
		Path other = Files.createFile(this.path.resolve("other"));

		assertThat(Files.getPosixFilePermissions(this.folder.write(picture("0a1b"))))
			.isEqualTo(Files.getPosixFilePermissions(other))
			.contains(PosixFilePermission.OWNER_READ);
	}

	@Test
	void whatCannotBeWrittenLeavesNothing() throws IOException {
		Files.createDirectories(this.path.resolve("0a1b.png/in-the-way"));

		assertThat(catchThrowable(() -> this.folder.write(picture("0a1b")))).isInstanceOf(IOException.class);
		assertThat(this.path).isDirectoryNotContaining("glob:**.part");
	}

	private static ProductPicture picture(String digest) {
		return new ProductPicture(1, new byte[] { 1, 2, 3 }, "image/png", digest, Instant.EPOCH);
	}

}
