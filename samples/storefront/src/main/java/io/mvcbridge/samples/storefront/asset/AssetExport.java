package io.mvcbridge.samples.storefront.asset;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.mvcbridge.samples.storefront.StorefrontApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/**
 * Writes the assets into a folder, for a web server that sends them without asking the
 * application. Starts the application, asks for each by its name and by the name that
 * pages link, and keeps what was answered: the bytes, with {@code .gz} beside them if
 * they came compressed, and the date.
 */
public final class AssetExport {

	private static final Map<String, String> PLACES = Map.of("classpath:/static/", "/",
			"classpath*:/META-INF/resources/webjars/", "/webjars/");

	private final URI base;

	private final Path folder;

	private final HttpClient client = HttpClient.newHttpClient();

	private AssetExport(URI base, Path folder) {
		this.base = base;
		this.folder = folder;
	}

	/**
	 * Export the assets.
	 * @param args the folder, which is emptied first
	 * @throws IOException if an asset cannot be read or written
	 * @throws InterruptedException if the thread was interrupted while it waited for one
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		if (args.length != 1) {
			throw new IllegalArgumentException("Expected one argument, the folder to write to, but got " + args.length);
		}
		Path folder = Path.of(args[0]);
		FileSystemUtils.deleteRecursively(folder);
		SpringApplication application = new SpringApplication(StorefrontApplication.class);
		application.setBannerMode(Banner.Mode.OFF);
		try (var context = (ServletWebServerApplicationContext) application.run("--server.port=0",
				"--server.address=127.0.0.1", "--logging.level.root=warn")) {
			URI base = URI.create("http://127.0.0.1:" + context.getWebServer().getPort());
			AssetExport export = new AssetExport(base, folder);
			Set<String> paths = paths(context.getBean(ResourceUrlProvider.class));
			for (String path : paths) {
				export.write(path);
			}
			System.out.println("Exported " + paths.size() + " assets to " + folder);
		}
	}

	private static Set<String> paths(ResourceUrlProvider urls) throws IOException {
		Set<String> paths = new TreeSet<>();
		PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver();
		for (Map.Entry<String, String> place : PLACES.entrySet()) {
			String root = place.getKey().replaceFirst("^classpath\\*?:", "");
			for (Resource resource : resolver.getResources(place.getKey() + "**/*.*")) {
				String url = resource.getURL().getPath();
				String path = place.getValue() + url.substring(url.lastIndexOf(root) + root.length());
				String linked = urls.getForLookupPath(path);
				if (linked == null) {
					throw new IllegalStateException("The application does not serve " + path + ": add its folder to "
							+ AssetConfiguration.class.getSimpleName() + ", or move the file");
				}
				paths.add(path);
				paths.add(linked);
			}
		}
		return paths;
	}

	private void write(String path) throws IOException, InterruptedException {
		Path file = this.folder.resolve(path.substring(1));
		Files.createDirectories(file.getParent());
		write(file, get(path, "identity"));
		HttpResponse<byte[]> compressed = get(path, "gzip");
		if (compressed.headers().firstValue("Content-Encoding").isPresent()) {
			write(file.resolveSibling(file.getFileName() + ".gz"), compressed);
		}
	}

	private HttpResponse<byte[]> get(String path, String encoding) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(this.base.resolve(path))
			.header("Accept-Encoding", encoding)
			.build();
		HttpResponse<byte[]> response = this.client.send(request, BodyHandlers.ofByteArray());
		if (response.statusCode() != 200) {
			throw new IllegalStateException(path + " was answered with " + response.statusCode());
		}
		return response;
	}

	private static void write(Path file, HttpResponse<byte[]> response) throws IOException {
		Files.write(file, response.body());
		Files.setLastModifiedTime(file, FileTime.from(lastModified(response.headers())));
	}

	private static Instant lastModified(HttpHeaders headers) {
		return Instant
			.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(headers.firstValue("Last-Modified").orElseThrow()));
	}

}
