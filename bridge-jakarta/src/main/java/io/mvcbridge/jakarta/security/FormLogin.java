package io.mvcbridge.jakarta.security;

import java.io.IOException;
import java.util.Objects;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * A form of the application's own (Servlet 6.1 §13.6.3). In three requests:
 * <ol>
 * <li>one that needs a login is saved in the session and answered with the login
 * page;</li>
 * <li>the form is posted to {@code j_security_check}, below whatever path: the session
 * becomes that of the user, under a new identifier, and he is sent to the path of the
 * saved request;</li>
 * <li>the request that he comes with stands for the saved one: its method, header fields
 * and body are restored.</li>
 * </ol>
 * Who posts the form without a saved request, because his session has expired meanwhile
 * or he called the page himself, is logged in and sent to the root of the application.
 */
final class FormLogin implements LoginMechanism {

	private static final String ACTION = "/j_security_check";

	private static final String POST = "POST";

	private static final String GET = "GET";

	private final IdentityStore store;

	private final String loginPage;

	private final String errorPage;

	private final int savedBodyLimit;

	private final SecureTransport transport;

	/** Whether the login page is for encrypted connections only. */
	private final boolean confidential;

	FormLogin(IdentityStore store, LoginConfig config, SecureTransport transport, SecurityConstraints constraints) {
		this.store = store;
		this.loginPage = Objects.requireNonNull(config.loginPage());
		this.errorPage = Objects.requireNonNull(config.errorPage());
		this.savedBodyLimit = config.savedBodyLimit();
		this.transport = transport;
		this.confidential = constraints.find(path(this.loginPage), GET).confidential();
	}

	private static String path(String page) {
		int query = page.indexOf('?');
		return (query < 0) ? page : page.substring(0, query);
	}

	@Override
	public boolean remembers() {
		return true;
	}

	/**
	 * Whether a path is that of one of the two pages: they are shown to those who are not
	 * logged in, whatever the constraints say, or nobody could ever log in.
	 */
	boolean isPage(String path) {
		return path.equals(path(this.loginPage)) || path.equals(path(this.errorPage));
	}

	/** Saves the request and shows the login page. */
	@Override
	public @Nullable Identity authenticate(SecuredRequest request, HttpServletResponse response)
			throws IOException, ServletException {
		if (!isTransportRight(request, response)) {
			return null;
		}
		SessionLogin session = request.openSession();
		if (session == null) {
			throw new IllegalStateException("The login page cannot be shown any more: the response is committed");
		}
		if (session.saved() == null || isNavigation(request.request())) {
			SavedRequest saved = request.save(this.savedBodyLimit);
			if (saved == null) {
				response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
						"Log in first, and send this again: it is longer than the " + this.savedBodyLimit
								+ " bytes that are kept until then");
				return null;
			}
			session.saved(saved);
		}
		show(this.loginPage, request, response);
		return null;
	}

	private boolean isTransportRight(SecuredRequest request, HttpServletResponse response) throws IOException {
		return !this.confidential || this.transport.ensure(request.request(), response);
	}

	/**
	 * Whether the user asked for this, as far as his browser says so: what a page loads
	 * by itself is nothing that he wants to be sent to after the login.
	 */
	private static boolean isNavigation(HttpServletRequest request) {
		String mode = request.getHeader("Sec-Fetch-Mode");
		return mode == null || mode.equals("navigate");
	}

	/** Whether a request is the login form. */
	boolean isSubmission(SecuredRequest request) {
		return request.path().endsWith(ACTION) && POST.equals(request.request().getMethod());
	}

	/**
	 * Logs in whoever sent the form, or shows the error page.
	 * @param caller whose identity it is
	 * @param request the request
	 * @throws IOException if the response cannot be written
	 * @throws ServletException if the error page failed
	 */
	void submit(RequestIdentity caller, SecuredRequest request) throws IOException, ServletException {
		HttpServletRequest form = request.request();
		HttpServletResponse response = request.response();
		if (!isTransportRight(request, response)) {
			return;
		}
		String username = form.getParameter("j_username");
		String password = form.getParameter("j_password");
		Identity identity = (username != null && password != null) ? this.store.authenticate(username, password) : null;
		if (identity == null) {
			show(this.errorPage, request, response);
			return;
		}
		caller.establish(identity, LoginConfig.Mechanism.FORM.authType(), RequestIdentity.Lasting.ALWAYS);
		SessionLogin session = request.sessionLogin();
		SavedRequest saved = (session != null) ? session.saved() : null;
		if (session != null && saved != null && saved.method().equals(GET)) {
			// The browser sends it again as it was
			session.saved(null);
		}
		StringBuffer location = form.getRequestURL();
		location.setLength(location.length() - form.getRequestURI().length());
		if (saved == null) {
			location.append(form.getContextPath()).append('/');
		}
		else {
			// Behind the host: a path with two slashes in front must not be taken for one
			location.append(saved.requestUri());
			if (saved.queryString() != null) {
				location.append('?').append(saved.queryString());
			}
		}
		int status = form.getProtocol().equals("HTTP/1.0") ? HttpServletResponse.SC_FOUND
				: HttpServletResponse.SC_SEE_OTHER;
		response.sendRedirect(response.encodeRedirectURL(location.toString()), status);
	}

	/**
	 * Lets a request stand for the one that was saved, if it is what its sender was sent
	 * to after the login.
	 * @param request the request
	 */
	void resume(SecuredRequest request) {
		SessionLogin session = request.sessionLogin();
		SavedRequest saved = (session != null && session.login() != null) ? session.saved() : null;
		if (saved != null && GET.equals(request.request().getMethod()) && saved.path().equals(request.path())
				&& Objects.equals(saved.queryString(), request.request().getQueryString())) {
			session.saved(null);
			request.restore(saved);
		}
	}

	/**
	 * The page stands at the address of something else, which must not be found in any
	 * cache in its place.
	 */
	private static void show(String page, SecuredRequest request, HttpServletResponse response)
			throws IOException, ServletException {
		RequestDispatcher dispatcher = request.request().getServletContext().getRequestDispatcher(page);
		if (dispatcher == null) {
			throw new ServletException("The page '" + page + "' of the login configuration is no valid path");
		}
		response.setHeader("Cache-Control", "no-store");
		dispatcher.forward(new PageRequest(request.request()), response);
	}

	/** Pages are there to be got, whatever the request was that they stand in for. */
	private static final class PageRequest extends HttpServletRequestWrapper {

		PageRequest(HttpServletRequest request) {
			super(request);
		}

		@Override
		public String getMethod() {
			return GET;
		}

	}

}
