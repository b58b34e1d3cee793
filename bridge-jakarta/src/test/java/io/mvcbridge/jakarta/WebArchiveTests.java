package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

import com.example.lib.LibraryServlet;
import com.example.lib.Marked;
import com.example.lib.Plugin;
import com.example.lib.PluginInitializer;
import com.example.shop.AbstractPlugin;
import com.example.shop.BrokenServlet;
import com.example.shop.DescribingServlet;
import com.example.shop.GiftPlugin;
import com.example.shop.HelloServlet;
import com.example.shop.LoaderServlet;
import com.example.shop.OutOfStockException;
import com.example.shop.SecuredServlet;
import com.example.shop.UnavailableServlet;
import com.example.shop.Watcher;
import io.mvcbridge.jakarta.deploy.DeploymentException;
import io.mvcbridge.jakarta.deploy.Gate;
import io.mvcbridge.jakarta.deploy.TestArchive;
import io.mvcbridge.jakarta.deploy.WebArchive;
import io.mvcbridge.jakarta.security.InMemoryIdentities;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What the files of a web archive mean (Servlet 6.1 §8, §10, §14). */
class WebArchiveTests {

	@RegisterExtension
	private final HostFixture server = new HostFixture();

	private ServletContext deploy(TestArchive archive) throws IOException {
		return this.server.host().deploy(this.server.pack(archive).contextPath("/shop"));
	}

	private static String servlet(String name, Class<?> type, String rest, String pattern) {
		return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type.getName() + "</servlet-class>"
				+ rest + "</servlet><servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>" + pattern
				+ "</url-pattern></servlet-mapping>";
	}

	// Files

	@Test
	void filesOfTheArchiveAndOfItsJarsAreServedAndThoseOfTheArchiveFirst() throws Exception {
		ServletContext context = deploy(new TestArchive().file("style.css", "own")
			.file("help/index.html", "help")
			.library("ui.jar",
					new TestArchive().file("META-INF/resources/style.css", "library")
						.file("META-INF/resources/ui/button.js", "button")
						.file("secret.txt", "secret")));
		assertThat(this.server.get("/shop/style.css").text()).isEqualTo("own");
		assertThat(this.server.get("/shop/style.css").header("Content-Type")).isEqualTo("text/css");
		assertThat(this.server.get("/shop/ui/button.js").text()).isEqualTo("button");
		assertThat(this.server.get("/shop/help/").text()).isEqualTo("help");
		assertThat(this.server.get("/shop/secret.txt").status()).isEqualTo(404);
		assertThat(context.getResourcePaths("/")).containsExactlyInAnyOrder("/WEB-INF/", "/help/", "/style.css",
				"/ui/");
		assertThat(context.getResourcePaths("/WEB-INF/lib")).containsExactly("/WEB-INF/lib/ui.jar");
		assertThat(context.getResource("/ui/button.js").toString()).endsWith("ui.jar!/META-INF/resources/ui/button.js");
		assertThat(Path.of(context.getRealPath("/style.css"))).hasContent("own");
		assertThat(context.getRealPath("/ui/button.js")).isNull();
		try (var content = context.getResourceAsStream("/WEB-INF/lib/ui.jar")) {
			assertThat(content).isNotNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/WEB-INF/web.xml", "/WEB-INF/", "/WEB-INF", "/web-inf/web.xml", "/META-INF/MANIFEST.MF",
			"/WEB-INF/classes/com/example/shop/HelloServlet.class", "/help/../WEB-INF/web.xml", "/WEB-INF;a=b/web.xml",
			"//WEB-INF/web.xml", "/./WEB-INF/web.xml", "/WEB-INF/secret", "/WEB-INF/./web.xml", "/META-INF/" })
	void neitherWebInfNorMetaInfEverLeave(String path) throws Exception {
		deploy(new TestArchive().classes(HelloServlet.class)
			.webXml("")
			.file("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n")
			.file("help/index.html", "help")
			.library("ui.jar", new TestArchive().file("META-INF/resources/WEB-INF/secret", "secret")));
		RawResponse response = this.server.get("/shop" + path);
		assertThat(response.statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		assertThat(response.text()).doesNotContain("xmlns", "Manifest", "secret<");
	}

	@ParameterizedTest
	@ValueSource(strings = { "../escaped.txt", "a/../../escaped.txt", "/escaped.txt", "a\\..\\..\\escaped.txt" })
	void anArchiveThatWouldWriteElsewhereIsRefused(String entry) throws Exception {
		WebArchive archive = this.server.pack(new TestArchive().file("index.html", "welcome").file(entry, "escaped"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageEndingWith("archive1.war has an entry '" + entry
					+ "', which would be unpacked to another place: it may have been made to do harm");
		assertThat(this.server.unpacked()).isEmpty();
		assertThat(this.server.directory().resolve("escaped.txt")).doesNotExist();
		assertThat(this.server.directory().resolve("work/escaped.txt")).doesNotExist();
	}

	@Test
	void whatIsNoArchiveIsRefused() throws Exception {
		Path text = Files.writeString(this.server.directory().resolve("notes.war"), "no archive");
		assertThatExceptionOfType(DeploymentException.class)
			.isThrownBy(() -> this.server.host().deploy(WebArchive.from(text)))
			.withMessageStartingWith(text + " cannot be deployed: The file " + text + " is no web archive: ");
		Path nothing = this.server.directory().resolve("nothing.war");
		assertThatExceptionOfType(DeploymentException.class)
			.isThrownBy(() -> this.server.host().deploy(WebArchive.from(nothing)))
			.withMessage(nothing + " cannot be deployed: There is neither a file nor a directory at " + nothing);
	}

	@Test
	void aJarThatIsDamagedIsNamed() throws Exception {
		WebArchive archive = this.server.pack(new TestArchive().file("WEB-INF/lib/ui.jar", "no jar"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageContaining("archive1.war cannot be deployed: WEB-INF/lib/ui.jar is no jar that can be read (")
			.withMessageEndingWith("): replace it");
	}

	// Context path

	@Test
	void theContextPathIsWhatTheDescriptorSaysUnlessItIsTold() throws Exception {
		TestArchive archive = new TestArchive().classes(HelloServlet.class)
			.webXml("<default-context-path>/market</default-context-path>");
		assertThat(this.server.host().deploy(this.server.pack(archive)).getContextPath()).isEqualTo("/market");
		assertThat(this.server.host().deploy(this.server.pack(archive).contextPath("/shop")).getContextPath())
			.isEqualTo("/shop");
	}

	@Test
	void elseTheContextPathIsTheNameOfTheFile() throws Exception {
		TestArchive archive = new TestArchive().classes(HelloServlet.class);
		assertThat(this.server.host().deploy(this.server.pack(archive)).getContextPath()).isEqualTo("/archive1");
		Path root = archive.pack(this.server.directory().resolve("ROOT.war"));
		assertThat(this.server.host().deploy(WebArchive.from(root)).getContextPath()).isEmpty();
	}

	// Class loader

	@Test
	void theApplicationSeesItsOwnClassesAndFilesFirst() throws Exception {
		deploy(new TestArchive().classes(LoaderServlet.class)
			.webXml(servlet("loader", LoaderServlet.class, "", "/loader"))
			.file("WEB-INF/classes/logback-test.xml", "own configuration")
			.library("a.jar", new TestArchive().file("shared.txt", "a").file("only.txt", "only a"))
			.library("b.jar", new TestArchive().file("shared.txt", "b")));
		assertThat(this.server.get("/shop/loader?resource=logback-test.xml").text())
			.isEqualTo("true true own configuration");
		assertThat(this.server.get("/shop/loader?resource=shared.txt").text()).isEqualTo("true true a");
		assertThat(this.server.get("/shop/loader?resource=only.txt").text()).isEqualTo("true true only a");
		assertThat(this.server.get("/shop/loader?resource=nothing.txt").text()).isEqualTo("true true none");
	}

	// Annotations, fragments and initializers

	@Test
	void annotatedServletsOfClassesAndJarsAreDeployed() throws Exception {
		deploy(new TestArchive().classes(HelloServlet.class)
			.library("lib.jar", new TestArchive().classes("", LibraryServlet.class)));
		assertThat(this.server.get("/shop/hello").text()).isEqualTo("hello from '/shop'");
		assertThat(this.server.get("/shop/library").text()).isEqualTo("library by null");
	}

	@Test
	void aDescriptorThatIsCompleteMakesAnnotationsAndFragmentsNotCount() throws Exception {
		deploy(new TestArchive().classes(HelloServlet.class, GiftPlugin.class, AbstractPlugin.class)
			.file("WEB-INF/web.xml",
					TestArchive.descriptor("web-app", " metadata-complete=\"true\"",
							servlet("describe", DescribingServlet.class, "", "/describe")))
			.classes(DescribingServlet.class)
			.library("lib.jar", library()));
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(404);
		assertThat(this.server.get("/shop/library").status()).isEqualTo(404);
		assertThat(this.server.get("/shop/describe").status()).isEqualTo(200);
		assertThat(Gate.events()).containsExactly("plugins [AbstractPlugin, GiftPlugin], servlets [default, describe]");
	}

	@Test
	void anInitializerIsToldOfTheClassesItHandles() throws Exception {
		deploy(new TestArchive()
			.classes(GiftPlugin.class, GiftPlugin.Voucher.class, GiftPlugin.Basket.class, AbstractPlugin.class,
					HelloServlet.class)
			.library("lib.jar", library()));
		assertThat(Gate.events()).containsExactly(
				"plugins [AbstractPlugin, GiftPlugin, Voucher], servlets [com.example.shop.HelloServlet, default, library]");
	}

	@Test
	void anInitializerThatFindsNoneOfItsClassesIsToldNull() throws Exception {
		deploy(new TestArchive().classes(HelloServlet.class).library("lib.jar", library()));
		assertThat(Gate.events())
			.containsExactly("plugins null, servlets [com.example.shop.HelloServlet, default, library]");
	}

	@Test
	void aServletThatIsDeclaredWithoutClassIsCompletedByAnInitializer() throws Exception {
		deploy(new TestArchive()
			.webXml("<servlet><servlet-name>unfinished</servlet-name></servlet>"
					+ "<servlet-mapping><servlet-name>unfinished</servlet-name><url-pattern>/finished</url-pattern>"
					+ "</servlet-mapping>")
			.library("lib.jar", library()));
		assertThat(this.server.get("/shop/finished").text()).isEqualTo("library by initializer");
	}

	@Test
	void aJarThatTheOrderLeavesOutHasNoSayButItsFilesAreServed() throws Exception {
		ServletContext context = deploy(new TestArchive().classes(HelloServlet.class)
			.webXml("<absolute-ordering><name>ui</name></absolute-ordering>")
			.library("lib.jar", library().file("META-INF/resources/lib.css", "lib"))
			.library("ui.jar",
					new TestArchive().file("META-INF/web-fragment.xml", TestArchive.descriptor("web-fragment", "",
							"<name>ui</name><context-param><param-name>by</param-name><param-value>ui</param-value>"
									+ "</context-param>"))));
		assertThat(this.server.get("/shop/library").status()).isEqualTo(404);
		assertThat(this.server.get("/shop/lib.css").text()).isEqualTo("lib");
		assertThat(context.getInitParameter("by")).isEqualTo("ui");
		assertThat(context.getAttribute(ServletContext.ORDERED_LIBS)).isEqualTo(java.util.List.of("ui.jar"));
		assertThat(Gate.events()).isEmpty();
	}

	@Test
	void withoutAnOrderNoneIsTold() throws Exception {
		ServletContext context = deploy(new TestArchive().library("lib.jar", library()));
		assertThat(context.getAttribute(ServletContext.ORDERED_LIBS)).isNull();
	}

	@Test
	void anInitializerThatCannotBeMadeIsNamed() throws Exception {
		WebArchive archive = this.server.pack(
				new TestArchive().file("WEB-INF/classes/META-INF/services/jakarta.servlet.ServletContainerInitializer",
						"# ours\nno.such.Initializer\n"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageEndingWith("archive1.war cannot be deployed: The initializer no.such.Initializer, named in "
					+ "WEB-INF/classes/META-INF/services/jakarta.servlet.ServletContainerInitializer, cannot be made: it "
					+ "has to be a class with a public constructor without parameters "
					+ "(java.lang.ClassNotFoundException: no.such.Initializer)");
	}

	private static TestArchive library() throws IOException {
		return new TestArchive().classes("", Plugin.class, Marked.class, PluginInitializer.class, LibraryServlet.class)
			.file("META-INF/services/jakarta.servlet.ServletContainerInitializer", PluginInitializer.class.getName());
	}

	@Test
	void listenersAreMadeToldAndGivenUpInOrder() throws Exception {
		deploy(new TestArchive().classes(Watcher.class, HelloServlet.class));
		assertThat(Gate.events()).containsExactly("post construct", "initialized /shop");
		Gate.reset();
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(200);
		this.server.host().undeploy("/shop");
		assertThat(Gate.events()).containsExactly("request in /shop", "request out of /shop", "destroyed /shop",
				"pre destroy");
	}

	@Test
	void lifecycleAnnotationsDoNotCountWhereTheDescriptorIsComplete() throws Exception {
		deploy(new TestArchive().classes(Watcher.class)
			.file("WEB-INF/web.xml",
					TestArchive.descriptor("web-app", " metadata-complete=\"true\"",
							"<listener><listener-class>com.example.shop.Watcher</listener-class></listener>"
									+ "<pre-destroy><lifecycle-callback-class>com.example.shop.Watcher"
									+ "</lifecycle-callback-class><lifecycle-callback-method>prepare"
									+ "</lifecycle-callback-method></pre-destroy>")));
		this.server.host().undeploy("/shop");
		assertThat(Gate.events()).containsExactly("initialized /shop", "destroyed /shop", "post construct");
	}

	// Descriptor

	@Test
	void aDescriptorThatIsWrongIsNamedWithItsLine() throws Exception {
		WebArchive archive = this.server
			.pack(new TestArchive().webXml("<servlet-mapping>\n"
					+ "<servlet-name>hello</servlet-name><url-pattern>/hello</url-pattern>\n</servlet-mapping>"))
			.contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageContaining("archive1.war cannot be deployed: WEB-INF/web.xml:2")
			.withMessageContaining("'hello'");
		assertThat(this.server.unpacked()).isEmpty();
	}

	@Test
	void theVersionInEffectIsThatOfTheDescriptor() throws Exception {
		ServletContext old = deploy(new TestArchive().file("WEB-INF/web.xml",
				"<web-app xmlns=\"http://xmlns.jcp.org/xml/ns/javaee\" version=\"3.1\"/>"));
		assertThat(old.getEffectiveMajorVersion()).isEqualTo(3);
		assertThat(old.getEffectiveMinorVersion()).isEqualTo(1);
		assertThat(old.getMajorVersion()).isEqualTo(6);
		ServletContext none = this.server.host().deploy(this.server.pack(new TestArchive().file("index.html", "")));
		assertThat(none.getEffectiveMajorVersion()).isEqualTo(6);
		assertThat(none.getEffectiveMinorVersion()).isEqualTo(1);
		assertThat(none.getServletContextName()).isNull();
	}

	@Test
	void settingsOfTheDescriptorAreInEffect() throws Exception {
		ServletContext context = deploy(new TestArchive().webXml("<display-name>Shop</display-name>"
				+ "<context-param><param-name>currency</param-name><param-value>EUR</param-value></context-param>"
				+ "<mime-mapping><extension>epub</extension><mime-type>application/epub+zip</mime-type></mime-mapping>"
				+ "<request-character-encoding>UTF-8</request-character-encoding>"
				+ "<response-character-encoding>ISO-8859-15</response-character-encoding>"
				+ "<session-config><session-timeout>54</session-timeout><cookie-config><name>SHOP</name>"
				+ "<http-only>false</http-only><attribute><attribute-name>SameSite</attribute-name>"
				+ "<attribute-value>Lax</attribute-value></attribute></cookie-config></session-config>"
				+ servlet("describe", DescribingServlet.class, "", "/describe"))
			.classes(DescribingServlet.class)
			.file("book.epub", ""));
		assertThat(context.getServletContextName()).isEqualTo("Shop");
		assertThat(context.getInitParameter("currency")).isEqualTo("EUR");
		assertThat(context.getRequestCharacterEncoding()).isEqualTo("UTF-8");
		assertThat(context.getResponseCharacterEncoding()).isEqualTo("ISO-8859-15");
		assertThat(context.getSessionTimeout()).isEqualTo(54);
		assertThat(this.server.get("/shop/book.epub").header("Content-Type")).isEqualTo("application/epub+zip");
		assertThat(this.server.get("/shop/describe?count=1").header("Set-Cookie"))
			.matches("SHOP=[^;]+; Path=/shop; SameSite=Lax");
	}

	@Test
	void theSessionCookieIsOutOfTheReachOfScriptsByDefault() throws Exception {
		deploy(new TestArchive().classes(DescribingServlet.class)
			.webXml(servlet("describe", DescribingServlet.class, "", "/describe")));
		assertThat(this.server.get("/shop/describe?count=1").header("Set-Cookie"))
			.matches("JSESSIONID=[^;]+; Path=/shop; HttpOnly");
	}

	@Test
	void sessionsAreTrackedByCookieAndUrlUnlessTheDescriptorChooses() throws Exception {
		ServletContext silent = this.server.host().deploy(this.server.pack(new TestArchive().file("index.html", "")));
		assertThat(silent.getDefaultSessionTrackingModes()).containsExactlyInAnyOrder(SessionTrackingMode.COOKIE,
				SessionTrackingMode.URL);
		assertThat(silent.getEffectiveSessionTrackingModes()).isEqualTo(silent.getDefaultSessionTrackingModes());
		ServletContext choosing = deploy(
				new TestArchive().webXml("<session-config><tracking-mode>COOKIE</tracking-mode></session-config>"));
		assertThat(choosing.getDefaultSessionTrackingModes()).isEqualTo(silent.getDefaultSessionTrackingModes());
		assertThat(choosing.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.COOKIE);
	}

	@Test
	void aTrackingModeThatThereIsNotIsNamed() throws Exception {
		WebArchive archive = this.server
			.pack(new TestArchive().webXml("<session-config><tracking-mode>SSL</tracking-mode></session-config>"))
			.contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageEndingWith(
					"archive1.war did not start under '/shop': java.lang.IllegalArgumentException: Sessions "
							+ "cannot be tracked by SSL: this container knows COOKIE and URL, was asked for [SSL]");
	}

	@Test
	void anEncodingThatDoesNotExistIsNamedWithItsLine() throws Exception {
		WebArchive archive = this.server.pack(
				new TestArchive().webXml("<locale-encoding-mapping-list><locale-encoding-mapping>\n<locale>ja</locale>"
						+ "<encoding>Shift-Jazz</encoding></locale-encoding-mapping></locale-encoding-mapping-list>"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageEndingWith("archive1.war cannot be deployed: WEB-INF/web.xml:3: <encoding> is 'Shift-Jazz', "
					+ "which is no charset of this Java; write one like 'UTF-8'");
	}

	@Test
	void errorPagesAnswerStatusAndExceptions() throws Exception {
		deploy(new TestArchive().classes(BrokenServlet.class, OutOfStockException.class)
			.webXml(servlet("broken", BrokenServlet.class, "", "/broken")
					+ "<error-page><error-code>404</error-code><location>/missing.html</location></error-page>"
					+ "<error-page><exception-type>com.example.shop.OutOfStockException</exception-type>"
					+ "<location>/stock.html</location></error-page>")
			.file("missing.html", "not here")
			.file("stock.html", "out of stock"));
		assertThat(this.server.get("/shop/nothing").text()).isEqualTo("not here");
		assertThat(this.server.get("/shop/broken").text()).isEqualTo("out of stock");
		assertThat(this.server.get("/shop/broken").status()).isEqualTo(500);
	}

	@Test
	void theExceptionOfAnErrorPageHasToBeThere() throws Exception {
		WebArchive archive = this.server
			.pack(new TestArchive().webXml("<error-page><exception-type>no.such.Exception</exception-type>"
					+ "<location>/error.html</location></error-page>"))
			.contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageContaining(
					"WEB-INF/web.xml:2: the exception no.such.Exception of the error page /error.html is "
							+ "not found in the archive: correct its name, or add it");
	}

	@Test
	void aServletThatIsDisabledIsNotFound() throws Exception {
		deploy(new TestArchive().classes(DescribingServlet.class)
			.webXml(servlet("off", DescribingServlet.class,
					"<load-on-startup>1</load-on-startup><enabled>false</enabled>", "/off")));
		assertThat(this.server.get("/shop/off").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
	}

	@Test
	void aServletThatIsUnavailableDoesNotKeepTheOthersFromStarting() throws Exception {
		deploy(new TestArchive().classes(UnavailableServlet.class, HelloServlet.class)
			.webXml(servlet("licensed", UnavailableServlet.class, "<load-on-startup>1</load-on-startup>",
					"/licensed")));
		assertThat(this.server.get("/shop/licensed").statusLine()).isEqualTo("HTTP/1.1 404 Not Found");
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(200);
	}

	@Test
	void aServletWhoseClassIsMissingFailsWhenItIsCalled() throws Exception {
		deploy(new TestArchive().classes(HelloServlet.class)
			.webXml("<servlet><servlet-name>gone</servlet-name><servlet-class>no.such.Servlet</servlet-class></servlet>"
					+ "<servlet-mapping><servlet-name>gone</servlet-name><url-pattern>/gone</url-pattern>"
					+ "</servlet-mapping>"));
		assertThat(this.server.get("/shop/gone").status()).isEqualTo(500);
		assertThat(this.server.get("/shop/hello").status()).isEqualTo(200);
	}

	@Test
	void aWelcomeFileIsAFileOrElseAServlet() throws Exception {
		deploy(new TestArchive().classes(DescribingServlet.class)
			.webXml(servlet("describe", DescribingServlet.class, "", "/start") + "<servlet-mapping>"
					+ "<servlet-name>describe</servlet-name><url-pattern>/virtual/start</url-pattern></servlet-mapping>"
					+ "<welcome-file-list><welcome-file>start</welcome-file><welcome-file>main.html</welcome-file>"
					+ "</welcome-file-list>")
			.file("docs/main.html", "the docs"));
		assertThat(this.server.get("/shop/").text()).isEqualTo("FORWARD /shop /start of /shop own loader true");
		assertThat(this.server.get("/shop/docs/").text()).isEqualTo("the docs");
		assertThat(this.server.get("/shop/virtual/").text())
			.isEqualTo("FORWARD /shop /virtual/start of /shop own loader true");
		assertThat(this.server.get("/shop/elsewhere/").status()).isEqualTo(404);
	}

	@Test
	void whatIsSaidOfPagesIsThereForTheirEngine() throws Exception {
		ServletContext context = deploy(
				new TestArchive().webXml("<jsp-config><taglib><taglib-uri>http://example.com/tags</taglib-uri>"
						+ "<taglib-location>/WEB-INF/tags.tld</taglib-location></taglib>"
						+ "<jsp-property-group><url-pattern>*.jsp</url-pattern><el-ignored>true</el-ignored>"
						+ "<page-encoding>UTF-8</page-encoding><include-prelude>/head.jspf</include-prelude>"
						+ "</jsp-property-group></jsp-config>"));
		TaglibDescriptor library = context.getJspConfigDescriptor().getTaglibs().iterator().next();
		assertThat(library.getTaglibURI()).isEqualTo("http://example.com/tags");
		assertThat(library.getTaglibLocation()).isEqualTo("/WEB-INF/tags.tld");
		JspPropertyGroupDescriptor group = context.getJspConfigDescriptor().getJspPropertyGroups().iterator().next();
		assertThat(group.getUrlPatterns()).containsExactly("*.jsp");
		assertThat(group.getElIgnored()).isEqualTo("true");
		assertThat(group.getPageEncoding()).isEqualTo("UTF-8");
		assertThat(group.getIncludePreludes()).containsExactly("/head.jspf");
		assertThat(group.getIsXml()).isNull();
	}

	@Test
	void usersAreKnownByTheStoreAndHaveTheRolesThatTheServletAsksFor() throws Exception {
		TestArchive archive = new TestArchive().classes(SecuredServlet.class)
			.webXml(servlet("secured", SecuredServlet.class,
					"<security-role-ref><role-name>BOSS</role-name><role-link>chief</role-link></security-role-ref>",
					"/secured")
					+ "<security-constraint><web-resource-collection><web-resource-name>files</web-resource-name>"
					+ "<url-pattern>/private/*</url-pattern><http-method>GET</http-method></web-resource-collection>"
					+ "<auth-constraint><role-name>chief</role-name></auth-constraint></security-constraint>"
					+ "<login-config><auth-method>BASIC</auth-method><realm-name>shop</realm-name></login-config>"
					+ "<security-role><role-name>chief</role-name></security-role>")
			.file("private/plan.txt", "the plan")
			.file("public.txt", "for all");
		this.server.host()
			.deploy(this.server.pack(archive)
				.contextPath("/shop")
				.identityStore(InMemoryIdentities.builder()
					.iterations(1000)
					.user("ann", "secret", "chief")
					.user("bob", "secret", "clerk")
					.build()));
		String ann = "Authorization: Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes());
		String bob = "Authorization: Basic " + Base64.getEncoder().encodeToString("bob:secret".getBytes());
		assertThat(this.server.get("/shop/public.txt").text()).isEqualTo("for all");
		RawResponse challenge = this.server.get("/shop/private/plan.txt");
		assertThat(challenge.status()).isEqualTo(401);
		assertThat(challenge.header("WWW-Authenticate")).startsWith("Basic realm=\"shop\"");
		assertThat(this.server.get("/shop/private/plan.txt", ann).text()).isEqualTo("the plan");
		assertThat(this.server.get("/shop/private/plan.txt", bob).status()).isEqualTo(403);
		assertThat(this.server.get("/shop/secured", ann).text()).isEqualTo("ann true");
		assertThat(this.server.get("/shop/secured", bob).status()).isEqualTo(403);
	}

	@Test
	void aLoginNeedsSomebodyWhoKnowsTheUsers() throws Exception {
		WebArchive archive = this.server
			.pack(new TestArchive().webXml("<login-config><auth-method>BASIC</auth-method></login-config>"))
			.contextPath("/shop");
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageContaining("archive1.war did not start under '/shop': Application '/shop' has a login "
					+ "configuration (BASIC, realm 'default') but no identity store that knows its users");
	}

	@Test
	void aLoginOfAnUnknownKindIsNamedWithItsLine() throws Exception {
		WebArchive archive = this.server
			.pack(new TestArchive().webXml("<login-config><auth-method>MAGIC</auth-method></login-config>"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageContaining("WEB-INF/web.xml:2")
			.withMessageContaining("MAGIC");
	}

	@Test
	void aCustomizerHasTheLastWord() throws Exception {
		TestArchive archive = new TestArchive().webXml("<display-name>Shop</display-name>");
		ServletContext context = this.server.host()
			.deploy(this.server.pack(archive)
				.contextPath("/shop")
				.customize((builder) -> builder.displayName("Test shop").serverInfo("tested")));
		assertThat(context.getServletContextName()).isEqualTo("Test shop");
		assertThat(context.getServerInfo()).isEqualTo("tested");
	}

	@Test
	void aCustomizerCannotMoveTheApplication() throws Exception {
		WebArchive archive = this.server.pack(new TestArchive().file("index.html", ""))
			.customize((builder) -> builder.contextPath("/elsewhere"));
		assertThatExceptionOfType(DeploymentException.class).isThrownBy(() -> this.server.host().deploy(archive))
			.withMessageEndingWith("archive1.war cannot be deployed: a customizer has changed the context path or the "
					+ "class loader of its builder. Use contextPath and parentClassLoader of WebArchive");
	}

}
