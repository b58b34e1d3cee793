package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import jakarta.servlet.SessionTrackingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * All but servlets, filters and security from several descriptors (Servlet 6.1 §8.2.3).
 */
class DescriptorMergeTests {

	@Test
	void withoutAnyDescriptorThereIsNothing() {
		WebDescriptor merged = Descriptors.merge(null, new WebFragment("WEB-INF/lib/a.jar", null, null));
		assertThat(merged).isEqualTo(WebDescriptor.builder(Source.of("WEB-INF/web.xml")).build());
	}

	@Test
	void someThingsOnlyTheWebXmlCanSay() {
		WebDescriptor merged = Descriptors.merge(Descriptors.readWebXml("""
				<web-app version="5.0">
				<module-name>shop</module-name>
				<display-name>Shop</display-name>
				<default-context-path>/shop</default-context-path>
				<request-character-encoding>UTF-8</request-character-encoding>
				<response-character-encoding>UTF-16</response-character-encoding>
				<deny-uncovered-http-methods/>
				<absolute-ordering><name>a</name></absolute-ordering>
				</web-app>
				"""), Descriptors.fragment("a", "<name>a</name><display-name>A</display-name>"));
		assertThat(merged.source()).isEqualTo(new Source("WEB-INF/web.xml", 1));
		assertThat(merged.version()).hasToString("5.0");
		assertThat(merged.name()).extracting(Setting::value).isEqualTo("shop");
		assertThat(merged.displayName()).extracting(Setting::value).isEqualTo("Shop");
		assertThat(merged.defaultContextPath()).extracting(Setting::value).isEqualTo("/shop");
		assertThat(merged.requestCharacterEncoding()).extracting(Setting::value).isEqualTo("UTF-8");
		assertThat(merged.responseCharacterEncoding()).extracting(Setting::value).isEqualTo("UTF-16");
		assertThat(merged.denyUncoveredHttpMethods()).isTrue();
		assertThat(merged.absoluteOrdering()).isNotNull();
	}

	@Test
	void theDisplayNameOfAFragmentIsIgnored() {
		assertThat(
				Descriptors.merge(Descriptors.webXml(""), Descriptors.fragment("a", "<display-name>A</display-name>"))
					.displayName())
			.isNull();
	}

	@Test
	void distributableOnlyIfAllSaySo() {
		WebDescriptor webXml = Descriptors.webXml("<distributable/>");
		WebFragment yes = Descriptors.fragment("yes", "<distributable/>");
		WebFragment no = Descriptors.fragment("no", "");
		WebFragment plain = new WebFragment("WEB-INF/lib/plain.jar", null, null);
		assertThat(Descriptors.merge(webXml, yes, plain).distributable()).isTrue();
		assertThat(Descriptors.merge(webXml, yes, no).distributable()).isFalse();
		assertThat(Descriptors.merge(Descriptors.webXml(""), yes).distributable()).isFalse();
		assertThat(Descriptors.merge(null, yes).distributable()).isFalse();
	}

	@Test
	void listenersAreCalledInTheOrderOfTheDescriptorsAndOnceForEachClass() {
		WebFragment one = Descriptors.fragment("one", listener("B") + listener("A"))
			.withAnnotations(Descriptors.annotations("C", listener("C")));
		WebFragment two = Descriptors.fragment("two", listener("D") + listener("B"));
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(listener("A") + listener("Z") + listener("A")),
				Descriptors.annotations("E", listener("E") + listener("Z")), one, two);
		assertThat(Descriptors.values(merged.listeners())).containsExactly("A", "Z", "E", "B", "C", "D");
	}

	@Test
	void welcomeFilesAndSecurityRolesAddUp() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(welcome("a") + role("x")),
				Descriptors.fragment("one", welcome("b") + welcome("a") + role("y") + role("x")));
		assertThat(Descriptors.values(merged.welcomeFiles())).containsExactly("a", "b");
		assertThat(Descriptors.values(merged.securityRoles())).containsExactly("x", "y");
	}

	@Test
	void jspPropertyGroupsAddUp() {
		String group = "<jsp-config><jsp-property-group><url-pattern>%s</url-pattern></jsp-property-group></jsp-config>";
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(group.formatted("/a")),
				Descriptors.fragment("one", group.formatted("/b")));
		assertThat(merged.jspConfig().propertyGroups()).extracting((properties) -> properties.patterns().get(0).value())
			.containsExactly("/a", "/b");
	}

	@Test
	void callbacksOfFragmentsAddUpUnlessTheWebXmlNamesAny() {
		WebFragment one = Descriptors.fragment("one", callback("post-construct", "A") + callback("pre-destroy", "A"));
		WebFragment two = Descriptors.fragment("two", callback("post-construct", "B") + callback("pre-destroy", "B"));
		WebDescriptor inherited = Descriptors.merge(Descriptors.webXml(""), one, two);
		assertThat(Descriptors.pairs(inherited.postConstruct())).containsExactly("A=run", "B=run");
		assertThat(Descriptors.pairs(inherited.preDestroy())).containsExactly("A=run", "B=run");
		WebDescriptor own = Descriptors.merge(Descriptors.webXml(callback("post-construct", "M")), one, two);
		assertThat(Descriptors.pairs(own.postConstruct())).containsExactly("M=run");
		assertThat(Descriptors.pairs(own.preDestroy())).containsExactly("A=run", "B=run");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			<context-param><param-name>k</param-name><param-value>%s</param-value></context-param> \
			| The context-param 'k' | 1 | 2
			<mime-mapping><extension>k</extension><mime-type>%s</mime-type></mime-mapping> \
			| The media type of the extension 'k' | 1 | 2
			<error-page><error-code>404</error-code><location>/%s</location></error-page> \
			| The error page for status 404 | /1 | /2
			<error-page><exception-type>E</exception-type><location>/%s</location></error-page> \
			| The error page for E | /1 | /2
			<error-page><location>/%s</location></error-page> | The error page for all errors | /1 | /2
			<taglib><taglib-uri>k</taglib-uri><taglib-location>%s</taglib-location></taglib> \
			| The location of the taglib 'k' | 1 | 2
			<session-config><session-timeout>%s</session-timeout></session-config> | The session-timeout | 1 | 2
			<session-config><cookie-config><name>%s</name></cookie-config></session-config> \
			| The name of the session cookie | 1 | 2
			<session-config><cookie-config><attribute><attribute-name>SameSite</attribute-name>\
			<attribute-value>%s</attribute-value></attribute></cookie-config></session-config> \
			| The attribute 'samesite' of the session cookie | 1 | 2
			<login-config><auth-method>BASIC</auth-method><realm-name>%s</realm-name></login-config> \
			| The login-config | [BASIC, 1, null, null] | [BASIC, 2, null, null]
			<resource-ref><res-ref-name>k</res-ref-name><res-type>%s</res-type></resource-ref> \
			| The resource-ref 'k' | [res-type=1] | [res-type=2]
			""")
	void whatTwoFragmentsContradictEachOtherInIsAnErrorUnlessTheWebXmlSaysIt(String xml, String what, String first,
			String second) {
		WebFragment one = Descriptors.fragment("one", xml.formatted("1"));
		WebFragment two = Descriptors.fragment("two", xml.formatted("2"));
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(Descriptors.webXml(""), one, two))
			.withMessage(what + " is '" + first + "' in WEB-INF/lib/one.jar!/META-INF/web-fragment.xml:1 and '" + second
					+ "' in WEB-INF/lib/two.jar!/META-INF/web-fragment.xml:1; remove one of them, or say in "
					+ "WEB-INF/web.xml which it is, whose word counts");
		WebDescriptor webXml = Descriptors.webXml(xml.formatted("3"));
		assertThat(Descriptors.merge(webXml, one, two)).isEqualTo(Descriptors.merge(webXml));
		WebDescriptor inherited = Descriptors.merge(Descriptors.webXml(""), one, one);
		assertThat(inherited).isEqualTo(Descriptors.merge(Descriptors.webXml(""), one));
		assertThat(inherited).isNotEqualTo(Descriptors.merge(Descriptors.webXml("")));
	}

	@Test
	void localeEncodingsAddUpByLocale() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(encoding("ja", "UTF-8")),
				Descriptors.fragment("one", encoding("ja", "Shift_JIS") + encoding("de", "UTF-8")));
		assertThat(Descriptors.pairs(merged.localeEncodings())).containsExactly("ja=UTF-8", "de=UTF-8");
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(null, Descriptors.fragment("one", encoding("ja", "Shift_JIS")),
					Descriptors.fragment("two", encoding("ja", "UTF-8"))))
			.withMessageStartingWith("The encoding of the locale 'ja' is 'Shift_JIS' in ");
	}

	@Test
	void contextParamsOfDifferentNamesAddUp() {
		String param = "<context-param><param-name>%s</param-name><param-value>%s</param-value></context-param>";
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(param.formatted("a", "1")),
				Descriptors.fragment("one", param.formatted("b", "2") + param.formatted("a", "3")));
		assertThat(Descriptors.pairs(merged.contextParams())).containsExactly("a=1", "b=2");
	}

	@Test
	void settingsOfSessionsAreInheritedOneByOne() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors
					.webXml("""
							<session-config>
							  <cookie-config><name>SID</name><http-only>false</http-only>
							    <attribute><attribute-name>samesite</attribute-name><attribute-value>Lax</attribute-value></attribute>
							  </cookie-config>
							</session-config>
							"""),
				Descriptors.fragment("one",
						"""
								<session-config>
								  <session-timeout>5</session-timeout>
								  <cookie-config><name>OTHER</name><domain>example.com</domain><path>/p</path><comment>c</comment>
								    <http-only>true</http-only><secure>true</secure><max-age>7</max-age>
								    <attribute><attribute-name>SameSite</attribute-name><attribute-value>None</attribute-value></attribute>
								    <attribute><attribute-name>Priority</attribute-name><attribute-value>High</attribute-value></attribute>
								  </cookie-config>
								  <tracking-mode>URL</tracking-mode>
								</session-config>
								"""),
				Descriptors.fragment("two",
						"<session-config><tracking-mode>COOKIE</tracking-mode><tracking-mode>URL</tracking-mode></session-config>"));
		SessionConfig config = merged.sessionConfig();
		assertThat(config).isNotNull();
		assertThat(config.source()).isEqualTo(new Source("WEB-INF/web.xml", 1));
		assertThat(config.timeout()).extracting(Setting::value).isEqualTo(5);
		assertThat(config.cookie().name()).extracting(Setting::value).isEqualTo("SID");
		assertThat(config.cookie().domain()).extracting(Setting::value).isEqualTo("example.com");
		assertThat(config.cookie().path()).extracting(Setting::value).isEqualTo("/p");
		assertThat(config.cookie().comment()).extracting(Setting::value).isEqualTo("c");
		assertThat(config.cookie().httpOnly()).extracting(Setting::value).isEqualTo(false);
		assertThat(config.cookie().secure()).extracting(Setting::value).isEqualTo(true);
		assertThat(config.cookie().maxAge()).extracting(Setting::value).isEqualTo(7);
		assertThat(Descriptors.pairs(config.cookie().attributes())).containsExactly("samesite=Lax", "Priority=High");
		assertThat(Descriptors.values(config.trackingModes())).containsExactly(SessionTrackingMode.URL,
				SessionTrackingMode.COOKIE);
	}

	@Test
	void trackingModesOfTheWebXmlReplaceThoseOfFragments() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<session-config><tracking-mode>COOKIE</tracking-mode></session-config>"),
				Descriptors.fragment("one", "<session-config><tracking-mode>URL</tracking-mode></session-config>"));
		assertThat(merged.sessionConfig()).isNotNull();
		assertThat(Descriptors.values(merged.sessionConfig().trackingModes()))
			.containsExactly(SessionTrackingMode.COOKIE);
	}

	@Test
	void injectionTargetsOfAResourceAddUpWhoeverDeclaresIt() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(resource("DataSource", target("Bar3", "baz3"))),
				Descriptors.fragment("one", resource("Other", target("Bar", "baz"))),
				Descriptors.fragment("two", resource("Another", target("Bar2", "baz2") + target("Bar", "baz"))));
		assertThat(merged.resourceReferences()).hasSize(1);
		ResourceReference reference = merged.resourceReferences().get(0);
		assertThat(Descriptors.pairs(reference.content())).containsExactly("res-type=DataSource");
		assertThat(reference.injectionTargets()).extracting(ResourceReference.InjectionTarget::className)
			.containsExactly("Bar3", "Bar", "Bar2");
	}

	@Test
	void resourcesThatTwoFragmentsDeclareAlikeAreOneWithAllTargets() {
		WebDescriptor merged = Descriptors.merge(null,
				Descriptors.fragment("one", resource("DataSource", target("Bar", "baz"))),
				Descriptors.fragment("two", resource("DataSource", target("Bar2", "baz2"))));
		assertThat(merged.resourceReferences()).hasSize(1);
		assertThat(merged.resourceReferences().get(0).injectionTargets()).hasSize(2);
	}

	@Test
	void resourcesOfOneNameButOfDifferentKindsAreTwo() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(resource("DataSource", "")),
				Descriptors.fragment("one", "<env-entry><env-entry-name>foo</env-entry-name></env-entry>"));
		assertThat(merged.resourceReferences()).extracting(ResourceReference::element)
			.isEqualTo(List.of("resource-ref", "env-entry"));
	}

	private static String listener(String className) {
		return "<listener><listener-class>" + className + "</listener-class></listener>";
	}

	private static String welcome(String file) {
		return "<welcome-file-list><welcome-file>" + file + "</welcome-file></welcome-file-list>";
	}

	private static String role(String name) {
		return "<security-role><role-name>" + name + "</role-name></security-role>";
	}

	private static String callback(String element, String className) {
		return "<" + element + "><lifecycle-callback-class>" + className
				+ "</lifecycle-callback-class><lifecycle-callback-method>run</lifecycle-callback-method></" + element
				+ ">";
	}

	private static String encoding(String locale, String encoding) {
		return "<locale-encoding-mapping-list><locale-encoding-mapping><locale>" + locale + "</locale><encoding>"
				+ encoding + "</encoding></locale-encoding-mapping></locale-encoding-mapping-list>";
	}

	private static String resource(String type, String more) {
		return "<resource-ref><res-ref-name>foo</res-ref-name><res-type>" + type + "</res-type>" + more
				+ "</resource-ref>";
	}

	private static String target(String className, String name) {
		return "<injection-target><injection-target-class>" + className
				+ "</injection-target-class><injection-target-name>" + name
				+ "</injection-target-name></injection-target>";
	}

}
