package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;

import io.mvcbridge.jakarta.http.ContentType;
import io.mvcbridge.jakarta.multipart.BridgePart;
import io.mvcbridge.jakarta.multipart.MultipartForm;
import io.mvcbridge.jakarta.multipart.MultipartReader;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an upload (Servlet 6.1 §3.2), read when first asked for under the limits
 * of the servlet that asks, and removed when the exchange ends.
 */
final class RequestParts {

	private final ServletExchange exchange;

	private final DispatchFrames frames;

	private @Nullable MultipartForm form;

	private @Nullable Exception failure;

	RequestParts(ServletExchange exchange, DispatchFrames frames) {
		this.exchange = exchange;
		this.frames = frames;
	}

	boolean isConfigured() {
		return this.frames.top().target().getMultipartConfig() != null;
	}

	Collection<Part> all() throws IOException, ServletException {
		return Collections.unmodifiableCollection(checkedForm().parts());
	}

	@Nullable Part first(String name) throws IOException, ServletException {
		for (BridgePart part : checkedForm().parts()) {
			if (part.getName().equals(name)) {
				return part;
			}
		}
		return null;
	}

	private MultipartForm checkedForm() throws IOException, ServletException {
		this.exchange.checkNotEnded();
		if (this.form == null && this.failure == null) {
			if (!isConfigured()) {
				throw new IllegalStateException("The servlet '" + this.frames.top().target().getName()
						+ "' has no multipart configuration: give it a MultipartConfigElement or @MultipartConfig");
			}
			ContentType contentType = this.exchange.request().parsedContentType();
			if (contentType == null || !contentType.isMultipartForm()) {
				throw new ServletException("The request has no parts: its content type is "
						+ ((contentType != null) ? "'" + contentType + "'" : "missing") + ", not multipart/form-data");
			}
			if (this.exchange.request().body().isTaken()) {
				throw new IllegalStateException("The parts cannot be read: getInputStream() or getReader() was called"
						+ " on this request before");
			}
		}
		return form();
	}

	/**
	 * Reads the parts. The caller made sure that there is a configuration and that the
	 * content type fits.
	 * @return the parts
	 * @throws IOException if they cannot be read; the same at every call
	 */
	MultipartForm form() throws IOException {
		if (this.failure instanceof IOException ex) {
			throw ex;
		}
		if (this.failure instanceof RuntimeException ex) {
			throw ex;
		}
		MultipartForm form = this.form;
		if (form == null) {
			try {
				form = read();
			}
			catch (IOException | RuntimeException ex) {
				this.failure = ex;
				throw ex;
			}
			this.form = form;
		}
		return form;
	}

	private MultipartForm read() throws IOException {
		MultipartConfigElement config = this.frames.top().target().getMultipartConfig();
		BridgeRequest request = this.exchange.request();
		ContentType contentType = request.parsedContentType();
		if (config == null || contentType == null) {
			throw new IllegalStateException("not a multipart request");
		}
		WebContext context = this.exchange.context();
		MultipartReader reader = new MultipartReader(config, context.limits().maxParts(),
				context.limits().maxPartHeaderSize(), context.tempDirectory());
		return reader.read(request.body().stream(), contentType, request.body().declaredLength(),
				request.formCharset());
	}

	/** Removes the parts and their files. */
	void release() {
		MultipartForm form = this.form;
		this.form = null;
		if (form != null) {
			form.close();
		}
	}

}
