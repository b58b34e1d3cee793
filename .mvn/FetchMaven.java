import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Fetches a pinned Maven for {@code mvnw} and {@code mvnw.cmd}. Written in Java because a
 * JDK is all that a fresh machine has to have. Arguments: download base, version, expected
 * SHA-512 of the zip file, target folder. Leaves the target folder complete or not at all.
 */
public final class FetchMaven {

	public static void main(String[] args) throws Exception {
		String base = args[0];
		String version = args[1];
		String expected = args[2];
		Path home = Path.of(args[3]);
		Files.createDirectories(home.getParent());
		Path work = Files.createTempDirectory(home.getParent(), "maven-");
		try {
			install(base, version, expected, work, home);
		}
		finally {
			delete(work);
		}
	}

	private static void install(String base, String version, String expected, Path work, Path home) throws Exception {
		Path zip = work.resolve("maven.zip");
		URI uri = URI.create(base + "/maven-3/" + version + "/binaries/apache-maven-" + version + "-bin.zip");
		System.err.println("mvnw: no Maven 3.8 or newer found, fetching " + uri);
		String actual = download(uri, zip);
		if (!actual.equalsIgnoreCase(expected)) {
			throw new IOException("The file at " + uri + " has the SHA-512 " + actual + " but " + expected
					+ " is expected: it was deleted, nothing was installed");
		}
		unpack(zip, work);
		Path unpacked = work.resolve("apache-maven-" + version);
		unpacked.resolve("bin").resolve("mvn").toFile().setExecutable(true, false);
		try {
			Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			// Another build may have installed the same version meanwhile.
			if (!Files.isDirectory(home)) {
				throw ex;
			}
		}
	}

	private static void delete(Path folder) throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
	}

	private static String download(URI uri, Path file) throws Exception {
		HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
		HttpResponse<InputStream> response = client.send(HttpRequest.newBuilder(uri).build(),
				HttpResponse.BodyHandlers.ofInputStream());
		if (response.statusCode() != 200) {
			throw new IOException(uri + " answered with status " + response.statusCode()
					+ ": install Maven 3.8 or newer, or set MVNW_DIST to a mirror of that archive");
		}
		MessageDigest sha512 = MessageDigest.getInstance("SHA-512");
		try (InputStream in = new DigestInputStream(response.body(), sha512);
				OutputStream out = Files.newOutputStream(file)) {
			in.transferTo(out);
		}
		return HexFormat.of().formatHex(sha512.digest());
	}

	private static void unpack(Path zip, Path target) throws IOException {
		try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
			for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
				Path file = target.resolve(entry.getName()).normalize();
				if (!file.startsWith(target)) {
					throw new IOException("Entry outside the archive's folder: " + entry.getName());
				}
				if (entry.isDirectory()) {
					Files.createDirectories(file);
				}
				else {
					Files.createDirectories(file.getParent());
					Files.copy(in, file);
				}
			}
		}
	}

}
