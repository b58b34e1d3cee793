package io.mvcbridge.jakarta.context;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionTrackingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** Servlet 6.1 §4. */
class BridgeServletContextTests {

	@TempDir
	Path directory;

	private final TestApplication application = new TestApplication();

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void theContextTellsWhatItIs() throws ServletException {
		ServletContext context = this.application.contextPath("/shop")
			.displayName("The shop")
			.serverInfo("MVC Bridge/1.0")
			.make();
		assertThat(context.getContextPath()).isEqualTo("/shop");
		assertThat(context.getServletContextName()).isEqualTo("The shop");
		assertThat(context.getServerInfo()).isEqualTo("MVC Bridge/1.0");
		assertThat(context.getMajorVersion()).isEqualTo(6);
		assertThat(context.getMinorVersion()).isEqualTo(1);
		assertThat(context.getEffectiveMajorVersion()).isEqualTo(6);
		assertThat(context.getEffectiveMinorVersion()).isEqualTo(1);
		assertThat(context.getVirtualServerName()).isEqualTo("mvc-bridge");
		assertThat(context.getJspConfigDescriptor()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "shop", "/shop/" })
	void aContextPathThatIsNoneIsRefused(String contextPath) {
		this.application.contextPath(contextPath);
		assertThatIllegalArgumentException().isThrownBy(this.application::make)
			.withMessageContaining("'" + contextPath + "'");
	}

	@ParameterizedTest
	@CsvSource({ "/shop, true", "/shop/, true", "/shop/cart, true", "/shopping, false", "/, false", "shop, false" })
	void onlyTheContextItselfIsFoundByPath(String path, boolean found) throws ServletException {
		ServletContext context = this.application.contextPath("/shop").make();
		assertThat(context.getContext(path)).isSameAs(found ? context : null);
	}

	@Test
	void theRootContextIsFoundByAnyPath() throws ServletException {
		ServletContext context = this.application.make();
		assertThat(context.getContext("/")).isSameAs(context);
		assertThat(context.getContext("/any")).isSameAs(context);
		assertThat(context.getContext(null)).isNull();
	}

	@Test
	void initParametersAreSetOnce() throws ServletException {
		ServletContext context = this.application.initParameters(Map.of("a", "1")).initializer((servletContext) -> {
			assertThat(servletContext.setInitParameter("a", "2")).isFalse();
			assertThat(servletContext.setInitParameter("b", "2")).isTrue();
			assertThatNullPointerException().isThrownBy(() -> servletContext.setInitParameter(null, "x"));
		}).make();
		assertThat(context.getInitParameter("a")).isEqualTo("1");
		assertThat(context.getInitParameter("b")).isEqualTo("2");
		assertThat(context.getInitParameter("c")).isNull();
		assertThat(Collections.list(context.getInitParameterNames())).containsExactly("a", "b");
		assertThatNullPointerException().isThrownBy(() -> context.getInitParameter(null));
	}

	@Test
	void attributesCanBeSetListedAndRemoved() throws ServletException {
		ServletContext context = this.application.make();
		context.setAttribute("a", "1");
		assertThat(context.getAttribute("a")).isEqualTo("1");
		assertThat(Collections.list(context.getAttributeNames())).containsExactlyInAnyOrder("a",
				ServletContext.TEMPDIR);
		context.removeAttribute("a");
		assertThat(context.getAttribute("a")).isNull();
		assertThatNullPointerException().isThrownBy(() -> context.getAttribute(null));
		assertThatNullPointerException().isThrownBy(() -> context.setAttribute(null, "x"));
	}

	@Test
	void theTemporaryDirectoryIsThereAndGoesWithTheContext() throws Exception {
		BridgeServletContext context = this.application.make();
		File directory = (File) context.getAttribute(ServletContext.TEMPDIR);
		assertThat(directory).isDirectory();
		Files.createDirectories(directory.toPath().resolve("a/b"));
		Files.writeString(directory.toPath().resolve("a/b/c.txt"), "x");
		context.destroy();
		assertThat(directory).doesNotExist();
	}

	@Test
	void aTemporaryDirectoryThatWasGivenStays() throws ServletException {
		Path given = this.directory.resolve("tmp/deep");
		BridgeServletContext context = this.application.tempDirectory(given).make();
		assertThat(context.tempDirectory()).isEqualTo(given).isDirectory();
		context.destroy();
		assertThat(given).isDirectory();
	}

	@Test
	void anEndedContextHoldsNoAttributes() throws ServletException {
		BridgeServletContext context = this.application.make();
		context.setAttribute("a", new Object());
		context.destroy();
		assertThat(Collections.list(context.getAttributeNames())).isEmpty();
	}

	@Test
	void mediaTypesAreKnownByExtension() throws ServletException {
		ServletContext context = this.application.mimeTypes(Map.of("md", "text/markdown", "gif", "")).make();
		assertThat(context.getMimeType("/a/b.html")).isEqualTo("text/html");
		assertThat(context.getMimeType("README.MD")).isEqualTo("text/markdown");
		assertThat(context.getMimeType("x.gif")).isNull();
		assertThat(context.getMimeType("x")).isNull();
		assertThat(context.getMimeType(null)).isNull();
	}

	@Test
	void aCharsetIsFoundForALocaleOrItsLanguage() throws ServletException {
		BridgeServletContext context = this.application
			.localeCharsets(Map.of(Locale.JAPANESE, StandardCharsets.UTF_16, Locale.CANADA_FRENCH,
					StandardCharsets.ISO_8859_1, new Locale("de", "CH"), StandardCharsets.US_ASCII))
			.make();
		assertThat(context.charsetFor(Locale.JAPAN)).isEqualTo(StandardCharsets.UTF_16);
		assertThat(context.charsetFor(Locale.CANADA_FRENCH)).isEqualTo(StandardCharsets.ISO_8859_1);
		assertThat(context.charsetFor(Locale.FRANCE)).isNull();
		assertThat(context.charsetFor(new Locale("de", "CH", "POSIX"))).isEqualTo(StandardCharsets.US_ASCII);
		assertThat(context.charsetFor(Locale.GERMANY)).isNull();
	}

	@Test
	void resourcesComeFromTheDocumentRoot() throws Exception {
		Files.createDirectories(this.directory.resolve("css"));
		Files.writeString(this.directory.resolve("css/site.css"), "body {}");
		ServletContext context = this.application.documentRoot(this.directory).make();
		assertThat(context.getResource("/css/site.css").openStream()).hasContent("body {}");
		assertThat(context.getResourceAsStream("/css/site.css")).hasContent("body {}");
		assertThat(context.getResourcePaths("/")).containsExactly("/css/");
		assertThat(context.getResource("/")).isNotNull();
		assertThat(context.getRealPath("/css/site.css")).isEqualTo(this.directory.resolve("css/site.css").toString());
		assertThat(context.getRealPath("css/site.css")).isEqualTo(this.directory.resolve("css/site.css").toString());
	}

	@Test
	void withoutDocumentRootThereIsAnEmptyOne() throws Exception {
		BridgeServletContext context = this.application.make();
		assertThat(context.getResource("/")).isNotNull();
		assertThat(context.getResourcePaths("/")).isEmpty();
		assertThat(Path.of(context.getRealPath("/"))).isEmptyDirectory().startsWith(context.tempDirectory());
	}

	@Test
	void whatIsNoResourceIsNull() throws Exception {
		ServletContext context = this.application.documentRoot(this.directory).make();
		assertThat(context.getResource("/none")).isNull();
		assertThat(context.getResource("/../x")).isNull();
		assertThat(context.getResourceAsStream("/none")).isNull();
		assertThat(context.getResourceAsStream("/")).isNull();
		assertThat(context.getResourceAsStream("none")).isNull();
		assertThat(context.getResourcePaths("/none")).isNull();
		assertThat(context.getResourcePaths("none")).isNull();
		assertThat(context.getRealPath("/../x")).isNull();
		assertThat(context.getRealPath(null)).isNull();
		assertThatExceptionOfType(MalformedURLException.class).isThrownBy(() -> context.getResource("none"));
	}

	@Test
	void aDocumentRootThatIsMissingFailsTheStart() {
		this.application.documentRoot(this.directory.resolve("missing"));
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withRootCauseInstanceOf(IOException.class)
			.havingRootCause()
			.withMessageContaining("missing");
	}

	@ParameterizedTest
	@CsvSource({ "PT0S, 0", "PT-1S, 0", "PT30S, 1", "PT90S, 1", "PT30M, 30" })
	void theSessionTimeoutIsToldInMinutes(Duration timeout, int minutes) throws ServletException {
		ServletContext context = this.application.sessionTimeout(timeout).make();
		assertThat(context.getSessionTimeout()).isEqualTo(minutes);
	}

	@Test
	void theSessionTimeoutIsKeptInSeconds() throws ServletException {
		BridgeServletContext context = this.application.sessionTimeout(Duration.ofSeconds(90)).make();
		assertThat(context.sessions().create().getMaxInactiveInterval()).isEqualTo(90);
	}

	@Test
	void anInitializerMaySetTheSessionTimeoutInMinutes() throws ServletException {
		BridgeServletContext context = this.application
			.initializer((servletContext) -> servletContext.setSessionTimeout(5))
			.make();
		assertThat(context.sessions().create().getMaxInactiveInterval()).isEqualTo(300);
	}

	@Test
	void trackingModesAndCookieAreConfigured() throws ServletException {
		ServletContext context = this.application.trackingModes(EnumSet.of(SessionTrackingMode.URL))
			.sessionCookie((cookie) -> cookie.setName("ID"))
			.initializer((servletContext) -> servletContext.getSessionCookieConfig().setAttribute("SameSite", "Lax"))
			.make();
		assertThat(context.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.URL);
		assertThat(context.getDefaultSessionTrackingModes()).containsExactly(SessionTrackingMode.URL);
		assertThat(context.getSessionCookieConfig().getName()).isEqualTo("ID");
		assertThat(context.getSessionCookieConfig().getAttribute("SameSite")).isEqualTo("Lax");
	}

	@Test
	void whatTheApplicationChoosesLeavesTheDefaultTrackingModesAsTheyAre() throws ServletException {
		ServletContext context = this.application
			.initializer(
					(servletContext) -> servletContext.setSessionTrackingModes(EnumSet.of(SessionTrackingMode.URL)))
			.make();
		assertThat(context.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.URL);
		assertThat(context.getDefaultSessionTrackingModes()).containsExactly(SessionTrackingMode.COOKIE);
	}

	@Test
	void characterEncodingsAreKept() throws ServletException {
		ServletContext context = this.application.initializer((servletContext) -> {
			assertThat(servletContext.getRequestCharacterEncoding()).isNull();
			servletContext.setRequestCharacterEncoding("UTF-8");
			servletContext.setResponseCharacterEncoding(StandardCharsets.UTF_16);
		}).make();
		assertThat(context.getRequestCharacterEncoding()).isEqualTo("UTF-8");
		assertThat(context.getResponseCharacterEncoding()).isEqualTo("UTF-16");
	}

	@Test
	void theNearestErrorPageCounts() throws ServletException {
		BridgeServletContext context = this.application.errorPage(404, null, "/404")
			.errorPage(null, RuntimeException.class, "/runtime")
			.errorPage(null, IllegalArgumentException.class, "/argument")
			.errorPage(null, null, "/all")
			.make();
		assertThat(context.errorPageFor(new NumberFormatException())).isEqualTo("/argument");
		assertThat(context.errorPageFor(new IllegalStateException())).isEqualTo("/runtime");
		assertThat(context.errorPageFor(new IOException())).isNull();
		assertThat(context.errorPageFor(404)).isEqualTo("/404");
		assertThat(context.errorPageFor(500)).isEqualTo("/all");
	}

	@Test
	void anErrorPageElsewhereIsRefused() {
		this.application.errorPage(404, null, "404.html");
		assertThatIllegalArgumentException().isThrownBy(this.application::make).withMessageContaining("'404.html'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "/../x", "/a/../../x", "/a%2Fb", "/a%zz", "/a\\b", "/%2e%2e/x" })
	void aDispatcherForAnInvalidPathIsNull(String path) throws ServletException {
		assertThat(this.application.make().getRequestDispatcher(path)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/x", "", "/a/../b", "/ü ", "/a?b=c", "/a;p=1/b" })
	void aDispatcherForAValidPathIsNot(String path) throws ServletException {
		assertThat(this.application.make().getRequestDispatcher(path)).isNotNull();
	}

	@Test
	void thereIsNoDispatcherForAnUnknownName() throws ServletException {
		ServletContext context = this.application.make();
		assertThat(context.getNamedDispatcher("none")).isNull();
		assertThat(context.getNamedDispatcher(null)).isNull();
		assertThat(context.getRequestDispatcher(null)).isNull();
	}

}
