package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.mvcbridge.jakarta.security.SavedRequest;
import io.mvcbridge.jakarta.security.SecuredRequest;
import io.mvcbridge.jakarta.security.SessionLogin;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** What the security of the application sees of an exchange, and may do to it. */
final class SecuredExchange implements SecuredRequest {

	/**
	 * What belongs to a connection, a client or the moment rather than to what was asked
	 * for: a request that is sent again brings its own. Conditions and ranges too: what
	 * they spare was not seen.
	 */
	private static final Set<String> NOT_SAVED = Set.of("authorization", "connection", "cookie", "expect", "forwarded",
			"host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive",
			"proxy-authorization", "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade", "via",
			"x-real-ip");

	private final ServletExchange exchange;

	private final RequestSession session;

	SecuredExchange(ServletExchange exchange, RequestSession session) {
		this.exchange = exchange;
		this.session = session;
	}

	@Override
	public HttpServletRequest request() {
		return this.exchange.request();
	}

	@Override
	public HttpServletResponse response() {
		return this.exchange.response();
	}

	@Override
	public String path() {
		DispatchFrame original = this.exchange.request().frames().original();
		String pathInfo = original.pathInfo();
		return (pathInfo != null) ? original.servletPath() + pathInfo : original.servletPath();
	}

	@Override
	public String target() {
		return this.exchange.http().head().target();
	}

	@Override
	public @Nullable SessionLogin sessionLogin() {
		return this.session.login(false);
	}

	@Override
	public @Nullable SessionLogin openSession() {
		SessionLogin login = this.session.login(false);
		return (login != null || this.exchange.response().isCommitted()) ? login : this.session.login(true);
	}

	@Override
	public void renewSession() {
		this.session.changeId();
	}

	@Override
	public String linkedRole(String name) {
		return this.exchange.request().frame().target().linkedRole(name);
	}

	@Override
	public @Nullable SavedRequest save(int bodyLimit) throws IOException {
		BridgeRequest request = this.exchange.request();
		byte[] body = request.body().readAll(bodyLimit);
		if (body == null) {
			return null;
		}
		List<Map.Entry<String, String>> saved = new ArrayList<>();
		for (Map.Entry<String, String> field : this.exchange.http().head().headers()) {
			String name = field.getKey().toLowerCase(Locale.ROOT);
			if (!NOT_SAVED.contains(name) && !name.startsWith("x-forwarded-")) {
				saved.add(Map.entry(field.getKey(), field.getValue()));
			}
		}
		// A HEAD is followed by the GET of a browser, which wants to see something
		String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
		return new SavedRequest(path(), request.getRequestURI(), request.getQueryString(), method, saved, body);
	}

	@Override
	public void restore(SavedRequest saved) {
		HttpHeaders headers = this.exchange.http().head().headers().copy();
		for (Map.Entry<String, String> field : saved.headers()) {
			headers.remove(field.getKey());
		}
		for (Map.Entry<String, String> field : saved.headers()) {
			headers.add(field.getKey(), field.getValue());
		}
		this.exchange.request().restore(saved.method(), headers, new SavedBody(saved.body()));
	}

}
