package io.mvcbridge.jakarta.context;

import java.util.LinkedHashMap;
import java.util.Map;

import io.mvcbridge.jakarta.context.MappingTable.Match;
import io.mvcbridge.jakarta.http.UrlPattern;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.MappingMatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Servlet 6.1 §12. */
class MappingTableTests {

	private final ServletRegistry registry = new ServletRegistry(null, new ContextPhase(),
			new ComponentFactory(getClass().getClassLoader(), LifecycleCallbacks.ANNOTATED),
			new SecurityRegistry(new TestApplication()));

	private MappingTable table(String... patternsAndServlets) {
		Map<String, ServletHolder> mappings = new LinkedHashMap<>();
		for (int i = 0; i < patternsAndServlets.length; i += 2) {
			mappings.put(patternsAndServlets[i], holder(patternsAndServlets[i + 1]));
		}
		return new MappingTable(mappings, holder("default"));
	}

	private ServletHolder holder(String name) {
		return this.registry.unregistered(name, new HttpServlet() {
		});
	}

	/** Table 12-2. */
	@ParameterizedTest
	@CsvSource({ "/foo/bar/index.html, servlet1", "/foo/bar/index.bop, servlet1", "/baz, servlet2",
			"/baz/index.html, servlet2", "/catalog, servlet3", "/catalog/index.html, default",
			"/catalog/racecar.bop, servlet4", "/index.bop, servlet4" })
	void theExamplesOfTheSpecification(String path, String servlet) {
		MappingTable table = table("/foo/bar/*", "servlet1", "/baz/*", "servlet2", "/catalog", "servlet3", "*.bop",
				"servlet4");
		assertThat(table.match(path).servlet().getName()).isEqualTo(servlet);
	}

	/** The table of HttpServletMapping's documentation. */
	@ParameterizedTest
	@CsvSource({ "/, '', '', CONTEXT_ROOT", "/index.html, '', /, DEFAULT", "/MyServlet, MyServlet, /MyServlet, EXACT",
			"/MyServlet/foo, '', /, DEFAULT", "/foo.extension, foo, *.extension, EXTENSION",
			"/bar/foo.extension, bar/foo, *.extension, EXTENSION", "/path/foo, foo, /path/*, PATH",
			"/path/foo/bar, foo/bar, /path/*, PATH", "/path, '', /path/*, PATH", "/path/, '', /path/*, PATH" })
	void howAPathWasMappedCanBeAsked(String path, String matchValue, String pattern, MappingMatch match) {
		MappingTable table = table("/MyServlet", "MyServlet", "", "MyServlet", "*.extension", "MyServlet", "/path/*",
				"MyServlet", "/", "MyServlet");
		Match found = table.match(path);
		assertThat(found.mapping().getMatchValue()).isEqualTo(matchValue);
		assertThat(found.mapping().getPattern()).isEqualTo(pattern);
		assertThat(found.mapping().getMappingMatch()).isEqualTo(match);
		assertThat(found.mapping().getServletName()).isEqualTo("MyServlet");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "null", value = { "/exact, /exact, null", "/dir/a/b, /dir, /a/b", "/dir/, /dir, /",
			"/dir, /dir, null", "/x/y.do, /x/y.do, null", "/other, /other, null", "/, '', /", "'', '', /" })
	void thePathIsDividedIntoServletPathAndPathInfo(String path, String servletPath, String pathInfo) {
		MappingTable table = table("/exact", "s", "/dir/*", "s", "*.do", "s", "", "s", "/", "s");
		assertThat(table.match(path).servletPath()).isEqualTo(servletPath);
		assertThat(table.match(path).pathInfo()).isEqualTo(pathInfo);
	}

	@Test
	void aPrefixOfTheRootHasAnEmptyServletPath() {
		Match match = table("/*", "all").match("/a/b");
		assertThat(match.servletPath()).isEmpty();
		assertThat(match.pathInfo()).isEqualTo("/a/b");
		assertThat(match.mapping().getMatchValue()).isEqualTo("a/b");
	}

	@ParameterizedTest
	@CsvSource({ "/a/b/c/d, deep", "/a/b/c, deep", "/a/b/x, middle", "/a/bc, top", "/a, top", "/ab, default" })
	void theLongestPrefixWinsSegmentBySegment(String path, String servlet) {
		MappingTable table = table("/a/*", "top", "/a/b/c/*", "deep", "/a/b/*", "middle");
		assertThat(table.match(path).servlet().getName()).isEqualTo(servlet);
	}

	@Test
	void anExactMatchBeatsALongerPrefixAndAnExtension() {
		MappingTable table = table("/a/*", "prefix", "*.do", "extension", "/a/b.do", "exact");
		assertThat(table.match("/a/b.do").servlet().getName()).isEqualTo("exact");
	}

	@Test
	void aPrefixBeatsAnExtension() {
		MappingTable table = table("*.do", "extension", "/*", "prefix");
		assertThat(table.match("/a.do").servlet().getName()).isEqualTo("prefix");
	}

	@Test
	void onlyTheLastSegmentHasAnExtension() {
		assertThat(table("*.do", "extension").match("/a.do/b").servlet().getName()).isEqualTo("default");
	}

	@Test
	void anExtensionIsWhatFollowsTheLastDot() {
		MappingTable table = table("*.gz", "gz", "*.tar.gz", "never");
		assertThat(table.match("/a.tar.gz").servlet().getName()).isEqualTo("gz");
	}

	@Test
	void caseCounts() {
		assertThat(table("/a", "s").match("/A").servlet().getName()).isEqualTo("default");
	}

	@Test
	void aServletMappedToSlashReplacesTheContainersDefault() {
		assertThat(table("/", "own").match("/anything").servlet().getName()).isEqualTo("own");
	}

	@Test
	void theContextRootWithoutSlashMatchesNoDefaultServlet() {
		assertThat(table("/", "own").match("")).isNull();
	}

	@Test
	void theContextRootWithoutSlashMatchesAPrefixOfTheRoot() {
		Match match = table("/*", "all").match("");
		assertThat(match.servletPath()).isEmpty();
		assertThat(match.pathInfo()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "foo", "foo/*", "*", "*.", "*.a/b", " /a" })
	void aPatternThatCouldMatchNothingIsRefused(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> UrlPattern.parse(pattern))
			.withMessageContaining("'" + pattern + "'");
	}

	@ParameterizedTest
	@CsvSource({ "/*, /a, true", "/*, '', true", "/a/*, /a, true", "/a/*, /a/b, true", "/a/*, /ab, false",
			"/a, /a, true", "/a, /a/, false", "*.do, /x/y.do, true", "*.do, /x.do/y, false", "*.do, /xdo, false",
			"*.do, /.do, true", "/, /, true", "/, /a, false", "'', /, true", "'', /a, false", "/foo*, /foo*, true",
			"/foo*, /foobar, false" })
	void aFilterPatternMatches(String pattern, String path, boolean matches) {
		assertThat(UrlPattern.parse(pattern).matches(path)).isEqualTo(matches);
	}

}
