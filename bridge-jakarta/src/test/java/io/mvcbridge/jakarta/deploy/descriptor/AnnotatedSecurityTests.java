package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Constraints of descriptors and of {@code @ServletSecurity} (Servlet 6.1 §13.4.1). */
class AnnotatedSecurityTests {

	@Test
	void constraintsOfDescriptorsAddUp() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(constraint("/a")),
				Descriptors.fragment("one", constraint("/a") + constraint("/b")));
		assertThat(patterns(merged)).containsExactly(List.of("/a"), List.of("/a"), List.of("/b"));
	}

	@Test
	void anAnnotationHoldsForThePatternsOfAllServletsOfItsClass() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("one", "S", "/one") + servlet("two", "S", "/two") + servlet("t", "T", "/t")),
				annotated("S", "clerk"));
		assertThat(patterns(merged)).containsExactly(List.of("/one", "/two"));
		SecurityConstraint constraint = merged.securityConstraints().get(0);
		assertThat(constraint.roles()).containsExactly("clerk");
		assertThat(constraint.transport()).isEqualTo(TransportGuarantee.CONFIDENTIAL);
		assertThat(constraint.collections().get(0).methodOmissions()).containsExactly("TRACE");
		assertThat(constraint.source()).isEqualTo(Source.of("S"));
	}

	@Test
	void aConstraintOfADescriptorReplacesTheAnnotationForItsPatternOnly() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("one", "S", "/one") + servlet("two", "S", "/two") + constraint("/one")),
				annotated("S", "clerk"));
		assertThat(patterns(merged)).containsExactly(List.of("/one"), List.of("/two"));
		assertThat(merged.securityConstraints().get(0).roles()).isEmpty();
	}

	@Test
	void aConstraintOfADescriptorForAWiderPatternReplacesNothing() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("one", "S", "/one") + constraint("/*")),
				annotated("S", "clerk"));
		assertThat(patterns(merged)).containsExactly(List.of("/*"), List.of("/one"));
	}

	@Test
	void anAnnotationOfAClassWithoutPatternsProtectsNothing() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("one", "S", "/one") + constraint("/one")),
				annotated("S", "clerk"));
		assertThat(merged.securityConstraints()).hasSize(1);
	}

	@Test
	void rolesThatAnnotationsNameAreDeclared() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors
					.webXml(servlet("one", "S", "/one") + "<security-role><role-name>boss</role-name></security-role>"),
				annotated("S", "clerk", "boss", "*", "**"));
		assertThat(Descriptors.values(merged.securityRoles())).containsExactly("boss", "declared", "clerk");
	}

	@Test
	void annotationsDoNotCountBesideACompleteWebXml() {
		WebDescriptor complete = Descriptors
			.readWebXml("<web-app metadata-complete='true'>" + servlet("one", "S", "/one") + "</web-app>");
		assertThat(Descriptors.merge(complete, annotated("S", "clerk")).securityConstraints()).isEmpty();
	}

	@Test
	void rolesThatNobodyDeclaresAreWarnedOf() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml("""
				<security-role><role-name>clerk</role-name></security-role>
				<security-constraint>
				  <web-resource-collection><url-pattern>/a</url-pattern></web-resource-collection>
				  <auth-constraint><role-name>clrek</role-name><role-name>clerk</role-name><role-name>*</role-name>
				    <role-name>**</role-name></auth-constraint>
				</security-constraint>
				<servlet>
				  <servlet-name>shop</servlet-name>
				  <run-as><role-name>system</role-name></run-as>
				  <security-role-ref><role-name>MGR</role-name><role-link>manager</role-link></security-role-ref>
				  <security-role-ref><role-name>EMP</role-name></security-role-ref>
				</servlet>
				"""));
		assertThat(UndeclaredRoles.warnings(merged)).containsExactly(
				"WEB-INF/web.xml:2: a constraint is for the role 'clrek', which is not declared; did you mean 'clerk'?",
				"WEB-INF/web.xml:9: the servlet 'shop' runs as the role 'system', which is not declared; "
						+ "declare it with <security-role>",
				"WEB-INF/web.xml:10: the servlet 'shop' links 'MGR' to the role 'manager', which is not declared; "
						+ "declare it with <security-role>");
	}

	@Test
	void withoutUndeclaredRolesThereIsNoWarning() {
		assertThat(UndeclaredRoles.warnings(Descriptors.merge(Descriptors.webXml(constraint("/a"))))).isEmpty();
	}

	private static WebDescriptor annotated(String className, String... roles) {
		Source source = Source.of(className);
		SecurityConstraint constraint = new SecurityConstraint(
				List.of(new SecurityConstraint.ResourceCollection("", List.of(), List.of(), List.of("TRACE"), source)),
				List.of(roles), TransportGuarantee.CONFIDENTIAL, source);
		return WebDescriptor.builder(Source.of("WEB-INF/classes"))
			.annotatedClass(new AnnotatedClass(className, null, null, List.of(new Setting<>("declared", source)),
					List.of(constraint)))
			.build();
	}

	private static List<List<String>> patterns(WebDescriptor merged) {
		return merged.securityConstraints()
			.stream()
			.map((constraint) -> Descriptors.values(constraint.collections().get(0).patterns()))
			.toList();
	}

	private static String constraint(String pattern) {
		return "<security-constraint><web-resource-collection><url-pattern>" + pattern
				+ "</url-pattern></web-resource-collection><auth-constraint/></security-constraint>";
	}

	private static String servlet(String name, String className, String pattern) {
		return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + className
				+ "</servlet-class></servlet><servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>"
				+ pattern + "</url-pattern></servlet-mapping>";
	}

}
