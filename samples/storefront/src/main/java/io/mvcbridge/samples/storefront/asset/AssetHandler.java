package io.mvcbridge.samples.storefront.asset;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Sends assets as a web server would. Spring's handler knows neither {@code If-Match},
 * {@code If-None-Match: *} nor {@code If-Range} for files, takes a range it cannot read
 * for one it cannot satisfy, and leaves the fields of the resource out of a 304.
 */
class AssetHandler extends ResourceHttpRequestHandler {

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		boolean read = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
		if (!read || !(getResource(request) instanceof Asset asset)) {
			super.handleRequest(request, response);
			return;
		}
		AssetRequest assetRequest = new AssetRequest(request, asset);
		if (!assetRequest.isWelcome()) {
			response.sendError(HttpServletResponse.SC_PRECONDITION_FAILED);
			return;
		}
		super.handleRequest(assetRequest, response);
		if (response.getStatus() == HttpServletResponse.SC_NOT_MODIFIED) {
			// RFC 9110 §15.4.5: else a cache would take an immutable file for one that
			// lives an hour.
			asset.getResponseHeaders().forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
			response.setHeader(HttpHeaders.CONTENT_ENCODING, null);
		}
	}

	@Override
	protected void setHeaders(HttpServletResponse response, Resource resource, @Nullable MediaType mediaType)
			throws IOException {
		super.setHeaders(response, resource, mediaType);
		if (((Asset) resource).isEncoded()) {
			response.setHeader(HttpHeaders.ACCEPT_RANGES, null);
		}
	}

}
