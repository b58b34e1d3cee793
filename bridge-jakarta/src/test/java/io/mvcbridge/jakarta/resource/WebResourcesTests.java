package io.mvcbridge.jakarta.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** Servlet 6.1 §4.6. */
class WebResourcesTests {

	@TempDir
	Path directory;

	private Path documentRoot;

	private final List<WebResources> opened = new ArrayList<>();

	@BeforeEach
	void makeFiles() throws IOException {
		this.documentRoot = Files.createDirectories(this.directory.resolve("root"));
		write(this.documentRoot.resolve("index.html"), "root index");
		write(this.documentRoot.resolve("css/site.css"), "root css");
		write(this.documentRoot.resolve("a b%20ü.txt"), "odd name");
		write(this.documentRoot.resolve("WEB-INF/web.xml"), "secret");
		write(this.directory.resolve("outside.txt"), "outside");
	}

	@AfterEach
	void close() {
		this.opened.forEach(WebResources::close);
	}

	private WebResources open(Path documentRoot, URL... jars) throws IOException {
		WebResources resources = WebResources.open(documentRoot, List.of(jars), List.of());
		this.opened.add(resources);
		return resources;
	}

	private URL jar(String... namesAndContents) throws IOException {
		Path jar = Files.createTempFile(this.directory, "lib", ".jar");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
			for (int i = 0; i < namesAndContents.length; i += 2) {
				out.putNextEntry(new JarEntry(namesAndContents[i]));
				out.write(namesAndContents[i + 1].getBytes(StandardCharsets.UTF_8));
				out.closeEntry();
			}
		}
		return jar.toUri().toURL();
	}

	private static void write(Path file, String content) throws IOException {
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

	private static String read(WebResource resource) throws IOException {
		assertThat(resource).isNotNull();
		try (InputStream in = resource.open()) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static String read(URL url) throws IOException {
		URLConnection connection = url.openConnection();
		connection.setUseCaches(false);
		try (InputStream in = connection.getInputStream()) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	@Test
	void aFileOfTheDocumentRootIsFound() throws IOException {
		WebResource found = open(this.documentRoot).find("/css/site.css");
		assertThat(read(found)).isEqualTo("root css");
		assertThat(read(found.url())).isEqualTo("root css");
		assertThat(found.length()).isEqualTo(8);
		assertThat(found.isDirectory()).isFalse();
		assertThat(found.path()).isEqualTo("/css/site.css");
		assertThat(found.lastModified())
			.isEqualTo(Files.getLastModifiedTime(this.documentRoot.resolve("css/site.css")).toMillis());
	}

	@Test
	void aPathIsNotDecoded() throws IOException {
		WebResources resources = open(this.documentRoot);
		assertThat(read(resources.find("/a b%20ü.txt"))).isEqualTo("odd name");
		assertThat(read(resources.find("/a b%20ü.txt").url())).isEqualTo("odd name");
		assertThat(resources.find("/css%2Fsite.css")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "//index.html, /index.html", "/./index.html, /index.html", "/css/../index.html, /index.html",
			"/css//site.css, /css/site.css", "/a/, /a", "/, /", "/a/b/../.., /", "/.hidden, /.hidden", "/..a, /..a" })
	void aPathIsMadeCanonical(String path, String canonical) {
		assertThat(WebResources.canonical(path)).isEqualTo(canonical);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/../outside.txt", "/css/../../outside.txt", "/..", "index.html", "", "/a/../../b",
			"/./../outside.txt", "/index.html\0.png" })
	void aPathThatLeadsOutIsNotFound(String path) throws IOException {
		assertThat(WebResources.canonical(path)).isNull();
		WebResources resources = open(this.documentRoot);
		assertThat(resources.find(path)).isNull();
		assertThat(resources.list(path)).isNull();
		assertThat(resources.file(path)).isNull();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "/..\\outside.txt", "/css\\..\\..\\outside.txt", "/C:/Windows", "/css/..%2f..%2foutside.txt" })
	void otherSeparatorsLeadNowhere(String path) throws IOException {
		assertThat(open(this.documentRoot).find(path)).isNull();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aLinkThatLeadsOutIsNotFound() throws IOException {
		Files.createSymbolicLink(this.documentRoot.resolve("link.txt"), this.directory.resolve("outside.txt"));
		Files.createSymbolicLink(this.documentRoot.resolve("dir"), this.directory);
		WebResources resources = open(this.documentRoot);
		assertThat(resources.find("/link.txt")).isNull();
		assertThat(resources.find("/dir/outside.txt")).isNull();
		assertThat(resources.list("/dir")).isNull();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aLinkWithinTheRootIsFollowedAndSaysWhereItLeads() throws IOException {
		Files.createSymbolicLink(this.documentRoot.resolve("style.css"), Path.of("css/site.css"));
		WebResource found = open(this.documentRoot).find("/style.css");
		assertThat(read(found)).isEqualTo("root css");
		assertThat(found.path()).isEqualTo("/css/site.css");
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void aDocumentRootMayItselfBeALink() throws IOException {
		Path link = Files.createSymbolicLink(this.directory.resolve("link"), this.documentRoot);
		assertThat(read(open(link).find("/index.html"))).isEqualTo("root index");
	}

	@Test
	void aFileIsNoDirectory() throws IOException {
		WebResources resources = open(this.documentRoot);
		assertThat(resources.find("/index.html/")).isNull();
		assertThat(resources.find("/index.html/x")).isNull();
		assertThat(resources.list("/index.html")).isNull();
	}

	@Test
	void aNameTooLongForTheFileSystemIsNotFound() throws IOException {
		assertThat(open(this.documentRoot).find("/" + "x".repeat(5000))).isNull();
	}

	@Test
	void theRootIsFoundWhereThereIsAnyPlace() throws IOException {
		assertThat(open(this.documentRoot).find("/").isDirectory()).isTrue();
		assertThat(open(null, jar("META-INF/resources/a.txt", "a")).find("/").url().toString())
			.endsWith("!/META-INF/resources/");
		assertThat(open(null).find("/")).isNull();
	}

	@Test
	void aDirectoryListsFilesAndDirectoriesOfAllPlaces() throws IOException {
		WebResources resources = open(this.documentRoot,
				jar("META-INF/resources/css/lib.css", "lib", "META-INF/resources/js/lib.js", "lib"));
		assertThat(resources.list("/")).containsExactly("/WEB-INF/", "/a b%20ü.txt", "/css/", "/index.html", "/js/");
		assertThat(resources.list("/css")).containsExactly("/css/lib.css", "/css/site.css");
		assertThat(resources.list("/css/")).containsExactly("/css/lib.css", "/css/site.css");
		assertThat(resources.list("/none")).isNull();
	}

	@Test
	void aResourceOfAJarIsFound() throws IOException {
		WebResources resources = open(null, jar("META-INF/resources/js/a b#1%.js", "lib", "other.txt", "no"));
		WebResource found = resources.find("/js/a b#1%.js");
		assertThat(read(found)).isEqualTo("lib");
		assertThat(read(found.url())).isEqualTo("lib");
		assertThat(found.length()).isEqualTo(3);
		assertThat(found.file()).isNull();
		assertThat(resources.find("/js").isDirectory()).isTrue();
		assertThat(resources.find("/js").url().toString()).endsWith("!/META-INF/resources/js/");
		assertThat(resources.find("/other.txt")).isNull();
		assertThat(resources.find("/js/none.js")).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/../../other.txt", "/..", "/js/../../x" })
	void aPathDoesNotLeadOutOfTheFolderInAJar(String path) throws IOException {
		assertThat(open(null, jar("META-INF/resources/js/a.js", "lib", "other.txt", "no")).find(path)).isNull();
	}

	@Test
	void theDocumentRootIsSearchedFirst() throws IOException {
		WebResources resources = open(this.documentRoot,
				jar("META-INF/resources/index.html", "jar index", "META-INF/resources/only.html", "jar"));
		assertThat(read(resources.find("/index.html"))).isEqualTo("root index");
		assertThat(read(resources.find("/only.html"))).isEqualTo("jar");
	}

	@Test
	void aDirectoryOfClassesCountsLikeAJar() throws IOException {
		Path classes = this.directory.resolve("classes");
		write(classes.resolve("META-INF/resources/x.txt"), "classes");
		write(classes.resolve("App.class"), "code");
		WebResources resources = open(null, classes.toUri().toURL());
		assertThat(read(resources.find("/x.txt"))).isEqualTo("classes");
		assertThat(resources.find("/App.class")).isNull();
		assertThat(resources.file("/x.txt")).isEqualTo(classes.resolve("META-INF/resources/x.txt"));
	}

	@Test
	void aJarOrDirectoryWithoutResourcesIsLeftOut() throws IOException {
		WebResources resources = open(null, jar("a.txt", "a"), this.directory.toUri().toURL());
		assertThat(resources.find("/")).isNull();
		assertThat(resources.list("/")).isNull();
	}

	@Test
	void aJarUrlIsTakenAsItIs() throws IOException {
		URL jar = jar("BOOT-INF/classes/META-INF/resources/x.txt", "nested folder", "META-INF/resources/y.txt", "top");
		WebResources resources = open(null, new URL("jar:" + jar + "!/"),
				new URL("jar:" + jar + "!/BOOT-INF/classes/"));
		assertThat(read(resources.find("/y.txt"))).isEqualTo("top");
		assertThat(read(resources.find("/x.txt"))).isEqualTo("nested folder");
	}

	@Test
	void aJarInsideAnotherIsOpenedByTheHandlerOfItsUrl() throws IOException {
		URL real = new URL("jar:" + jar("META-INF/resources/x y.txt", "inner") + "!/");
		URL nested = new URL("jar", "", -1, "nested:/app.jar/!lib/inner.jar!/", new URLStreamHandler() {

			@Override
			protected URLConnection openConnection(URL url) throws IOException {
				String entry = url.toString().substring("jar:nested:/app.jar/!lib/inner.jar!/".length());
				return new URL(real, entry).openConnection();
			}

		});
		WebResource found = open(null, nested).find("/x y.txt");
		assertThat(read(found)).isEqualTo("inner");
		assertThat(found.url().toString())
			.isEqualTo("jar:nested:/app.jar/!lib/inner.jar!/META-INF/resources/x%20y.txt");
		assertThat(read(found.url())).isEqualTo("inner");
	}

	@Test
	void aWarFileCanBeTheDocumentRoot() throws Exception {
		Path war = Path.of(jar("index.html", "war index", "WEB-INF/web.xml", "secret").toURI());
		WebResources resources = open(war);
		assertThat(read(resources.find("/index.html"))).isEqualTo("war index");
		assertThat(resources.list("/")).containsExactly("/WEB-INF/", "/index.html");
		assertThat(resources.file("/index.html")).isNull();
	}

	@Test
	void aDocumentRootThatIsNotThereIsAnError() {
		Path missing = this.directory.resolve("missing");
		assertThatIOException().isThrownBy(() -> open(missing)).withMessageContaining(missing.toString());
	}

	@Test
	void aJarThatCannotBeReadIsAnErrorThatNamesIt() throws IOException {
		Path broken = this.directory.resolve("broken.jar");
		Files.writeString(broken, "no zip");
		URL url = broken.toUri().toURL();
		assertThatIOException().isThrownBy(() -> open(null, url)).withMessageContaining("broken.jar");
	}

	@Test
	void aFileThatDoesNotExistHasAPlaceInTheDocumentRoot() throws IOException {
		assertThat(open(this.documentRoot).file("/new/file.txt"))
			.isEqualTo(this.documentRoot.toAbsolutePath().resolve("new/file.txt"));
		assertThat(open(null).file("/new/file.txt")).isNull();
	}

	@Test
	void hiddenPathsAreNotFound() throws IOException {
		write(this.documentRoot.resolve("org/springframework/boot/loader/Launcher.class"), "code");
		write(this.documentRoot.resolve("org/springframework/bootstrap.txt"), "no loader");
		try (WebResources resources = WebResources.open(this.documentRoot, List.of(),
				List.of("/org/springframework/boot"))) {
			assertThat(resources.find("/org/springframework/boot/loader/Launcher.class")).isNull();
			assertThat(resources.find("/org/springframework/boot")).isNull();
			assertThat(resources.file("/org/springframework/boot/x")).isNull();
			assertThat(resources.list("/org/springframework/boot")).isNull();
			assertThat(resources.list("/org/springframework")).containsExactly("/org/springframework/bootstrap.txt");
		}
	}

	@Test
	void closingReleasesTheJars() throws Exception {
		URL url = jar("META-INF/resources/x.txt", "x");
		WebResources resources = WebResources.open(null, List.of(url), List.of());
		WebResource found = resources.find("/x.txt");
		resources.close();
		assertThat(org.assertj.core.api.Assertions.catchThrowable(found::open)).isNotNull();
		Files.delete(Path.of(url.toURI()));
	}

	@Test
	void aResourceIsReadWhileItGrows() throws IOException {
		WebResource found = open(this.documentRoot).find("/index.html");
		try (OutputStream out = Files.newOutputStream(this.documentRoot.resolve("index.html"),
				java.nio.file.StandardOpenOption.APPEND)) {
			out.write(new byte[100]);
		}
		var copy = new java.io.ByteArrayOutputStream();
		ResourceServlet.copy(found, 0, found.length(), copy);
		assertThat(copy.toString(StandardCharsets.UTF_8)).isEqualTo("root index");
	}

	@Test
	void aResourceThatBecameShorterIsAnError() throws IOException {
		WebResource found = open(this.documentRoot).find("/index.html");
		Files.writeString(this.documentRoot.resolve("index.html"), "root");
		assertThatIOException()
			.isThrownBy(() -> ResourceServlet.copy(found, 0, found.length(), OutputStream.nullOutputStream()))
			.withMessageContaining("/index.html has become 6 bytes shorter");
	}

}
