package io.mvcbridge.spring.accel;

import java.io.IOException;

import io.mvcbridge.jakarta.request.BridgeResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * Leaves the file of a {@link Resource} to the proxy, in place of a converter that has
 * set all header fields and was about to write it.
 */
final class ResourceAcceleration {

	private ResourceAcceleration() {
	}

	/**
	 * The response that a message is, if the proxy may come into question.
	 * @param message the message; a part of another one, or of a stream of events, is no
	 * response
	 * @return the response, null if there is none or its request came from elsewhere
	 */
	static @Nullable BridgeResponse responseOf(HttpOutputMessage message) {
		BridgeResponse response = (message instanceof ServletServerHttpResponse servlet)
				? BridgeResponse.find(servlet.getServletResponse()) : null;
		return (response != null && response.request().isForwarded()) ? response : null;
	}

	/**
	 * Leaves a resource to the proxy if it is a file that the proxy can send.
	 * @param resource the resource
	 * @param response the response
	 * @param message the message that is the response
	 * @return whether the proxy will send it; if not, nothing has changed
	 */
	static boolean accelerate(Resource resource, BridgeResponse response, HttpOutputMessage message) {
		if (!isAccelerated(resource, response)) {
			return false;
		}
		// A message may keep its fields and write them to the response later
		HttpHeaders headers = message.getHeaders();
		headers.setContentLength(0);
		headers.remove(HttpHeaders.CONTENT_RANGE);
		headers.remove(HttpHeaders.ACCEPT_RANGES);
		// A tag of the empty body would be taken for that of the file
		ShallowEtagHeaderFilter.disableContentCaching(response.request());
		return true;
	}

	private static boolean isAccelerated(Resource resource, BridgeResponse response) {
		if (!resource.isFile()) {
			return false;
		}
		try {
			return response.accelerate(resource.getFilePath());
		}
		catch (IOException ex) {
			// No file after all: the converter reads the resource in its own way
			return false;
		}
	}

}
