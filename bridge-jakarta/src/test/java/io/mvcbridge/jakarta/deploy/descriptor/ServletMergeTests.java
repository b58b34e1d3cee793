package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Servlets and their mappings from several descriptors (Servlet 6.1 §8.2.3). */
class ServletMergeTests {

	@Test
	void theExampleOfTheSpecificationWithAnotherName() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("Foo", "com.example.Foo", param("aaa", "111"))
						+ servlet("Fum", "com.example.Foo", param("bbb", "222")) + mapping("Foo", "/foo/*")
						+ mapping("Fum", "/fum/*")),
				Descriptors.annotations("com.example.Foo",
						servlet("com.example.Foo", "com.example.Foo", param("ccc", "333"))
								+ mapping("com.example.Foo", "/MyPattern")));
		assertThat(merged.servlets()).extracting(ServletDeclaration::name)
			.containsExactly("Foo", "Fum", "com.example.Foo");
		assertThat(Descriptors.pairs(Descriptors.servlet(merged, "com.example.Foo").initParams()))
			.containsExactly("ccc=333");
		assertThat(Descriptors.pairs(Descriptors.servlet(merged, "Foo").initParams())).containsExactly("aaa=111");
		assertThat(Descriptors.mappings(merged)).containsExactly("Foo /foo/*", "Fum /fum/*",
				"com.example.Foo /MyPattern");
	}

	@Test
	void theExampleOfTheSpecificationWithTheSameName() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("com.example.Foo", "com.example.Foo", param("aaa", "111"))
						+ mapping("com.example.Foo", "/foo/*")),
				Descriptors.annotations("com.example.Foo",
						servlet("com.example.Foo", "com.example.Foo", param("ccc", "333"))
								+ mapping("com.example.Foo", "/MyPattern")));
		assertThat(merged.servlets()).hasSize(1);
		assertThat(Descriptors.pairs(merged.servlets().get(0).initParams())).containsExactly("aaa=111", "ccc=333");
		assertThat(Descriptors.mappings(merged)).containsExactly("com.example.Foo /foo/*");
	}

	@Test
	void initParamsOfTheWebXmlWinOverFragmentsAndThoseOverAnnotations() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("s", "S", param("a", "web.xml"))),
				Descriptors.annotations("S",
						servlet("s", "S",
								param("a", "annotation") + param("b", "annotation") + param("c", "annotation"))),
				Descriptors.fragment("x", servlet("s", "S", param("a", "fragment") + param("b", "fragment"))));
		assertThat(Descriptors.pairs(merged.servlets().get(0).initParams())).containsExactly("a=web.xml", "b=fragment",
				"c=annotation");
	}

	@Test
	void anInitParamThatTwoFragmentsContradictEachOtherIn() {
		WebFragment one = Descriptors.fragment("one", "\n" + servlet("100%s", "S", param("a", "1")));
		WebFragment two = Descriptors.fragment("two", "\n\n" + servlet("100%s", "S", param("a", "2")));
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.merge(null, one, two))
			.withMessage("The init-param 'a' of the servlet '100%s' is '1' in "
					+ "WEB-INF/lib/one.jar!/META-INF/web-fragment.xml:2 and '2' in "
					+ "WEB-INF/lib/two.jar!/META-INF/web-fragment.xml:3; remove one of them, or say in WEB-INF/web.xml "
					+ "which it is, whose word counts")
			.satisfies((failure) -> assertThat(failure.sources()).containsExactly(
					new Source("WEB-INF/lib/one.jar!/META-INF/web-fragment.xml", 2),
					new Source("WEB-INF/lib/two.jar!/META-INF/web-fragment.xml", 3)));
		WebDescriptor settled = Descriptors.merge(Descriptors.webXml(servlet("100%s", "S", param("a", "3"))), one, two);
		assertThat(Descriptors.pairs(settled.servlets().get(0).initParams())).containsExactly("a=3");
	}

	@Test
	void fragmentsThatSayTheSameAgree() {
		WebDescriptor merged = Descriptors.merge(null, Descriptors.fragment("one", servlet("s", "S", param("a", "1"))),
				Descriptors.fragment("two", servlet("s", "S", param("a", "1"))));
		assertThat(Descriptors.pairs(merged.servlets().get(0).initParams())).containsExactly("a=1");
	}

	@Test
	void aWebXmlInheritsWhatItDoesNotSay() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<servlet><servlet-name>s</servlet-name></servlet>"),
				Descriptors
					.fragment("x", servlet("s", "S", "<load-on-startup>3</load-on-startup><enabled>true</enabled>"
							+ "<async-supported>true</async-supported><run-as><role-name>clerk</role-name></run-as>")));
		ServletDeclaration servlet = merged.servlets().get(0);
		assertThat(servlet.className()).extracting(Setting::value).isEqualTo("S");
		assertThat(servlet.loadOnStartup()).extracting(Setting::value).isEqualTo(3);
		assertThat(servlet.enabled()).extracting(Setting::value).isEqualTo(true);
		assertThat(servlet.asyncSupported()).extracting(Setting::value).isEqualTo(true);
		assertThat(servlet.runAs()).extracting(Setting::value).isEqualTo("clerk");
		assertThat(servlet.source()).hasToString("WEB-INF/web.xml:1");
	}

	@Test
	void aWebXmlWinsWhereBothSaySomething() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("s", "Main", "<load-on-startup>1</load-on-startup>"
						+ "<async-supported>false</async-supported><run-as><role-name>boss</role-name></run-as>")),
				Descriptors.fragment("x", servlet("s", "S", "<load-on-startup>3</load-on-startup>"
						+ "<async-supported>true</async-supported><run-as><role-name>clerk</role-name></run-as>")));
		ServletDeclaration servlet = merged.servlets().get(0);
		assertThat(servlet.className()).extracting(Setting::value).isEqualTo("Main");
		assertThat(servlet.loadOnStartup()).extracting(Setting::value).isEqualTo(1);
		assertThat(servlet.asyncSupported()).extracting(Setting::value).isEqualTo(false);
		assertThat(servlet.runAs()).extracting(Setting::value).isEqualTo("boss");
	}

	@Test
	void loadOnStartupThatTwoFragmentsContradictEachOtherIn() {
		WebFragment one = Descriptors.fragment("one", servlet("s", "S", "<load-on-startup>1</load-on-startup>"));
		WebFragment two = Descriptors.fragment("two", servlet("s", "S", "<load-on-startup>2</load-on-startup>"));
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(Descriptors.webXml(servlet("s", "S", "")), one, two))
			.withMessage("The load-on-startup of the servlet 's' is '1' in "
					+ "WEB-INF/lib/one.jar!/META-INF/web-fragment.xml:1 and '2' in "
					+ "WEB-INF/lib/two.jar!/META-INF/web-fragment.xml:1; remove one of them, or say in WEB-INF/web.xml "
					+ "which it is, whose word counts");
		WebDescriptor settled = Descriptors
			.merge(Descriptors.webXml(servlet("s", "S", "<load-on-startup>3</load-on-startup>")), one, two);
		assertThat(settled.servlets().get(0).loadOnStartup()).extracting(Setting::value).isEqualTo(3);
	}

	@Test
	void oneNameForTwoAnnotatedClasses() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(null, Descriptors.annotations("com.example.A", servlet("s", "A", "")),
					Descriptors.fragment("x", "")
						.withAnnotations(Descriptors.annotations("com.example.B", servlet("s", "B", "")))))
			.withMessage(
					"The class of the servlet 's' is 'A' in com.example.A:1 and 'B' in com.example.B:1; remove one of "
							+ "them, or say in WEB-INF/web.xml which it is, whose word counts");
	}

	@Test
	void aPageOfTheWebXmlReplacesTheClassOfAFragment() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<servlet><servlet-name>s</servlet-name><jsp-file>/s.jsp</jsp-file></servlet>"),
				Descriptors.fragment("x", servlet("s", "S", "")));
		assertThat(merged.servlets().get(0).jspFile()).extracting(Setting::value).isEqualTo("/s.jsp");
		assertThat(merged.servlets().get(0).className()).isNull();
	}

	@Test
	void mappingsOfFragmentsAddUp() {
		WebDescriptor merged = Descriptors.merge(null,
				Descriptors.fragment("one", servlet("s", "S", "") + mapping("s", "/one")),
				Descriptors.fragment("two", mapping("s", "/two") + mapping("s", "/one")));
		assertThat(Descriptors.mappings(merged)).containsExactly("s /one", "s /two", "s /one");
	}

	@Test
	void mappingsOfTheWebXmlReplaceThoseOfFragmentsAndAnnotations() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(mapping("s", "/main")),
				Descriptors.annotations("S", servlet("s", "S", "") + mapping("s", "/annotated")),
				Descriptors.fragment("x", mapping("s", "/fragment") + servlet("t", "T", "") + mapping("t", "/t")));
		assertThat(Descriptors.mappings(merged)).containsExactly("s /main", "t /t");
	}

	@Test
	void mappingsOfAFragmentReplaceThoseOfAnnotations() {
		WebDescriptor merged = Descriptors.merge(null,
				Descriptors.annotations("S", servlet("s", "S", "") + mapping("s", "/annotated")),
				Descriptors.fragment("x", mapping("s", "/fragment")));
		assertThat(Descriptors.mappings(merged)).containsExactly("s /fragment");
	}

	@Test
	void aFragmentMayMapAServletThatALaterOneDeclares() {
		WebDescriptor merged = Descriptors.merge(null, Descriptors.fragment("one", mapping("s", "/s")),
				Descriptors.fragment("two", servlet("s", "S", "")));
		assertThat(Descriptors.mappings(merged)).containsExactly("s /s");
	}

	@Test
	void aMappingToAnUnknownServlet() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(
					() -> Descriptors.merge(Descriptors.webXml(servlet("shop", "S", "") + "\n" + mapping("shpo", "/"))))
			.withMessage(
					"WEB-INF/web.xml:2: The servlet 'shpo' is mapped but nobody declares it; did you mean 'shop'?");
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(Descriptors.webXml(mapping("catalogue", "/"))))
			.withMessage("WEB-INF/web.xml:1: The servlet 'catalogue' is mapped but nobody declares it; "
					+ "declare it with <servlet>");
	}

	@Test
	void servletsOfTheContainerMayBeMapped() {
		WebDescriptor merged = Descriptors
			.merge(Descriptors.webXml(mapping("default", "/static/*") + mapping("jsp", "*.page")));
		assertThat(Descriptors.mappings(merged)).containsExactly("default /static/*", "jsp *.page");
	}

	@Test
	void oneUrlPatternForTwoServlets() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(Descriptors.webXml(servlet("a", "A", "") + mapping("a", "/x")),
					Descriptors.fragment("x", servlet("b", "B", "") + "\n" + mapping("b", "/x"))))
			.withMessage(
					"The url-pattern '/x' is mapped to the servlet 'a' in WEB-INF/web.xml:1 and to the servlet 'b' in "
							+ "WEB-INF/lib/x.jar!/META-INF/web-fragment.xml:2; it can be mapped to one only, remove one of them");
	}

	@Test
	void aUrlPatternThatIsReplacedIsInNobodysWay() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(servlet("a", "A", "") + mapping("a", "/x") + mapping("b", "/b")),
				Descriptors.fragment("x", servlet("b", "B", "") + mapping("b", "/x")));
		assertThat(Descriptors.mappings(merged)).containsExactly("a /x", "b /b");
	}

	@Test
	void aServletThatIsNotEnabledHasNoUrlPatterns() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<servlet><servlet-name>a</servlet-name><enabled>false</enabled></servlet>"
						+ servlet("b", "B", "") + mapping("b", "/x")),
				Descriptors.annotations("A", servlet("a", "A", "") + mapping("a", "/x")));
		assertThat(Descriptors.mappings(merged)).containsExactly("b /x");
		assertThat(Descriptors.servlet(merged, "a").enabled()).extracting(Setting::value).isEqualTo(false);
	}

	@Test
	void partsOfAMultipartConfigAreInheritedOneByOne() {
		WebDescriptor classes = WebDescriptor.builder(Source.of("WEB-INF/classes"))
			.annotatedClass(new AnnotatedClass("S", new ServletDeclaration.Multipart("/tmp", 1L, 2L, 3, Source.of("S")),
					null, List.of(), List.of()))
			.build();
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml(
						servlet("s", "S", "<multipart-config><max-file-size>10</max-file-size></multipart-config>")),
				classes,
				Descriptors.fragment("x", servlet("s", "S",
						"<multipart-config><max-file-size>20</max-file-size><max-request-size>20</max-request-size>"
								+ "</multipart-config>")));
		assertThat(merged.servlets().get(0).multipart())
			.isEqualTo(new ServletDeclaration.Multipart("/tmp", 10L, 20L, 3, new Source("WEB-INF/web.xml", 1)));
	}

	@Test
	void whatAMultipartConfigDoesNotSayHasItsDefault() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("s", "S", "<multipart-config/>")));
		assertThat(merged.servlets().get(0).multipart())
			.isEqualTo(new ServletDeclaration.Multipart(null, -1L, -1L, 0, new Source("WEB-INF/web.xml", 1)));
	}

	@Test
	void roleReferencesAddUpByName() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("s", "S", link("MGR", "manager"))),
				Descriptors.fragment("x", servlet("s", "S", link("MGR", "nobody") + link("EMP", "employee"))));
		assertThat(merged.servlets().get(0).roleReferences())
			.extracting(ServletDeclaration.RoleReference::name, ServletDeclaration.RoleReference::link)
			.containsExactly(org.assertj.core.groups.Tuple.tuple("MGR", "manager"),
					org.assertj.core.groups.Tuple.tuple("EMP", "employee"));
	}

	@Test
	void roleReferencesThatTwoFragmentsContradictEachOtherIn() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(null,
					Descriptors.fragment("one", servlet("s", "S", link("MGR", "manager"))),
					Descriptors.fragment("two", servlet("s", "S", link("MGR", "guest")))))
			.withMessageStartingWith("The link of the security-role-ref 'MGR' of the servlet 's' is 'manager' in ");
	}

	@Test
	void whatAnnotationsSayOfAClassHoldsForEveryServletOfIt() {
		WebDescriptor classes = WebDescriptor.builder(Source.of("WEB-INF/classes"))
			.annotatedClass(new AnnotatedClass("S", null, new Setting<>("clerk", Source.of("S")), List.of(), List.of()))
			.build();
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(servlet("one", "S", "")
				+ servlet("two", "S", "<run-as><role-name>boss</role-name></run-as>") + servlet("three", "T", "")),
				classes);
		assertThat(Descriptors.servlet(merged, "one").runAs()).extracting(Setting::value).isEqualTo("clerk");
		assertThat(Descriptors.servlet(merged, "two").runAs()).extracting(Setting::value).isEqualTo("boss");
		assertThat(Descriptors.servlet(merged, "three").runAs()).isNull();
		assertThat(merged.annotatedClasses()).isEmpty();
	}

	@Test
	void aCompleteWebXmlStandsAlone() {
		WebDescriptor complete = Descriptors
			.readWebXml("<web-app metadata-complete='true'>" + servlet("a", "A", "") + "</web-app>");
		WebDescriptor merged = Descriptors.merge(complete, Descriptors.annotations("B", servlet("b", "B", "")),
				Descriptors.fragment("x", servlet("c", "C", "")));
		assertThat(merged.servlets()).extracting(ServletDeclaration::name).containsExactly("a");
		assertThat(merged.metadataComplete()).isTrue();
	}

	@Test
	void aCompleteFragmentStandsForItsArchiveOnly() {
		WebDescriptor complete = Descriptors.readFragment("x",
				"<web-fragment metadata-complete='true'>" + servlet("x", "X", "") + "</web-fragment>");
		WebFragment fragment = new WebFragment("WEB-INF/lib/x.jar", complete,
				Descriptors.annotations("Y", servlet("y", "Y", "")));
		WebFragment plain = new WebFragment("WEB-INF/lib/z.jar", null,
				Descriptors.annotations("Z", servlet("z", "Z", "")));
		WebDescriptor merged = DescriptorMerge.merge(null, Descriptors.annotations("A", servlet("a", "A", "")),
				List.of(fragment, plain), Set.of());
		assertThat(merged.servlets()).extracting(ServletDeclaration::name).containsExactly("a", "x", "z");
	}

	private static String servlet(String name, String className, String more) {
		return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + className + "</servlet-class>"
				+ more + "</servlet>";
	}

	private static String mapping(String name, String pattern) {
		return "<servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>" + pattern
				+ "</url-pattern></servlet-mapping>";
	}

	private static String param(String name, String value) {
		return "<init-param><param-name>" + name + "</param-name><param-value>" + value + "</param-value></init-param>";
	}

	private static String link(String name, String role) {
		return "<security-role-ref><role-name>" + name + "</role-name><role-link>" + role
				+ "</role-link></security-role-ref>";
	}

}
