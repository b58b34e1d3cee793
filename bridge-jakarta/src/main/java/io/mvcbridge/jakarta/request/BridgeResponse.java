package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.mvcbridge.core.exchange.FieldNames;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.jakarta.http.HttpDate;
import io.mvcbridge.jakarta.http.SetCookie;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The response of one exchange as servlets see it (Servlet 6.1 §5).
 * <p>
 * Longer than most classes because {@link HttpServletResponse} is: nothing here but the
 * interface, and what the kernel asks of it.
 */
public final class BridgeResponse implements HttpServletResponse {

	private static final int LARGEST_STATUS = 999;

	private static final int SC_EARLY_HINTS = 103;

	private final ServletExchange exchange;

	private final ResponseFields fields = new ResponseFields();

	private final ResponseContentType contentType;

	private final ResponseOutput output;

	private int status = SC_OK;

	private @Nullable BridgeOutputStream stream;

	private @Nullable ResponseWriter writer;

	private @Nullable SentError error;

	/** The application ended the response by sendError or sendRedirect. */
	private boolean concluded;

	private int includes;

	private @Nullable Supplier<Map<String, String>> trailers;

	private @Nullable HttpHeaders sealedTrailers;

	private @Nullable String sessionCookie;

	/** Where the proxy finds the file that it sends as the body. */
	private @Nullable String accelerated;

	BridgeResponse(ServletExchange exchange, Consumer<ResponseOutput> pacer) {
		this.exchange = exchange;
		this.contentType = new ResponseContentType(exchange.context());
		this.output = new ResponseOutput(exchange.http(), this, exchange.context().limits().responseBufferSize(),
				pacer);
	}

	/**
	 * Finds the container's own response behind the application's wrappers.
	 * @param response a response that the application handed back to the container
	 * @return the response of the exchange
	 * @throws IllegalArgumentException if there is none: the response is neither the
	 * container's nor a {@link ServletResponseWrapper} around it (Servlet 6.1 §6.2.2)
	 */
	public static BridgeResponse of(ServletResponse response) {
		BridgeResponse found = find(response);
		if (found != null) {
			return found;
		}
		throw new IllegalArgumentException("Not a response of this container nor a wrapper around one: "
				+ response.getClass().getName() + ". Hand on the response you were given, or a ServletResponseWrapper");
	}

	/**
	 * Finds the container's own response behind the application's wrappers, for code that
	 * may run in another container or in none.
	 * @param response any response
	 * @return the response of the exchange, null if there is none
	 */
	public static @Nullable BridgeResponse find(ServletResponse response) {
		ServletResponse candidate = response;
		while (candidate instanceof ServletResponseWrapper wrapper) {
			candidate = wrapper.getResponse();
		}
		return (candidate instanceof BridgeResponse found) ? found : null;
	}

	/** The request of the same exchange. */
	public BridgeRequest request() {
		return this.exchange.request();
	}

	/**
	 * Leaves a file to the proxy in front, which sends it in place of a body, ranges
	 * included (see {@link AcceleratedFolder}). Status and header fields stay what they
	 * are, but for those that only the sender of the bytes can know. Undone by whatever
	 * makes this another answer: an error, a redirect, another status,
	 * {@link #resetBuffer()}.
	 * <p>
	 * The caller has decided conditional requests, and would otherwise send the file as
	 * it is now, whole, or the ranges of it that the client asked for.
	 * @param file the file
	 * @return whether the proxy will send it; if not, nothing has changed and the caller
	 * sends it
	 */
	public boolean accelerate(Path file) {
		if (isFixed() || !isOpenForFile()) {
			return false;
		}
		String location = FileAcceleration.location(this.exchange, file);
		if (location == null) {
			return false;
		}
		this.status = SC_OK;
		this.fields.remove("Content-Range");
		this.fields.remove("Accept-Ranges");
		setContentLengthLong(0);
		this.accelerated = location;
		return true;
	}

	/** Whether a file would be all of the body, just as it is. */
	private boolean isOpenForFile() {
		return (this.status == SC_OK || this.status == SC_PARTIAL_CONTENT) && this.writer == null
				&& this.output.isUntouched() && !this.fields.contains("Content-Encoding")
				&& !this.fields.contains(FileAcceleration.FIELD);
	}

	/**
	 * Whether the application has begun with the body: it writes characters, or has
	 * written bytes, so that what is written now is not all of it.
	 */
	public boolean isBodyBegun() {
		return this.writer != null || !this.output.isUntouched();
	}

	private void giveUpAcceleration() {
		if (this.accelerated != null) {
			this.accelerated = null;
			this.fields.remove(FieldNames.CONTENT_LENGTH);
			this.output.declare(-1);
		}
	}

	// ---- for the container

	/**
	 * The target of a forward has returned: nothing more is written (Servlet 6.1 §9.4).
	 * Does nothing if it started asynchronous processing or called {@code sendError}, or
	 * in an include, whose caller goes on writing.
	 * @throws IOException if the response cannot be sent
	 */
	public void closeAfterForward() throws IOException {
		if (this.error == null && !isIncluded() && !this.exchange.isAsyncOpen()) {
			finishWriter();
			this.output.close();
		}
	}

	/**
	 * Whether {@code sendError} was called and the error page is still to come: what is
	 * written or closed meanwhile has no effect.
	 */
	public boolean isErrorSent() {
		return this.error != null;
	}

	/**
	 * An include begins: status, header fields and the like cannot be changed until it
	 * ends (Servlet 6.1 §9.3).
	 */
	public void enterInclude() {
		this.includes++;
	}

	/** The last include that began has ended. */
	public void leaveInclude() {
		this.includes--;
	}

	/** Whether an include runs: what it closes stays open for its caller. */
	boolean isIncluded() {
		return this.includes > 0;
	}

	/** No include is left, whether it ended or started asynchronous processing. */
	void leaveIncludes() {
		this.includes = 0;
	}

	/**
	 * An error that was sent and that no error page has answered yet.
	 * @return the error, null if there is none
	 */
	public @Nullable SentError sentError() {
		return this.error;
	}

	/** Whether the head of the response is fixed: it can give way to nothing else. */
	public boolean isSent() {
		return this.output.isCommitted();
	}

	/**
	 * Makes room for an error page: what was written and what describes it is gone,
	 * cookies and other fields stay (Servlet 6.1 §10.9). The caller made sure that
	 * nothing is sent.
	 * @param status the status of the error
	 */
	public void beginErrorPage(int status) {
		giveUpAcceleration();
		this.error = null;
		this.concluded = false;
		this.includes = 0;
		this.stream = null;
		this.writer = null;
		this.trailers = null;
		this.sealedTrailers = null;
		this.contentType.clearType();
		this.fields.clearRepresentation(status);
		this.output.reset();
		this.output.declare(-1);
		this.status = status;
	}

	/** Asks the application for what it still has to give. Called before the end. */
	void seal() {
		finishWriter();
		contentCompleted();
	}

	/**
	 * The body is complete: the trailer fields are asked for, by the thread that made it
	 * so.
	 */
	void contentCompleted() {
		Supplier<Map<String, String>> trailers = this.trailers;
		if (trailers != null && this.sealedTrailers == null) {
			this.sealedTrailers = this.fields.trailers(trailers);
		}
	}

	/**
	 * Ends the response: what there is goes to the exchange. Does nothing the second
	 * time.
	 */
	public void finish() {
		this.output.finish(this.sealedTrailers);
	}

	/** Gives up what is held of a response that nobody will get. */
	public void abandon() {
		this.output.abandon();
	}

	ResponseOutput output() {
		return this.output;
	}

	/** Fixes status and header fields. Called by the output, once. */
	ResponseHead commit() {
		String type = this.contentType.value();
		if (type != null) {
			this.fields.set(FieldNames.CONTENT_TYPE, type);
		}
		if (this.accelerated != null) {
			this.fields.set(FileAcceleration.FIELD, this.accelerated);
		}
		if ("OPTIONS".equals(this.exchange.http().head().method())) {
			this.fields.removeTraceFromAllow();
		}
		// A page that left it so had nobody left to answer for it
		int status = isInterim() ? SC_INTERNAL_SERVER_ERROR : this.status;
		return new ResponseHead(status, this.fields.headers());
	}

	/** From now on the answer is a 101, which has no body. */
	void switchProtocols() {
		beInterim(SC_SWITCHING_PROTOCOLS);
	}

	private void beInterim(int status) {
		this.status = status;
		giveUpAcceleration();
		this.output.suspend();
	}

	private void beFinal() {
		if (isInterim()) {
			this.status = SC_OK;
			this.output.resume();
		}
	}

	/**
	 * Whether the status says that another is to come (RFC 9110 §15.2): nothing that is
	 * written now is sent, and it is not how the response can end.
	 */
	public boolean isInterim() {
		return this.status < SC_OK;
	}

	boolean isSwitchingProtocols() {
		return this.status == SC_SWITCHING_PROTOCOLS;
	}

	/** The header fields of a 101. */
	HttpHeaders upgradeHeaders() {
		return this.fields.headers();
	}

	/** The length of the body that a HEAD was spared. */
	void setCountedLength(long length) {
		if (this.output.declared() < 0 && this.status != SC_NO_CONTENT && this.status != SC_NOT_MODIFIED) {
			this.fields.set(FieldNames.CONTENT_LENGTH, Long.toString(length));
		}
	}

	/**
	 * Whether a flush may wait a moment: the dispatch still runs and will end the
	 * response or write on.
	 */
	boolean mayPaceFlush() {
		return !this.output.isNonBlocking() && this.exchange.isInSynchronousDispatch();
	}

	@Nullable Throwable notifyWritable() {
		BridgeOutputStream stream = this.stream;
		return (stream != null) ? stream.notifyWritable() : null;
	}

	void notifyFailed(Throwable cause) {
		if (this.stream != null) {
			this.stream.notifyFailed(cause);
		}
	}

	/** Sends the session cookie, in place of one that was sent before. */
	void setSessionCookie(Cookie cookie) {
		if (!this.output.isCommitted()) {
			String field = SetCookie.format(cookie);
			this.fields.replaceCookie(this.sessionCookie, field);
			this.sessionCookie = field;
		}
	}

	boolean isClosed() {
		return this.output.isClosed() && !isInterim();
	}

	private void finishWriter() {
		if (this.writer != null) {
			this.writer.finish();
		}
	}

	/** Whether what is set now has no effect. */
	private boolean isFixed() {
		this.exchange.checkNotEnded();
		return this.includes > 0 || isCommitted();
	}

	// ---- status

	/**
	 * {@inheritDoc} An interim one may be set and asked back, but another has to follow:
	 * {@code upgrade} is what ends with a 101, and a response that is left at any other
	 * is an error.
	 */
	@Override
	public void setStatus(int status) {
		if (isFixed()) {
			return;
		}
		if (status >= SC_CONTINUE && status < SC_OK) {
			beInterim(status);
			return;
		}
		int checked = checkedStatus(status);
		beFinal();
		this.status = checked;
		if (status != SC_OK) {
			giveUpAcceleration();
		}
	}

	private static int checkedStatus(int status) {
		if (status < SC_OK || status > LARGEST_STATUS) {
			throw new IllegalArgumentException("A response has a status of 200 to 999, not " + status);
		}
		return status;
	}

	@Override
	public int getStatus() {
		return this.status;
	}

	@Override
	public void sendError(int status) {
		sendError(status, null);
	}

	@Override
	public void sendError(int status, @Nullable String message) {
		checkNotCommitted("sendError()");
		if (this.includes > 0) {
			return;
		}
		this.status = checkedStatus(status);
		giveUpAcceleration();
		this.output.reset();
		this.output.suspend();
		this.error = new SentError(status, message);
		this.concluded = true;
	}

	@Override
	public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
		checkNotCommitted("sendRedirect()");
		if (this.includes > 0) {
			return;
		}
		int checked = checkedStatus(status);
		BridgeRequest request = this.exchange.request();
		String absolute = Redirects.resolve(Objects.requireNonNull(location, "location"), request.address(),
				request.getRequestURI());
		giveUpAcceleration();
		beFinal();
		if (clearBuffer) {
			resetBuffer();
			this.contentType.clearType();
			this.fields.clearRepresentation();
			this.output.declare(-1);
		}
		this.status = checked;
		this.fields.setChecked("Location", absolute);
		if (clearBuffer) {
			this.contentType.setType("text/html;charset=utf-8");
			this.output.write(ErrorBody.redirect(this.fields.get("Location")));
		}
		else {
			finishWriter();
		}
		this.concluded = true;
		this.output.close();
	}

	private void checkNotCommitted(String what) {
		this.exchange.checkNotEnded();
		if (isCommitted()) {
			throw new IllegalStateException(
					what + " is not possible any more: the response is committed with status " + this.status);
		}
	}

	// ---- header fields

	@Override
	public boolean containsHeader(String name) {
		return ResponseFields.isContentType(name) ? this.contentType.value() != null : this.fields.contains(name);
	}

	@Override
	public void setHeader(@Nullable String name, @Nullable String value) {
		if (name == null || isFixed()) {
			return;
		}
		if (ResponseFields.isContentType(name)) {
			setContentType(value);
		}
		else if (ResponseFields.isContentLength(name)) {
			declareLength(ResponseFields.length(value), value);
		}
		else if (value == null) {
			this.fields.remove(name);
		}
		else {
			this.fields.setChecked(name, value);
		}
	}

	@Override
	public void addHeader(@Nullable String name, @Nullable String value) {
		if (name == null || value == null || isFixed()) {
			return;
		}
		if (ResponseFields.isContentType(name) || ResponseFields.isContentLength(name)) {
			setHeader(name, value);
		}
		else {
			this.fields.addChecked(name, value);
		}
	}

	@Override
	public void setDateHeader(@Nullable String name, long date) {
		setHeader(name, HttpDate.format(date));
	}

	@Override
	public void addDateHeader(@Nullable String name, long date) {
		addHeader(name, HttpDate.format(date));
	}

	@Override
	public void setIntHeader(@Nullable String name, int value) {
		setHeader(name, Integer.toString(value));
	}

	@Override
	public void addIntHeader(@Nullable String name, int value) {
		addHeader(name, Integer.toString(value));
	}

	@Override
	public @Nullable String getHeader(String name) {
		return ResponseFields.isContentType(name) ? this.contentType.value() : this.fields.get(name);
	}

	@Override
	public Collection<String> getHeaders(String name) {
		return this.fields.all(name, this.contentType.value());
	}

	@Override
	public Collection<String> getHeaderNames() {
		return this.fields.names(this.contentType.value() != null);
	}

	/**
	 * Sends the header fields that the response has now as 103 (RFC 8297), see
	 * {@link io.mvcbridge.jakarta.EarlyHints}. Implements the method of that name of
	 * Servlet 6.2 where that is the API.
	 */
	public void sendEarlyHints() {
		if (!isFixed()) {
			HttpHeaders hints = this.fields.earlyHints();
			if (!hints.isEmpty()) {
				this.exchange.http().informational(SC_EARLY_HINTS, hints);
			}
		}
	}

	@Override
	public void addCookie(Cookie cookie) {
		if (!isFixed()) {
			Cookie completed = (Cookie) cookie.clone();
			this.exchange.context().completeCookie(completed);
			this.fields.addCookie(SetCookie.format(completed));
		}
	}

	@Override
	public void setTrailerFields(Supplier<Map<String, String>> supplier) {
		checkNotCommitted("setTrailerFields()");
		if ("HTTP/1.0".equals(this.exchange.request().getProtocol())) {
			throw new IllegalStateException("Trailer fields need a chunked response, which HTTP/1.0 does not have");
		}
		if (this.output.declared() >= 0) {
			throw new IllegalStateException("Trailer fields need a chunked response, and this one has a Content-Length"
					+ " of " + this.output.declared());
		}
		this.trailers = supplier;
	}

	@Override
	public @Nullable Supplier<Map<String, String>> getTrailerFields() {
		return this.trailers;
	}

	@Override
	public String encodeURL(String url) {
		return this.exchange.request().encodeUrl(url);
	}

	@Override
	public String encodeRedirectURL(String url) {
		return this.exchange.request().encodeUrl(url);
	}

	// ---- content type, charset, locale

	@Override
	public @Nullable String getContentType() {
		return this.contentType.value();
	}

	@Override
	public void setContentType(@Nullable String type) {
		if (!isFixed()) {
			this.contentType.setType((type != null) ? ResponseFields.checkedContentType(type) : null);
		}
	}

	@Override
	public String getCharacterEncoding() {
		return this.contentType.charsetName();
	}

	@Override
	public void setCharacterEncoding(@Nullable String encoding) {
		if (!isFixed()) {
			this.contentType.setCharset((encoding != null) ? ResponseFields.checkedContentType(encoding) : null);
		}
	}

	@Override
	public void setCharacterEncoding(@Nullable Charset encoding) {
		if (!isFixed()) {
			this.contentType.setCharset((encoding != null) ? encoding.name() : null);
		}
	}

	@Override
	public void setLocale(@Nullable Locale locale) {
		if (isFixed()) {
			return;
		}
		this.contentType.setLocale(locale);
		if (locale != null) {
			this.fields.set("Content-Language", locale.toLanguageTag());
		}
		else {
			this.fields.remove("Content-Language");
		}
	}

	@Override
	public Locale getLocale() {
		Locale locale = this.contentType.locale();
		return (locale != null) ? locale : Locale.getDefault();
	}

	// ---- body

	@Override
	public void setContentLength(int length) {
		setContentLengthLong(length);
	}

	@Override
	public void setContentLengthLong(long length) {
		declareLength(length, null);
	}

	/** Spring MVC has the length as text already. */
	private void declareLength(long length, @Nullable String text) {
		if (isFixed()) {
			return;
		}
		if (length < 0) {
			this.fields.remove(FieldNames.CONTENT_LENGTH);
			this.output.declare(-1);
		}
		else {
			this.fields.set(FieldNames.CONTENT_LENGTH,
					(text != null && ResponseFields.isLength(text)) ? text : Long.toString(length));
			this.output.declare(length);
		}
	}

	@Override
	public ServletOutputStream getOutputStream() {
		this.exchange.checkNotEnded();
		if (this.writer != null) {
			throw new IllegalStateException(
					"getWriter() was called on this response: the body is written in one way only, unless reset()");
		}
		BridgeOutputStream stream = this.stream;
		if (stream == null) {
			stream = new BridgeOutputStream(this.exchange, this.output);
			this.stream = stream;
		}
		return stream;
	}

	@Override
	public PrintWriter getWriter() throws IOException {
		this.exchange.checkNotEnded();
		if (this.stream != null) {
			throw new IllegalStateException(
					"getOutputStream() was called on this response: the body is written in one way only, unless reset()");
		}
		ResponseWriter writer = this.writer;
		if (writer == null) {
			writer = new ResponseWriter(this.exchange, this.output, this.contentType.fix());
			this.writer = writer;
		}
		return writer;
	}

	@Override
	public void setBufferSize(int size) {
		this.exchange.checkNotEnded();
		this.output.limit(size);
	}

	@Override
	public int getBufferSize() {
		return this.output.limit();
	}

	@Override
	public void flushBuffer() throws IOException {
		this.exchange.checkNotEnded();
		this.output.flush();
	}

	@Override
	public void resetBuffer() {
		checkNotCommitted("resetBuffer()");
		if (this.writer != null) {
			this.writer.discard();
		}
		giveUpAcceleration();
		this.output.reset();
		if (isInterim()) {
			this.output.suspend();
		}
	}

	@Override
	public boolean isCommitted() {
		return this.concluded || this.output.isCommitted();
	}

	@Override
	public void reset() {
		checkNotCommitted("reset()");
		giveUpAcceleration();
		this.output.reset();
		this.output.declare(-1);
		this.status = SC_OK;
		if (this.stream == null || !this.stream.hasListener()) {
			// A listener is set once for a request, and still to be called
			this.stream = null;
		}
		this.writer = null;
		this.trailers = null;
		this.sealedTrailers = null;
		this.contentType.reset();
		this.fields.clear();
		if (this.sessionCookie != null) {
			this.fields.addCookie(this.sessionCookie);
		}
	}

	/**
	 * An error that the application sent.
	 *
	 * @param status the status
	 * @param message what the application said, or null
	 */
	public record SentError(int status, @Nullable String message) {

	}

}
