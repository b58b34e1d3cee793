package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What people are told to do with the sample's configuration gives one that nginx takes:
 * the comments on TLS, and the place on a Debian machine.
 */
@Tag("nginx")
@EnabledIfInstalled({ "nginx", "openssl", "bash" })
class NginxConfigurationIT {

	private static final Path SAMPLE = Path.of(System.getProperty("nginx.conf", "../nginx/nginx.conf"))
		.toAbsolutePath()
		.normalize();

	private static final Path ROOT = SAMPLE.getParent().getParent().getParent();

	private static final Path DEBIAN = Path.of("/etc/nginx/nginx.conf");

	private static final String TEMPORARY_FOLDERS = Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
		.map((name) -> name + "_temp_path " + name + ";\n")
		.collect(Collectors.joining());

	private static final String PLAIN = "\t\tlisten 8081;\n\t\tserver_name localhost;\n";

	private static final String TLS = "\t\t# To end TLS here, write instead of the two lines above:\n\t\t#\n";

	private static final String REDIRECT = "\t\t#\n\t\t# and send everybody there from a server of its own:\n\t\t#\n";

	@TempDir
	private Path folder;

	@Test
	void theSampleEndsTlsAsItsCommentsSay() throws Exception {
		Files.createDirectory(this.folder.resolve("target"));
		Path file = this.folder.resolve("nginx.conf");
		Files.writeString(file, withCertificate(endingTls(Files.readString(SAMPLE))));

		assertThat(test(file)).contains("syntax is ok", "test is successful").doesNotContain("[emerg]", "[error]");
	}

	@Test
	void aDebianMachineHasItWhereTheDocumentPutsIt() throws Exception {
		assumeThat(DEBIAN).as("nginx is Debian's").exists();
		Path nginx = Files.createDirectories(this.folder.resolve("etc/nginx"));
		Files.createDirectory(nginx.resolve("sites-available"));
		Files.createDirectory(nginx.resolve("sites-enabled"));
		Path log = Files.createDirectories(this.folder.resolve("var/log/nginx"));
		String main = Files.readString(DEBIAN);
		assertThat(main).contains("include /etc/nginx/sites-enabled/*;", "/var/log/nginx/");
		// Modules are found by a place that -p moves; only root may make Debian's
		// temporary
		// folders.
		Files.writeString(nginx.resolve("nginx.conf"),
				main.replace("include /etc/nginx/modules-enabled/*.conf;", "")
					.replace("/etc/nginx/sites-enabled/", nginx + "/sites-enabled/")
					.replace("/var/log/nginx/", log + "/")
					.replace("/run/nginx.pid", this.folder + "/nginx.pid")
					.replace("http {\n", "http {\n" + TEMPORARY_FOLDERS));

		String commands = commands();
		assertThat(run("bash", "-euc", commands.replace("/etc/nginx/", nginx + "/"))).isEmpty();
		Path site = nginx.resolve("sites-available/storefront");
		String written = Files.readString(site);
		assertThat(written).contains("root /srv/storefront/static;", "alias /var/lib/storefront/pictures/;",
				"alias /srv/storefront/errors/;", "access_log /var/log/nginx/storefront.log storefront;",
				"server 127.0.0.1:5501 ");
		assertThat(written).doesNotContain("target/", "../");
		assertThat(nginx.resolve("sites-enabled/storefront")).isSymbolicLink().hasSameTextualContentAs(site);
		Files.writeString(site, withCertificate(endingTls(written)).replace("/var/log/nginx/", log + "/"));

		assertThat(test(nginx.resolve("nginx.conf"))).contains("syntax is ok", "test is successful")
			.doesNotContain("[emerg]", "[error]", "duplicate");
	}

	/** What the document says is typed to write the site and to turn it on. */
	private static String commands() throws IOException {
		String document = Files.readString(ROOT.resolve("docs/deploy.md"));
		int start = document.indexOf("sed -n '/# ---- From here on/");
		assertThat(start).as("the command in docs/deploy.md").isPositive();
		return document.substring(start, document.indexOf("\n```", start));
	}

	/** The file when both of its comments on TLS were followed. */
	private static String endingTls(String sample) {
		assertThat(sample).contains(PLAIN + TLS);
		int first = sample.indexOf(TLS) + TLS.length();
		int second = sample.indexOf(REDIRECT, first);
		int end = sample.indexOf("\n\n", second) + 1;
		String server = uncommented(sample.substring(first, second));
		String redirect = uncommented(sample.substring(second + REDIRECT.length(), end));
		assertThat(server).contains("listen 443 ssl http2;", "ssl_session_cache ");
		assertThat(redirect).startsWith("\t\tserver {\n").endsWith("\t\t}\n").contains("return 308 https://");
		String shop = sample.substring(sample.indexOf("\tserver {\n"));
		return sample.replace(shop, redirect + shop.replace(PLAIN, server));
	}

	private static String uncommented(String comment) {
		return comment.lines()
			.peek((line) -> assertThat(line).startsWith("\t\t# "))
			.map((line) -> line.replaceFirst("# ", ""))
			.collect(Collectors.joining("\n", "", "\n"));
	}

	/** With a certificate that there is, and ports that everybody may take. */
	private String withCertificate(String configuration) throws Exception {
		Path certificate = this.folder.resolve("certificate.pem");
		Path key = this.folder.resolve("key.pem");
		run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=shop.example.org",
				"-keyout", key.toString(), "-out", certificate.toString());
		String replaced = configuration.replace("/etc/ssl/shop.example.org.pem", certificate.toString())
			.replace("/etc/ssl/private/shop.example.org.key", key.toString());
		for (String port : List.of("443", "80")) {
			replaced = replaced.replaceAll("listen (\\[::]:)?" + port + "\\b", "listen $1" + freePort());
		}
		assertThat(replaced).doesNotContain("listen 443", "listen 80;")
			.contains(certificate.toString(), key.toString());
		return replaced;
	}

	private String test(Path file) throws Exception {
		return run(String.valueOf(Programs.find("nginx")), "-p", this.folder.toString(), "-c", file.toString(), "-e",
				"stderr", "-t");
	}

	private String run(String... command) throws Exception {
		Process process = new ProcessBuilder(command).directory(ROOT.toFile()).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(output).isZero();
		return output;
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

}
