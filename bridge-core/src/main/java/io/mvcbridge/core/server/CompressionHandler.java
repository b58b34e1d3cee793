package io.mvcbridge.core.server;

import java.util.List;

import io.mvcbridge.core.exchange.FieldNames;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.compression.StandardCompressionOptions;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Netty's compressor, gzip and deflate, with the rules of {@link CompressionRules}. Every
 * piece that is flushed leaves at once: Netty's encoder syncs after each. The answer to
 * HEAD carries the fields that GET would have, less a length that nobody has computed.
 */
final class CompressionHandler extends HttpContentCompressor {

	private final CompressionRules rules;

	/** The request whose response is next; one at a time passes here. */
	private @Nullable HttpRequest request;

	private boolean worthIt;

	CompressionHandler(CompressionRules rules) {
		super(StandardCompressionOptions.gzip(), StandardCompressionOptions.deflate());
		this.rules = rules;
	}

	@Override
	protected void decode(ChannelHandlerContext ctx, HttpRequest request, List<Object> out) throws Exception {
		this.request = request;
		super.decode(ctx, request, out);
	}

	@Override
	protected void encode(ChannelHandlerContext ctx, HttpObject message, List<Object> out) throws Exception {
		if (message instanceof HttpResponse response
				&& response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
			HttpRequest request = this.request;
			this.request = null;
			if (request == null) {
				// The answer to a head that did not come in time: Netty expects a request
				// for each response
				out.add(ReferenceCountUtil.retain(message));
				return;
			}
			prepare(request, response);
		}
		super.encode(ctx, message, out);
		if (this.worthIt && !out.isEmpty() && out.get(0) instanceof HttpResponse response
				&& response.headers().contains(FieldNames.CONTENT_ENCODING)) {
			inUsualCase(response.headers(), FieldNames.CONTENT_ENCODING);
			inUsualCase(response.headers(), FieldNames.CONTENT_LENGTH);
			inUsualCase(response.headers(), FieldNames.TRANSFER_ENCODING);
		}
	}

	/** Netty's encoder has set the field in lower case. */
	private static void inUsualCase(HttpHeaders headers, AsciiString name) {
		String value = headers.get(name);
		if (value != null) {
			headers.set(name, value);
		}
	}

	private void prepare(HttpRequest request, HttpResponse response) {
		boolean worthIt = this.rules.isWorthIt(response);
		if (worthIt) {
			CompressionRules.addVary(response.headers());
		}
		this.worthIt = worthIt && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
				&& !this.rules.isExcluded(request);
		if (this.worthIt && request.method().equals(HttpMethod.HEAD)) {
			String encoding = encodingFor(request);
			if (encoding != null) {
				HttpHeaders headers = response.headers();
				headers.remove(FieldNames.CONTENT_LENGTH);
				headers.set(FieldNames.CONTENT_ENCODING, encoding);
				CompressionRules.weakenEtag(headers);
			}
		}
	}

	private @Nullable String encodingFor(HttpRequest request) {
		List<String> accepted = request.headers().getAll(HttpHeaderNames.ACCEPT_ENCODING);
		return accepted.isEmpty() ? null : determineEncoding(String.join(",", accepted));
	}

	/**
	 * Netty takes gzip for accepted where any coding is, though it be refused by name.
	 */
	@Override
	protected @Nullable String determineEncoding(String acceptEncoding) {
		return AcceptedCodings.choose(acceptEncoding);
	}

	@Override
	protected @Nullable Result beginEncode(HttpResponse response, String acceptEncoding) throws Exception {
		if (!this.worthIt) {
			return null;
		}
		Result result = super.beginEncode(response, acceptEncoding);
		if (result != null) {
			CompressionRules.weakenEtag(response.headers());
		}
		return result;
	}

}
