package io.mvcbridge.jakarta.security;

import java.util.List;
import java.util.Set;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Servlet 6.1 §13.8.1 to §13.8.4. */
class SecurityConstraintsTests {

	/** The example of Servlet 6.1 §13.8.2. */
	private static final List<SecurityConstraint> ACME = List.of(
			SecurityConstraint.on("/*", "/acme/wholesale/*", "/acme/retail/*").exceptMethods("GET", "POST").denied(),
			SecurityConstraint.on("/acme/wholesale/*").forMethods("GET", "PUT").allowing("SALESCLERK"),
			SecurityConstraint.on("/acme/wholesale/*").forMethods("GET", "POST").allowing("CONTRACTOR").confidential(),
			SecurityConstraint.on("/acme/retail/*").forMethods("GET", "POST").allowing("CONTRACTOR", "HOMEOWNER"));

	private static SecurityConstraints table(SecurityConstraint... constraints) {
		return new SecurityConstraints(List.of(constraints), Set.of("A", "B"), false);
	}

	/** Who may, and over what. */
	private static String rule(SecurityConstraints table, String method, String path) {
		AccessRule rule = table.find(path, method);
		return rule.access() + " " + rule.roles().stream().sorted().toList()
				+ (rule.confidential() ? " encrypted" : "");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			DELETE | /x                | NOBODY []
			FOO    | /x                | NOBODY []
			GET    | /x                | EVERYBODY []
			POST   | /x                | EVERYBODY []
			DELETE | /acme/wholesale/x | NOBODY []
			PUT    | /acme/wholesale/x | NOBODY []
			GET    | /acme/wholesale/x | ROLES [CONTRACTOR, SALESCLERK]
			GET    | /acme/wholesale   | ROLES [CONTRACTOR, SALESCLERK]
			POST   | /acme/wholesale/x | ROLES [CONTRACTOR] encrypted
			DELETE | /acme/retail/x    | NOBODY []
			GET    | /acme/retail/x    | ROLES [CONTRACTOR, HOMEOWNER]
			POST   | /acme/retail/x/y  | ROLES [CONTRACTOR, HOMEOWNER]
			GET    | /acme/wholesalers | EVERYBODY []
			get    | /acme/retail/x    | NOBODY []
			""")
	void exampleOfTheSpecificationComesOutAsItsTableSays(String method, String path, String expected) {
		assertThat(rule(new SecurityConstraints(ACME, Set.of(), false), method, path)).isEqualTo(expected);
	}

	@Test
	void constraintWithoutRolesOpensWhatOthersRestrict() {
		assertThat(rule(table(SecurityConstraint.on("/x").allowing("A"), SecurityConstraint.on("/x")), "GET", "/x"))
			.isEqualTo("EVERYBODY []");
	}

	@Test
	void constraintForNobodyStandsAboveAllOthers() {
		assertThat(rule(table(SecurityConstraint.on("/x").allowing("A"), SecurityConstraint.on("/x"),
				SecurityConstraint.on("/x").denied()), "GET", "/x"))
			.isEqualTo("NOBODY []");
	}

	@Test
	void twoStarsPermitEveryUserWhateverRolesStandBeside() {
		assertThat(rule(table(SecurityConstraint.on("/x").allowing("A"), SecurityConstraint.on("/x").allowing("**")),
				"GET", "/x"))
			.isEqualTo("ANY_USER [**, A]");
	}

	@Test
	void starStandsForTheDeclaredRoles() {
		assertThat(rule(table(SecurityConstraint.on("/x").allowing("*", "C")), "GET", "/x"))
			.isEqualTo("ROLES [A, B, C]");
	}

	@Test
	void oneConstraintWithoutAGuaranteeMakesAnyConnectionGood() {
		assertThat(rule(table(SecurityConstraint.on("/x").allowing("A").confidential(),
				SecurityConstraint.on("/x").allowing("B")), "GET", "/x"))
			.isEqualTo("ROLES [A, B]");
	}

	@ParameterizedTest
	@CsvSource({ "/a/b.do,EXACT", "/a/b/c,LONG", "/a/c.do,SHORT", "/b.do,EXTENSION", "/b/c.do,EXTENSION", "/b,DEFAULT",
			"/b.do/c,DEFAULT", "/,ROOT", "'',ROOT", "/a,SHORT", "/ab,DEFAULT", "/.do,EXTENSION" })
	void bestPatternIsExactThenLongestPrefixThenExtensionThenDefault(String path, String role) {
		SecurityConstraints table = table(SecurityConstraint.on("/").allowing("DEFAULT"),
				SecurityConstraint.on("*.do").allowing("EXTENSION"), SecurityConstraint.on("/a/*").allowing("SHORT"),
				SecurityConstraint.on("/a/b/*").allowing("LONG"), SecurityConstraint.on("/a/b.do").allowing("EXACT"),
				SecurityConstraint.on("").allowing("ROOT"));
		assertThat(rule(table, "GET", path)).isEqualTo("ROLES [" + role + "]");
	}

	@Test
	void uncoveredMethodsAreNamedWithTheirPattern() {
		assertThat(table(SecurityConstraint.on("/named").forMethods("PUT", "GET").allowing("A"),
				SecurityConstraint.on("/omitted").exceptMethods("POST", "GET").allowing("A"),
				SecurityConstraint.on("/both").forMethods("GET").allowing("A"),
				SecurityConstraint.on("/both").exceptMethods("GET").allowing("A"),
				SecurityConstraint.on("/all").allowing("A"))
			.uncovered()).containsExactlyInAnyOrder("'/named': all methods but GET, PUT", "'/omitted': GET, POST");
	}

	@Test
	void uncoveredMethodsAreDeniedOnTheirPatternAlone() {
		SecurityConstraints table = new SecurityConstraints(
				List.of(SecurityConstraint.on("/x").forMethods("GET").allowing("A"),
						SecurityConstraint.on("/y").exceptMethods("GET").allowing("A")),
				Set.of("A"), true);
		assertThat(rule(table, "GET", "/x")).isEqualTo("ROLES [A]");
		assertThat(rule(table, "FOO", "/x")).isEqualTo("NOBODY []");
		assertThat(rule(table, "GET", "/y")).isEqualTo("NOBODY []");
		assertThat(rule(table, "GET", "/z")).isEqualTo("EVERYBODY []");
	}

	@Test
	void annotationIsOneConstraintForEachMethodAndOneForTheOthers() {
		ServletSecurityElement element = new ServletSecurityElement(
				new HttpConstraintElement(TransportGuarantee.NONE, "R1"),
				List.of(new HttpMethodConstraintElement("TRACE", new HttpConstraintElement(EmptyRoleSemantic.DENY)),
						new HttpMethodConstraintElement("GET"), new HttpMethodConstraintElement("POST",
								new HttpConstraintElement(TransportGuarantee.CONFIDENTIAL, "R1"))));
		SecurityConstraints table = new SecurityConstraints(
				SecurityConstraint.of(element, List.of("/x", "/y"), "of a test"), Set.of(), true);
		assertThat(rule(table, "PUT", "/x")).isEqualTo("ROLES [R1]");
		assertThat(rule(table, "TRACE", "/y")).isEqualTo("NOBODY []");
		assertThat(rule(table, "GET", "/x")).isEqualTo("EVERYBODY []");
		assertThat(rule(table, "POST", "/x")).isEqualTo("ROLES [R1] encrypted");
	}

	@Test
	void starInAnAnnotationIsARoleThatNobodyIsIn() {
		ServletSecurityElement element = new ServletSecurityElement(
				new HttpConstraintElement(TransportGuarantee.NONE, "*"));
		SecurityConstraints table = new SecurityConstraints(SecurityConstraint.of(element, List.of("/x"), "of a test"),
				Set.of("A"), false);
		assertThat(rule(table, "GET", "/x")).isEqualTo("NOBODY []");
	}

	@Test
	void annotationWithDefaultsOnlyOpensAll() {
		SecurityConstraints table = new SecurityConstraints(
				SecurityConstraint.of(new ServletSecurityElement(), List.of("/x"), "of a test"), Set.of(), true);
		assertThat(rule(table, "GET", "/x")).isEqualTo("EVERYBODY []");
		assertThat(table.uncovered()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "*", "*.", "x/*", "*.a/b" })
	void patternThatMatchesNothingIsRefused(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> SecurityConstraint.on(pattern))
			.withMessageStartingWith("The URL pattern '" + pattern + "' matches nothing");
	}

	@Test
	void constraintWithoutAPatternIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SecurityConstraint.on())
			.withMessage("A security constraint (by program) has no URL pattern");
	}

	@Test
	void methodsAndOmittedMethodsExcludeEachOther() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> SecurityConstraint.on("/x").from("web.xml, line 7").forMethods("GET").exceptMethods("PUT"))
			.withMessage(
					"The security constraint on [/x] (web.xml, line 7) names both methods [GET] and omitted methods"
							+ " [PUT]: use one of them");
	}

}
