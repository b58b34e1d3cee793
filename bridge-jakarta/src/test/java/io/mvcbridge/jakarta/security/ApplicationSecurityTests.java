package io.mvcbridge.jakarta.security;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What whoever deploys an application is told of its security. */
class ApplicationSecurityTests {

	private static final InMemoryIdentities USERS = InMemoryIdentities.builder()
		.iterations(1000)
		.digestRealm("shop")
		.user("ada", "secret", "ADMIN")
		.build();

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger(ApplicationSecurity.class);

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void leave() {
		this.logger.detachAppender(this.log);
	}

	private @Nullable ApplicationSecurity make(@Nullable LoginConfig login, @Nullable IdentityStore store, boolean deny,
			SecurityConstraint... constraints) throws ServletException {
		return ApplicationSecurity.of("/app", new SecuritySettings(List.of(constraints), Set.of("ADMIN"), deny, login,
				store, 0, InstantSource.system()));
	}

	private List<String> messages() {
		return this.log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	@Test
	void applicationThatSaysNothingHasNoSecurity() throws ServletException {
		assertThat(make(null, null, true)).isNull();
	}

	@Test
	void whatIsRightNeedsNoMessage() throws ServletException {
		assertThat(make(LoginConfig.basic("shop"), USERS, false, SecurityConstraint.on("/x").allowing("ADMIN"),
				SecurityConstraint.on("/y").allowing("**"), SecurityConstraint.on("/z").allowing("*"),
				SecurityConstraint.on("/n").denied(), SecurityConstraint.on("/c").confidential()))
			.isNotNull();
		assertThat(messages()).isEmpty();
	}

	@Test
	void loginWithoutAStoreFailsTheStart() {
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> make(LoginConfig.basic("shop"), null, false))
			.withMessage("Application '/app' has a login configuration (BASIC, realm 'shop') but no identity store that"
					+ " knows its users: give it one with identityStore(...), or remove the login configuration");
	}

	@Test
	void digestWithoutHashesForItsRealmFailsTheStart() {
		assertThatExceptionOfType(ServletException.class)
			.isThrownBy(() -> make(LoginConfig.digest("other"), USERS, false))
			.withMessage(
					"Application '/app' logs its users in by DIGEST in the realm 'other', but its identity store has"
							+ " hashes for the realm 'shop': call digestRealm(\"other\") before adding users to"
							+ " InMemoryIdentities");
	}

	@Test
	void rolesThatNobodyDeclaredAreNamed() throws ServletException {
		make(LoginConfig.basic("shop"), USERS, false,
				SecurityConstraint.on("/x", "/y").allowing("ADMN", "ADMIN").from("WEB-INF/web.xml, line 12"));
		assertThat(messages()).containsExactly(
				"Application '/app': the security constraint on [/x, /y] (WEB-INF/web.xml, line 12) names the"
						+ " roles [ADMN], which are not declared. Declared are [ADMIN]. Correct the names, or declare them as"
						+ " security roles");
	}

	@Test
	void uncoveredMethodsAreNamed() throws ServletException {
		make(LoginConfig.basic("shop"), USERS, false, SecurityConstraint.on("/x").forMethods("GET").allowing("ADMIN"));
		make(LoginConfig.basic("shop"), USERS, true,
				SecurityConstraint.on("/y").exceptMethods("GET").allowing("ADMIN"));
		assertThat(messages()).containsExactly(
				"Application '/app': the security constraints on '/x': all methods but GET are uncovered, and open to all"
						+ " (Servlet 6.1 §13.8.4)",
				"Application '/app': the security constraints on '/y': GET are uncovered, and denied (Servlet 6.1"
						+ " §13.8.4)");
	}

	@Test
	void constraintThatNobodyCanSatisfyIsNamed() throws ServletException {
		make(null, null, false, SecurityConstraint.on("/x").allowing("ADMIN"));
		assertThat(messages()).containsExactly("Application '/app': the security constraint on [/x] (by program) is for"
				+ " users with the roles [ADMIN], but no login is configured: everybody gets 403. Configure a login with an"
				+ " identity store, or leave the protection to a framework");
	}

	@Test
	void starWithoutADeclaredRoleIsNamed() throws ServletException {
		ApplicationSecurity.of("/app", new SecuritySettings(List.of(SecurityConstraint.on("/x").allowing("*")),
				Set.of(), false, LoginConfig.basic("shop"), USERS, 0, InstantSource.system()));
		assertThat(messages()).containsExactly("Application '/app': the security constraint on [/x] (by program) is for"
				+ " all declared roles, but none is declared: nobody gets in. Declare the roles, or use ** for every user"
				+ " who is logged in");
	}

}
