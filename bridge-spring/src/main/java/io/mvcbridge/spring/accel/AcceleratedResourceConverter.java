package io.mvcbridge.spring.accel;

import java.io.IOException;

import io.mvcbridge.jakarta.request.BridgeResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.ResourceHttpMessageConverter;

/** Writes whole resources, but for those that the proxy sends. */
final class AcceleratedResourceConverter extends ResourceHttpMessageConverter {

	private final ResourceHttpMessageConverter original;

	AcceleratedResourceConverter(ResourceHttpMessageConverter original) {
		this.original = original;
		setSupportedMediaTypes(original.getSupportedMediaTypes());
	}

	@Override
	protected Resource readInternal(Class<? extends Resource> type, HttpInputMessage message) throws IOException {
		return this.original.read(type, message);
	}

	/** All that Spring's handler of static resources does for a HEAD. */
	@Override
	public void addDefaultHeaders(HttpOutputMessage message, Resource resource, @Nullable MediaType contentType)
			throws IOException {
		super.addDefaultHeaders(message, resource, contentType);
		isAccelerated(resource, message);
	}

	@Override
	protected void writeContent(Resource resource, HttpOutputMessage message) throws IOException {
		if (!isAccelerated(resource, message)) {
			super.writeContent(resource, message);
		}
	}

	private static boolean isAccelerated(Resource resource, HttpOutputMessage message) {
		BridgeResponse response = ResourceAcceleration.responseOf(message);
		return response != null && response.getStatus() == HttpServletResponse.SC_OK
				&& ResourceAcceleration.accelerate(resource, response, message);
	}

}
