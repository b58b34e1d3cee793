package io.mvcbridge.jakarta.request;

/**
 * Limits for what a request may contain; beyond them the part that was asked for answers
 * with {@link io.mvcbridge.jakarta.http.RequestRejectedException}.
 *
 * @param maxParameters query and form parameters together; more is 400
 * @param maxFormSize bytes of a form body that is decoded into parameters; more is 413
 * @param maxParts parts of a multipart body; more is 413
 * @param maxPartHeaderSize bytes of one part's header; more is 413
 * @param responseBufferSize bytes of a response that are kept before it commits, unless
 * the application sets another size
 */
public record RequestLimits(int maxParameters, int maxFormSize, int maxParts, int maxPartHeaderSize,
		int responseBufferSize) {

	/**
	 * 1 000 parameters, 2 MB form, 50 parts, 512 B part header, 64 KB response buffer.
	 */
	public static final RequestLimits DEFAULTS = new RequestLimits(1000, 2 * 1024 * 1024, 50, 512, 64 * 1024);

}
