package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

import io.mvcbridge.samples.storefront.catalogue.Catalogue;
import io.mvcbridge.samples.storefront.catalogue.PictureVersion;
import io.mvcbridge.samples.storefront.catalogue.ProductPicture;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * The pictures of products. Answers 304 without reading the blob; Spring serves ranges of
 * the resource returned.
 */
@Controller
class PictureController {

	private static final CacheControl REVALIDATE = CacheControl.maxAge(Duration.ofSeconds(0)).cachePublic();

	private final Catalogue catalogue;

	PictureController(Catalogue catalogue) {
		this.catalogue = catalogue;
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
		// Sets ETag and Last-Modified, and answers 304 or 412 itself where these decide.
		String etag = "\"" + version.get().digest() + "\"";
		long modifiedAt = version.get().modifiedAt().toEpochMilli();
		if (new ServletWebRequest(request, response).checkNotModified(etag, modifiedAt)) {
			return null;
		}
		ProductPicture picture = this.catalogue.picture(id).orElseThrow();
		return ResponseEntity.ok()
			.cacheControl(REVALIDATE)
			.contentType(MediaType.parseMediaType(picture.getContentType()))
			.body(new ByteArrayResource(picture.getContent()));
	}

}
