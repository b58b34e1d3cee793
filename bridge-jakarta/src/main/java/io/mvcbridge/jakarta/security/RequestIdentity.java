package io.mvcbridge.jakarta.security;

import java.io.IOException;
import java.security.Principal;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who sent a request (Servlet 6.1 §13.3, §13.10). Found out before the request is
 * dispatched, and the same from then on, in forwards, error and asynchronous dispatches
 * too, until the application calls {@code authenticate}, {@code login} or {@code logout}.
 * Used by one thread at a time, as the request is.
 */
public final class RequestIdentity {

	private static final Logger logger = LoggerFactory.getLogger(RequestIdentity.class);

	/** The kind of a login that a program did where no mechanism is configured. */
	private static final String BY_PROGRAM = "LOGIN";

	private final ApplicationSecurity security;

	private final SecuredRequest request;

	private @Nullable Identity identity;

	private @Nullable String authType;

	/** The session was asked. */
	private boolean resolved;

	public RequestIdentity(ApplicationSecurity security, SecuredRequest request) {
		this.security = security;
		this.request = request;
	}

	/**
	 * Holds the request against the constraints (Servlet 6.1 §13.8.3), and logs its
	 * sender in if they need that. Called once, before any filter.
	 * @return whether the request may be dispatched; if not, it is answered
	 * @throws IOException if the response cannot be written
	 * @throws ServletException if a page of the login failed
	 */
	public boolean admit() throws IOException, ServletException {
		resolve();
		FormLogin form = this.security.form();
		if (form != null && this.identity != null) {
			form.resume(this.request);
		}
		HttpServletRequest servletRequest = this.request.request();
		HttpServletResponse response = this.request.response();
		AccessRule rule = this.security.rule(this.request.path(), servletRequest.getMethod());
		if (rule.confidential() && !this.security.transport().ensure(servletRequest, response)) {
			return false;
		}
		if (form != null && form.isSubmission(this.request)) {
			form.submit(this, this.request);
			return false;
		}
		if (rule.needsLogin() && this.identity == null) {
			if (form != null && form.isPage(this.request.path())) {
				return true;
			}
			if (this.security.mechanism() != null && !authenticate(this.security.mechanism(), response)) {
				return false;
			}
		}
		if (!rule.permits(this.identity)) {
			logger.debug("{} is forbidden to {}", servletRequest,
					(this.identity != null) ? this.identity.name() : null);
			response.sendError(HttpServletResponse.SC_FORBIDDEN);
			return false;
		}
		if (rule.needsLogin() && servletRequest.getHeader("Authorization") == null) {
			// Shared caches know what Authorization means (RFC 9111 §3.5), and nothing of
			// our sessions. The application may say otherwise
			response.setHeader("Cache-Control", "private");
		}
		return true;
	}

	private boolean authenticate(LoginMechanism mechanism, HttpServletResponse response)
			throws IOException, ServletException {
		Identity found = mechanism.authenticate(this.request, response);
		if (found == null) {
			return false;
		}
		establish(found, this.security.authType(), Lasting.NEVER);
		return true;
	}

	/** Finds out whom the session belongs to, if anybody can log in at all. */
	private void resolve() {
		if (!this.resolved) {
			this.resolved = true;
			SessionLogin session = (this.security.store() != null) ? this.request.sessionLogin() : null;
			SessionLogin.Login login = (session != null) ? session.login() : null;
			if (login != null) {
				this.identity = login.identity();
				this.authType = login.authType();
			}
		}
	}

	/**
	 * Makes somebody the sender of the request. A session that was not his gets a new
	 * identifier: somebody else may know the old one.
	 * @param identity who it is
	 * @param authType how he logged in
	 * @param lasting whether the session shall remember him
	 */
	void establish(Identity identity, @Nullable String authType, Lasting lasting) {
		this.resolved = true;
		this.identity = identity;
		this.authType = authType;
		SessionLogin session = this.request.sessionLogin();
		if (session == null && lasting == Lasting.ALWAYS) {
			session = this.request.openSession();
		}
		else if (session != null && !session.isBoundTo(identity)) {
			if (this.request.response().isCommitted()) {
				// The client could not learn of the new identifier
				return;
			}
			this.request.renewSession();
		}
		if (session != null) {
			session.bind(identity);
			if (lasting != Lasting.NEVER && authType != null) {
				session.login(identity, authType);
			}
		}
	}

	/** What {@code getUserPrincipal} answers. */
	public @Nullable Principal principal() {
		resolve();
		return (this.identity != null) ? this.identity.principal() : null;
	}

	/** What {@code getRemoteUser} answers. */
	public @Nullable String name() {
		resolve();
		return (this.identity != null) ? this.identity.name() : null;
	}

	/** What {@code getAuthType} answers. */
	public @Nullable String authType() {
		resolve();
		return this.authType;
	}

	/**
	 * What {@code isUserInRole} answers (Servlet 6.1 §13.3).
	 * @param role the name of a role, or of a reference of the servlet that runs
	 * @return whether the sender is in the role
	 */
	public boolean isUserInRole(@Nullable String role) {
		resolve();
		if (this.identity == null || role == null || role.equals(SecurityConstraint.ALL_ROLES)) {
			return false;
		}
		String tested = this.request.linkedRole(role);
		if (tested.equals(SecurityConstraint.ANY_USER) && !this.security.isDeclared(tested)) {
			return true;
		}
		return !tested.equals(SecurityConstraint.ALL_ROLES) && this.identity.roles().contains(tested);
	}

	/**
	 * What {@code HttpServletRequest.authenticate} does.
	 * @param response where to ask the client
	 * @return whether the sender is known; if not, the response asks for a login
	 * @throws IOException if the response cannot be written
	 * @throws ServletException if no login is configured, or a page of it failed
	 */
	public boolean authenticate(HttpServletResponse response) throws IOException, ServletException {
		resolve();
		if (this.identity != null) {
			return true;
		}
		LoginMechanism mechanism = this.security.mechanism();
		if (mechanism == null) {
			throw new ServletException("authenticate() cannot ask for a login: none is configured for this application."
					+ " Configure one with loginConfig(...), or leave the login to a framework");
		}
		if (response.isCommitted()) {
			throw new IllegalStateException("authenticate() cannot ask for a login: the response is committed");
		}
		return authenticate(mechanism, response);
	}

	/**
	 * What {@code HttpServletRequest.login} does. The login lasts as long as the session
	 * if there is one, or if the mechanism is FORM, which works by a session anyway.
	 * @param username the user name
	 * @param password the password
	 * @throws ServletException if somebody is logged in, if nobody is known by password,
	 * or if nobody has that name and password
	 */
	public void login(@Nullable String username, @Nullable String password) throws ServletException {
		resolve();
		if (this.identity != null) {
			throw new ServletException("login() was called, but this request is that of '" + this.identity.name()
					+ "': call logout() first");
		}
		IdentityStore store = this.security.store();
		LoginMechanism mechanism = this.security.mechanism();
		if (store == null) {
			throw new ServletException("login() knows nobody: this application has no identity store."
					+ " Give it one with identityStore(...), or leave the login to a framework");
		}
		if (mechanism != null && !mechanism.takesPasswords()) {
			throw new ServletException(
					"login() is not possible: users of this application log in by certificate, not by password");
		}
		Identity found = (username != null && password != null) ? store.authenticate(username, password) : null;
		if (found == null) {
			throw new ServletException("login() failed: there is no user of that name and password");
		}
		String kind = this.security.authType();
		establish(found, (kind != null) ? kind : BY_PROGRAM,
				(mechanism != null && mechanism.remembers()) ? Lasting.ALWAYS : Lasting.IF_SESSION);
	}

	/**
	 * What {@code HttpServletRequest.logout} does: nobody is logged in any more, neither
	 * for this request nor for later ones of the session. The session itself goes on with
	 * its attributes: it is the application's, and it may hold more than its user.
	 */
	public void logout() {
		this.resolved = true;
		this.identity = null;
		this.authType = null;
		SessionLogin session = this.request.sessionLogin();
		if (session != null) {
			session.clear();
		}
	}

	/** Whether a login outlasts its request. */
	enum Lasting {

		/** The next request has to prove itself again. */
		NEVER,

		/** If there is a session that can remember it. */
		IF_SESSION,

		/** A session is made for it. */
		ALWAYS

	}

}
