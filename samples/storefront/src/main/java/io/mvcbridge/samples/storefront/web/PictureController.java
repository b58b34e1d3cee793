package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.PictureFolder;
import io.mvcbridge.samples.storefront.catalogue.PictureVersion;
import io.mvcbridge.samples.storefront.catalogue.ProductPicture;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * The pictures of products. Each is kept as a file, so that its blob is read once; Spring
 * serves ranges of the file, or the web server in front does.
 */
@Controller
class PictureController {

	private static final CacheControl REVALIDATE = CacheControl.maxAge(Duration.ofSeconds(0)).cachePublic();

	private final Catalogue catalogue;

	private final PictureFolder folder;

	PictureController(Catalogue catalogue, PictureFolder folder) {
		this.catalogue = catalogue;
		this.folder = folder;
	}

	@GetMapping("/products/{id}/picture")
	@Nullable ResponseEntity<Resource> picture(@PathVariable long id, HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		Optional<PictureVersion> version = this.catalogue.pictureVersion(id);
		if (version.isEmpty()) {
			this.catalogue.product(id);
			request.getRequestDispatcher("/img/no-picture.svg").forward(request, response);
			return null;
		}
		// Belongs to a 304 as well
		response.setHeader(HttpHeaders.CACHE_CONTROL, REVALIDATE.getHeaderValue());
		// Sets ETag and Last-Modified, and answers 304 or 412 itself where these decide.
		if (new ServletWebRequest(request, response).checkNotModified(etag(version.get()), modifiedAt(version.get()))) {
			return null;
		}
		Path file = this.folder.file(version.get());
		return Files.exists(file) ? answer(version.get(), file) : written(id);
	}

	/** The picture as it is now: it may have been changed since its version was read. */
	private ResponseEntity<Resource> written(long id) throws IOException {
		ProductPicture picture = this.catalogue.picture(id).orElseThrow();
		return answer(picture.version(), this.folder.write(picture));
	}

	private static ResponseEntity<Resource> answer(PictureVersion version, Path file) {
		return ResponseEntity.ok()
			.eTag(etag(version))
			.lastModified(modifiedAt(version))
			.contentType(MediaType.parseMediaType(version.contentType()))
			.body(new FileSystemResource(file));
	}

	private static String etag(PictureVersion version) {
		return "\"" + version.digest() + "\"";
	}

	private static long modifiedAt(PictureVersion version) {
		return version.modifiedAt().toEpochMilli();
	}

}
