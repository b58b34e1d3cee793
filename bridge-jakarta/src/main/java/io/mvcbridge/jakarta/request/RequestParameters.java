package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import io.mvcbridge.jakarta.http.ContentType;
import io.mvcbridge.jakarta.http.Parameters;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parameters of a request, decoded when first asked for: query, then form or
 * multipart fields (Servlet 6.1 §3.1). During a dispatch those of its query string stand
 * before them (§9.1.1).
 * <p>
 * What cannot be decoded fails every call with the same exception, but not in an error
 * dispatch: there the parameters are those that could be decoded, so that the error page
 * is not the next to fail.
 */
final class RequestParameters {

	private static final Logger logger = LoggerFactory.getLogger(RequestParameters.class);

	private final ServletExchange exchange;

	private final DispatchFrames frames;

	private final RequestParts parts;

	private @Nullable Parameters own;

	private @Nullable RuntimeException failure;

	/** The parameters of the dispatch that runs, if it or one below brought some. */
	private @Nullable Parameters merged;

	RequestParameters(ServletExchange exchange, DispatchFrames frames, RequestParts parts) {
		this.exchange = exchange;
		this.frames = frames;
		this.parts = parts;
	}

	/** A dispatch began or ended. */
	void dispatchChanged() {
		this.merged = null;
	}

	/** Whether the charset can still decide how parameters are decoded. */
	boolean isDecoded() {
		return this.own != null;
	}

	Parameters get() {
		this.exchange.checkNotEnded();
		Parameters own = own();
		if (this.frames.depth() == 1) {
			return own;
		}
		Parameters merged = this.merged;
		if (merged == null) {
			merged = merge(own);
			this.merged = merged;
		}
		return merged;
	}

	private Parameters merge(Parameters own) {
		Parameters merged = null;
		for (int i = this.frames.depth() - 1; i > 0; i--) {
			DispatchFrame frame = this.frames.frame(i);
			if (frame.queryString() != null && !frame.named()) {
				if (merged == null) {
					merged = new Parameters(-1);
				}
				merged.addDispatchQuery(frame.queryString());
			}
		}
		if (merged == null) {
			return own;
		}
		merged.addAll(own);
		return merged;
	}

	private Parameters own() {
		Parameters own = this.own;
		if (own == null) {
			own = new Parameters(this.exchange.context().limits().maxParameters());
			this.own = own;
			try {
				decode(own);
			}
			catch (RuntimeException ex) {
				this.failure = ex;
			}
			catch (IOException ex) {
				this.failure = new IllegalStateException(
						"The parameters cannot be read, since the request body cannot: " + ex.getMessage(), ex);
			}
		}
		if (this.failure != null) {
			if (!this.frames.isInErrorDispatch()) {
				throw this.failure;
			}
			logger.debug("Parameters of an error dispatch could not all be decoded", this.failure);
		}
		return own;
	}

	private void decode(Parameters own) throws IOException {
		String query = this.frames.original().queryString();
		if (query != null && !query.isEmpty()) {
			own.addQuery(query, StandardCharsets.UTF_8);
		}
		BridgeRequest request = this.exchange.request();
		ContentType contentType = request.parsedContentType();
		if (contentType == null || request.body().isTaken()) {
			return;
		}
		if (contentType.isForm() && "POST".equals(request.ownMethod())) {
			Charset charset = request.formCharset();
			RequestBody.Form form = request.body().readForm(this.exchange.context().limits().maxFormSize());
			own.addForm(form.bytes(), 0, form.length(), charset);
		}
		else if (contentType.isMultipartForm() && this.parts.isConfigured()) {
			Charset charset = request.formCharset();
			this.parts.form().addFieldsTo(own, charset, this.exchange.context().limits().maxFormSize());
		}
	}

	/** Says that a charset that was set by name does not exist. */
	static RequestRejectedException unknownCharset(String name, Throwable cause) {
		return new RequestRejectedException(400, "The charset '" + name + "' of the request body is not supported",
				cause);
	}

}
