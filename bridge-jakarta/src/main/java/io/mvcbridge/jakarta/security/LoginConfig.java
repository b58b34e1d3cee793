package io.mvcbridge.jakarta.security;

import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * How users of an application log in (Servlet 6.1 §13.6).
 *
 * @param mechanism the kind of login
 * @param realm what a browser shows in its own dialog, and what DIGEST hashes with the
 * password
 * @param loginPage for FORM, the page with the form; begins with a slash
 * @param errorPage for FORM, the page of a failed login; begins with a slash
 * @param savedBodyLimit for FORM, how many bytes a request body may have that is kept
 * until its sender has logged in; a longer one is answered with 413. What is kept lies in
 * a session, which anybody can have
 */
public record LoginConfig(Mechanism mechanism, String realm, @Nullable String loginPage, @Nullable String errorPage,
		int savedBodyLimit) {

	/** The realm where none is named. */
	public static final String DEFAULT_REALM = "default";

	private static final int DEFAULT_SAVED_BODY_LIMIT = 16 * 1024;

	public LoginConfig {
		for (int i = 0; i < realm.length(); i++) {
			if (realm.charAt(i) < ' ' || realm.charAt(i) > '~') {
				throw new IllegalArgumentException(
						"The realm '" + realm + "' has the character " + String.format("U+%04X", (int) realm.charAt(i))
								+ " at position " + i + ": only printable ASCII characters can be sent");
			}
		}
		if (mechanism == Mechanism.FORM) {
			requirePage("login", loginPage);
			requirePage("error", errorPage);
		}
		if (savedBodyLimit < 0) {
			throw new IllegalArgumentException("The limit for saved bodies is " + savedBodyLimit + ", below zero");
		}
	}

	private static void requirePage(String what, @Nullable String page) {
		if (page == null || !page.startsWith("/")) {
			throw new IllegalArgumentException(
					"Login by FORM needs a form-" + what + "-page that begins with a slash, not '" + page + "'");
		}
	}

	/** The browser's own dialog, RFC 7617. Passwords are readable: use it over TLS. */
	public static LoginConfig basic(String realm) {
		return new LoginConfig(Mechanism.BASIC, realm, null, null, DEFAULT_SAVED_BODY_LIMIT);
	}

	/** The browser's own dialog, RFC 7616. Passwords are never sent. */
	public static LoginConfig digest(String realm) {
		return new LoginConfig(Mechanism.DIGEST, realm, null, null, DEFAULT_SAVED_BODY_LIMIT);
	}

	/**
	 * A page of the application, whose form posts {@code j_username} and
	 * {@code j_password} to {@code j_security_check}.
	 */
	public static LoginConfig form(String loginPage, String errorPage) {
		return new LoginConfig(Mechanism.FORM, DEFAULT_REALM, loginPage, errorPage, DEFAULT_SAVED_BODY_LIMIT);
	}

	/** The certificate of the client's TLS connection. */
	public static LoginConfig clientCert() {
		return new LoginConfig(Mechanism.CLIENT_CERT, DEFAULT_REALM, null, null, DEFAULT_SAVED_BODY_LIMIT);
	}

	/**
	 * What the {@code login-config} of a descriptor says.
	 * @param authMethod {@code BASIC}, {@code DIGEST}, {@code FORM} or
	 * {@code CLIENT-CERT}
	 * @param realm the realm, null for the default one
	 * @param loginPage the login page of FORM, else null
	 * @param errorPage the error page of FORM, else null
	 * @return the configuration
	 * @throws IllegalArgumentException if the method is another one or none, or a page is
	 * missing
	 */
	public static LoginConfig of(@Nullable String authMethod, @Nullable String realm, @Nullable String loginPage,
			@Nullable String errorPage) {
		return new LoginConfig(Mechanism.named((authMethod != null) ? authMethod.strip() : ""),
				(realm != null && !realm.isBlank()) ? realm.strip() : DEFAULT_REALM, loginPage, errorPage,
				DEFAULT_SAVED_BODY_LIMIT);
	}

	/** The same with another limit for saved bodies. */
	public LoginConfig savedBodyLimit(int bytes) {
		return new LoginConfig(this.mechanism, this.realm, this.loginPage, this.errorPage, bytes);
	}

	/** The kinds of login. */
	public enum Mechanism {

		BASIC(HttpServletRequest.BASIC_AUTH), DIGEST(HttpServletRequest.DIGEST_AUTH),
		FORM(HttpServletRequest.FORM_AUTH), CLIENT_CERT(HttpServletRequest.CLIENT_CERT_AUTH);

		private final String authType;

		Mechanism(String authType) {
			this.authType = authType;
		}

		/** What {@code getAuthType} answers. */
		public String authType() {
			return this.authType;
		}

		private static Mechanism named(String authMethod) {
			String name = authMethod.toUpperCase(Locale.ROOT).replace('-', '_');
			for (Mechanism mechanism : values()) {
				if (mechanism.name().equals(name)) {
					return mechanism;
				}
			}
			throw new IllegalArgumentException("The auth-method '" + authMethod
					+ "' is not known: use BASIC, DIGEST, FORM or CLIENT-CERT, or leave the login to a framework");
		}

	}

}
