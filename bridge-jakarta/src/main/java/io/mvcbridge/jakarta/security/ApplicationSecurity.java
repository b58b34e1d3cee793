package io.mvcbridge.jakarta.security;

import java.util.Set;
import java.util.TreeSet;

import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The security of one application, made once when it starts. Immutable.
 */
public final class ApplicationSecurity {

	private static final Logger logger = LoggerFactory.getLogger(ApplicationSecurity.class);

	private final SecurityConstraints constraints;

	private final Set<String> declaredRoles;

	private final @Nullable IdentityStore store;

	private final @Nullable LoginMechanism mechanism;

	private final @Nullable String authType;

	private final SecureTransport transport;

	private ApplicationSecurity(SecuritySettings settings) {
		this.constraints = new SecurityConstraints(settings.constraints(), settings.declaredRoles(),
				settings.denyUncovered());
		this.declaredRoles = Set.copyOf(settings.declaredRoles());
		this.store = settings.store();
		this.transport = new SecureTransport(settings.securePort());
		LoginConfig login = settings.login();
		if (login != null && this.store != null) {
			this.mechanism = mechanism(login, this.store, settings);
			this.authType = login.mechanism().authType();
		}
		else {
			this.mechanism = null;
			this.authType = null;
		}
	}

	private LoginMechanism mechanism(LoginConfig login, IdentityStore store, SecuritySettings settings) {
		return switch (login.mechanism()) {
			case BASIC -> new BasicLogin(store, login.realm());
			case DIGEST -> new DigestLogin(store, login.realm(), settings.clock());
			case FORM -> new FormLogin(store, login, this.transport, this.constraints);
			case CLIENT_CERT -> new CertificateLogin(store);
		};
	}

	/**
	 * Makes the security of an application, and tells the log what whoever deploys it
	 * should know: uncovered methods, roles that nobody declared, constraints that nobody
	 * can satisfy.
	 * @param application what to call the application in messages
	 * @param settings what it is made from
	 * @return the security, null if there is nothing to check and nobody to log in
	 * @throws ServletException if users are to log in but nobody knows them
	 */
	public static @Nullable ApplicationSecurity of(String application, SecuritySettings settings)
			throws ServletException {
		if (settings.constraints().isEmpty() && settings.login() == null && settings.store() == null) {
			return null;
		}
		checkStore(application, settings);
		ApplicationSecurity security = new ApplicationSecurity(settings);
		for (String line : security.constraints.uncovered()) {
			logger.warn("Application '{}': the security constraints on {} are uncovered, and {} (Servlet 6.1 §13.8.4)",
					application, line, settings.denyUncovered() ? "denied" : "open to all");
		}
		for (SecurityConstraint constraint : settings.constraints()) {
			report(application, constraint, settings);
		}
		return security;
	}

	private static void checkStore(String application, SecuritySettings settings) throws ServletException {
		LoginConfig login = settings.login();
		if (login == null) {
			return;
		}
		if (settings.store() == null) {
			throw new ServletException(
					"Application '" + application + "' has a login configuration (" + login.mechanism() + ", realm '"
							+ login.realm() + "') but no identity store that knows its users: give it one with"
							+ " identityStore(...), or remove the login configuration");
		}
		if (login.mechanism() == LoginConfig.Mechanism.DIGEST && settings.store() instanceof InMemoryIdentities users
				&& !login.realm().equals(users.digestRealm())) {
			throw new ServletException("Application '" + application + "' logs its users in by DIGEST in the realm '"
					+ login.realm() + "', but its identity store has hashes for "
					+ ((users.digestRealm() != null) ? "the realm '" + users.digestRealm() + "'" : "no realm")
					+ ": call digestRealm(\"" + login.realm() + "\") before adding users to InMemoryIdentities");
		}
	}

	private static void report(String application, SecurityConstraint constraint, SecuritySettings settings) {
		if (constraint.roles() == null || constraint.roles().isEmpty()) {
			return;
		}
		if (settings.login() == null) {
			logger.warn(
					"Application '{}': the security constraint on {} ({}) is for users with the roles {}, but no"
							+ " login is configured: everybody gets 403. Configure a login with an identity store, or"
							+ " leave the protection to a framework",
					application, constraint.patterns(), constraint.source(), constraint.roles());
		}
		Set<String> unknown = new TreeSet<>(constraint.roles());
		unknown.removeAll(settings.declaredRoles());
		unknown.remove(SecurityConstraint.ANY_USER);
		if (unknown.remove(SecurityConstraint.ALL_ROLES) && settings.declaredRoles().isEmpty()) {
			logger.warn(
					"Application '{}': the security constraint on {} ({}) is for all declared roles, but none is"
							+ " declared: nobody gets in. Declare the roles, or use ** for every user who is logged in",
					application, constraint.patterns(), constraint.source());
		}
		if (!unknown.isEmpty()) {
			logger.warn(
					"Application '{}': the security constraint on {} ({}) names the roles {}, which are not declared."
							+ " Declared are {}. Correct the names, or declare them as security roles",
					application, constraint.patterns(), constraint.source(), unknown,
					new TreeSet<>(settings.declaredRoles()));
		}
	}

	AccessRule rule(String path, String method) {
		return this.constraints.find(path, method);
	}

	boolean isDeclared(String role) {
		return this.declaredRoles.contains(role);
	}

	@Nullable IdentityStore store() {
		return this.store;
	}

	/** How users log in, null if no login is configured. */
	@Nullable LoginMechanism mechanism() {
		return this.mechanism;
	}

	/** What a login by the mechanism is called, null if there is none. */
	@Nullable String authType() {
		return this.authType;
	}

	/** The mechanism, if it is FORM. */
	@Nullable FormLogin form() {
		return (this.mechanism instanceof FormLogin form) ? form : null;
	}

	SecureTransport transport() {
		return this.transport;
	}

}
