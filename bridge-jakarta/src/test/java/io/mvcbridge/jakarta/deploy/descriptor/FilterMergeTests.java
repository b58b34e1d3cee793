package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Filters and what they apply to from several descriptors (Servlet 6.1 §8.2.3). */
class FilterMergeTests {

	@Test
	void aWebXmlInheritsWhatItDoesNotSayOfAFilter() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<filter><filter-name>f</filter-name>" + param("a", "web.xml") + "</filter>"),
				Descriptors.annotations("F",
						filter("f", "F",
								param("a", "annotation") + param("c", "annotation")
										+ "<async-supported>true</async-supported>")),
				Descriptors.fragment("x", filter("f", "G", param("a", "fragment") + param("b", "fragment"))));
		FilterDeclaration filter = merged.filters().get(0);
		assertThat(filter.className()).extracting(Setting::value).isEqualTo("G");
		assertThat(filter.asyncSupported()).extracting(Setting::value).isEqualTo(true);
		assertThat(Descriptors.pairs(filter.initParams())).containsExactly("a=web.xml", "c=annotation", "b=fragment");
		assertThat(filter.source()).hasToString("WEB-INF/web.xml:1");
	}

	@Test
	void aFilterThatTwoFragmentsContradictEachOtherIn() {
		WebFragment one = Descriptors.fragment("one", filter("f", "A", param("p", "1")));
		WebFragment two = Descriptors.fragment("two", filter("f", "B", param("p", "1")));
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.merge(null, one, two))
			.withMessage(
					"The class of the filter 'f' is 'A' in WEB-INF/lib/one.jar!/META-INF/web-fragment.xml:1 and 'B' "
							+ "in WEB-INF/lib/two.jar!/META-INF/web-fragment.xml:1; remove one of them, or say in "
							+ "WEB-INF/web.xml which it is, whose word counts");
		WebFragment three = Descriptors.fragment("three", filter("f", "A", param("p", "2")));
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.merge(null, one, three))
			.withMessageStartingWith("The init-param 'p' of the filter 'f' is '1' in ");
	}

	@Test
	void mappingsOfFragmentsAddUpInTheirOrder() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(filter("a", "A", "") + mapping("a", "/*", "")),
				Descriptors.fragment("one", mapping("c", "/*", "") + filter("b", "B", "") + mapping("b", "/b", "")),
				Descriptors.fragment("two", filter("c", "C", "") + mapping("b", "/more", "")));
		assertThat(mappings(merged)).containsExactly("a [/*] [] []", "c [/*] [] []", "b [/b] [] []", "b [/more] [] []");
	}

	@Test
	void mappingsOfTheWebXmlReplaceThoseOfFragments() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(mapping("f", "/main", "")), Descriptors
			.fragment("x", filter("f", "F", "") + mapping("f", "/fragment", "<dispatcher>ERROR</dispatcher>")));
		assertThat(mappings(merged)).containsExactly("f [/main] [] []");
	}

	@Test
	void patternsAndDispatchersOfADescriptorReplaceThoseOfTheAnnotation() {
		WebDescriptor merged = Descriptors
			.merge(Descriptors.webXml(mapping("f", "/main", "<dispatcher>ERROR</dispatcher>")), Descriptors.annotations(
					"F", filter("f", "F", "") + mapping("f", "/annotated", "<dispatcher>FORWARD</dispatcher>")));
		assertThat(mappings(merged)).containsExactly("f [/main] [] [ERROR]");
	}

	@Test
	void dispatchersOfTheAnnotationStayIfTheDescriptorNamesNone() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(mapping("f", "/main", "")), Descriptors
			.annotations("F", filter("f", "F", "") + mapping("f", "/annotated", "<dispatcher>FORWARD</dispatcher>")));
		assertThat(mappings(merged)).containsExactly("f [/main] [] [FORWARD]");
	}

	@Test
	void patternsOfTheAnnotationStayIfTheDescriptorNamesServletsOnly() {
		WebDescriptor merged = Descriptors.merge(
				Descriptors.webXml("<filter-mapping><filter-name>f</filter-name><servlet-name>s</servlet-name>"
						+ "<dispatcher>INCLUDE</dispatcher></filter-mapping>"),
				Descriptors.annotations("F", filter("f", "F", "") + mapping("f", "/annotated",
						"<servlet-name>t</servlet-name><dispatcher>FORWARD</dispatcher>")));
		assertThat(mappings(merged)).containsExactly("f [] [s] [INCLUDE]", "f [/annotated] [] [INCLUDE]");
	}

	@Test
	void aFilterOfAnAnnotationThatNoDescriptorMaps() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(filter("g", "G", "") + mapping("g", "/g", "")),
				Descriptors.annotations("F",
						filter("f", "F", "") + mapping("f", "/f", "<dispatcher>FORWARD</dispatcher>")));
		assertThat(mappings(merged)).containsExactly("g [/g] [] []", "f [/f] [] [FORWARD]");
	}

	@Test
	void aMappingOfAnUnknownFilter() {
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(
				() -> Descriptors.merge(Descriptors.webXml(filter("log", "F", "") + "\n" + mapping("logg", "/*", ""))))
			.withMessage("WEB-INF/web.xml:2: The filter 'logg' is mapped but nobody declares it; did you mean 'log'?");
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.merge(Descriptors.webXml(mapping("security", "/*", ""))))
			.withMessage("WEB-INF/web.xml:1: The filter 'security' is mapped but nobody declares it; "
					+ "declare it with <filter>");
	}

	@Test
	void theServletOfAFilterMappingMayBeRegisteredByCode() {
		WebDescriptor merged = Descriptors.merge(Descriptors.webXml(filter("f", "F", "")
				+ "<filter-mapping><filter-name>f</filter-name><servlet-name>dispatcher</servlet-name></filter-mapping>"));
		assertThat(mappings(merged)).containsExactly("f [] [dispatcher] []");
	}

	private static List<String> mappings(WebDescriptor merged) {
		return merged.filterMappings()
			.stream()
			.map((mapping) -> mapping.filterName() + " " + Descriptors.values(mapping.patterns()) + " "
					+ Descriptors.values(mapping.servletNames()) + " " + mapping.dispatchers())
			.toList();
	}

	private static String filter(String name, String className, String more) {
		return "<filter><filter-name>" + name + "</filter-name><filter-class>" + className + "</filter-class>" + more
				+ "</filter>";
	}

	private static String mapping(String name, String pattern, String more) {
		return "<filter-mapping><filter-name>" + name + "</filter-name><url-pattern>" + pattern + "</url-pattern>"
				+ more + "</filter-mapping>";
	}

	private static String param(String name, String value) {
		return "<init-param><param-name>" + name + "</param-name><param-value>" + value + "</param-value></init-param>";
	}

}
