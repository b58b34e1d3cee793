package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What right descriptors say (Servlet 6.1 §14). */
class DescriptorReaderTests {

	@Test
	void aServletWithAllThatItCanHave() {
		WebDescriptor descriptor = Descriptors.webXml("""

				<servlet>
				  <description>Sells</description>
				  <display-name>Shop</display-name>
				  <icon><small-icon>/shop.gif</small-icon></icon>
				  <servlet-name>shop</servlet-name>
				  <servlet-class> com.example.Shop
				  </servlet-class>
				  <init-param>
				    <description>Where to store</description>
				    <param-name>store</param-name>
				    <param-value> /var/shop </param-value>
				  </init-param>
				  <load-on-startup>2</load-on-startup>
				  <enabled>false</enabled>
				  <async-supported>true</async-supported>
				  <run-as><role-name>clerk</role-name></run-as>
				  <security-role-ref>
				    <role-name>MGR</role-name>
				    <role-link>manager</role-link>
				  </security-role-ref>
				  <security-role-ref><role-name>guest</role-name></security-role-ref>
				  <multipart-config>
				    <location>/tmp/uploads</location>
				    <max-file-size>1000000000000</max-file-size>
				    <max-request-size>-1</max-request-size>
				    <file-size-threshold>65536</file-size-threshold>
				  </multipart-config>
				</servlet>
				""");
		ServletDeclaration servlet = descriptor.servlets().get(0);
		assertThat(servlet.name()).isEqualTo("shop");
		assertThat(servlet.source()).hasToString("WEB-INF/web.xml:2");
		assertThat(servlet.className()).isEqualTo(new Setting<>("com.example.Shop", new Source("WEB-INF/web.xml", 7)));
		assertThat(servlet.jspFile()).isNull();
		assertThat(servlet.initParams())
			.containsExactly(new Parameter("store", "/var/shop", new Source("WEB-INF/web.xml", 9)));
		assertThat(servlet.loadOnStartup()).extracting(Setting::value).isEqualTo(2);
		assertThat(servlet.enabled()).extracting(Setting::value).isEqualTo(false);
		assertThat(servlet.asyncSupported()).extracting(Setting::value).isEqualTo(true);
		assertThat(servlet.runAs()).extracting(Setting::value).isEqualTo("clerk");
		assertThat(servlet.roleReferences()).containsExactly(
				new ServletDeclaration.RoleReference("MGR", "manager", new Source("WEB-INF/web.xml", 18)),
				new ServletDeclaration.RoleReference("guest", null, new Source("WEB-INF/web.xml", 22)));
		assertThat(servlet.multipart()).isEqualTo(new ServletDeclaration.Multipart("/tmp/uploads", 1000000000000L, -1L,
				65536, new Source("WEB-INF/web.xml", 23)));
	}

	@Test
	void whatAServletDoesNotSayIsNull() {
		ServletDeclaration servlet = Descriptors
			.webXml("<servlet><servlet-name>shop</servlet-name><jsp-file>/shop.jsp</jsp-file></servlet>")
			.servlets()
			.get(0);
		assertThat(servlet).isEqualTo(
				new ServletDeclaration("shop", null, new Setting<>("/shop.jsp", new Source("WEB-INF/web.xml", 1)),
						List.of(), null, null, null, null, List.of(), null, new Source("WEB-INF/web.xml", 1)));
	}

	@Test
	void anEmptyLoadOnStartupLoadsAtStartup() {
		WebDescriptor descriptor = Descriptors
			.webXml("<servlet><servlet-name>a</servlet-name><load-on-startup/></servlet>");
		assertThat(descriptor.servlets().get(0).loadOnStartup()).extracting(Setting::value).isEqualTo(0);
	}

	@Test
	void ofAnInitParamThatIsThereTwiceTheFirstCounts() {
		WebDescriptor descriptor = Descriptors.webXml("<servlet><servlet-name>a</servlet-name>"
				+ "<init-param><param-name>p</param-name><param-value>1</param-value></init-param>"
				+ "<init-param><param-name>p</param-name><param-value>2</param-value></init-param></servlet>");
		assertThat(Descriptors.pairs(descriptor.servlets().get(0).initParams())).containsExactly("p=1");
	}

	@Test
	void ofAContextParamAMimeMappingAndAnErrorPageThatAreThereTwiceTheLastCounts() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<context-param><param-name>p</param-name><param-value>1</param-value></context-param>
				<context-param><param-name>p</param-name><param-value>2</param-value></context-param>
				<mime-mapping><extension>x</extension><mime-type>a/b</mime-type></mime-mapping>
				<mime-mapping><extension>x</extension><mime-type>c/d</mime-type></mime-mapping>
				<error-page><error-code>404</error-code><location>/one</location></error-page>
				<error-page><error-code>404</error-code><location>/two</location></error-page>
				""");
		assertThat(Descriptors.pairs(descriptor.contextParams())).containsExactly("p=2");
		assertThat(Descriptors.pairs(descriptor.mimeMappings())).containsExactly("x=c/d");
		assertThat(descriptor.errorPages())
			.containsExactly(new ErrorPage(404, null, "/two", new Source("WEB-INF/web.xml", 6)));
	}

	@Test
	void filtersAndWhatTheyApplyTo() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<filter>
				  <filter-name>log</filter-name>
				  <filter-class>com.example.Log</filter-class>
				  <async-supported>true</async-supported>
				  <init-param><param-name>level</param-name><param-value/></init-param>
				</filter>
				<filter-mapping>
				  <filter-name>log</filter-name>
				  <url-pattern>/*</url-pattern>
				  <servlet-name>shop</servlet-name>
				  <url-pattern>*.do</url-pattern>
				  <dispatcher>ASYNC</dispatcher>
				  <dispatcher>REQUEST</dispatcher>
				</filter-mapping>
				<filter-mapping><filter-name>log</filter-name><servlet-name>*</servlet-name></filter-mapping>
				""");
		FilterDeclaration filter = descriptor.filters().get(0);
		assertThat(filter.className()).extracting(Setting::value).isEqualTo("com.example.Log");
		assertThat(filter.asyncSupported()).extracting(Setting::value).isEqualTo(true);
		assertThat(Descriptors.pairs(filter.initParams())).containsExactly("level=");
		FilterMapping mapping = descriptor.filterMappings().get(0);
		assertThat(Descriptors.values(mapping.patterns())).containsExactly("/*", "*.do");
		assertThat(Descriptors.values(mapping.servletNames())).containsExactly("shop");
		assertThat(mapping.dispatchers()).containsExactlyInAnyOrder(DispatcherType.ASYNC, DispatcherType.REQUEST);
		assertThat(descriptor.filterMappings().get(1).dispatchers()).isEmpty();
		assertThat(Descriptors.values(descriptor.filterMappings().get(1).servletNames())).containsExactly("*");
	}

	@Test
	void allKindsOfUrlPatterns() {
		WebDescriptor descriptor = Descriptors.webXml("<servlet-mapping><servlet-name>a</servlet-name>"
				+ "<url-pattern>/exact</url-pattern><url-pattern>/prefix/*</url-pattern><url-pattern>*.ext</url-pattern>"
				+ "<url-pattern>/</url-pattern><url-pattern></url-pattern><url-pattern>/On*</url-pattern>"
				+ "<url-pattern>/with space</url-pattern></servlet-mapping>");
		assertThat(Descriptors.mappings(descriptor)).containsExactly("a /exact", "a /prefix/*", "a *.ext", "a /", "a ",
				"a /On*", "a /with space");
	}

	@ParameterizedTest
	@CsvSource({ "/a/../b, /b", "/a/./b/*, /a/b/*", "/a/b/.., /a/", "/a/..b, /a/..b", "/a/.hidden, /a/.hidden" })
	void pathsAreCanonicalised(String written, String canonical) {
		String xml = "<error-page><location>" + written + "</location></error-page>";
		assertThat(Descriptors.webXml(xml).errorPages().get(0).location()).isEqualTo(canonical);
	}

	@Test
	void theQueryOfAnErrorPageStaysAsItIs() {
		assertThat(Descriptors.webXml("<error-page><location>/a/../b?x=/../y</location></error-page>").errorPages())
			.containsExactly(new ErrorPage(null, null, "/b?x=/../y", new Source("WEB-INF/web.xml", 1)));
	}

	@Test
	void sessionsWithTheirCookieAndAnyOfItsAttributes() {
		WebDescriptor descriptor = Descriptors
			.webXml("""
					<session-config>
					  <session-timeout>-1</session-timeout>
					  <cookie-config>
					    <name>SID</name><domain>example.com</domain><path>/shop</path><comment>ours</comment>
					    <http-only>true</http-only><secure>false</secure><max-age>3600</max-age>
					    <attribute><attribute-name>SameSite</attribute-name><attribute-value>Lax</attribute-value></attribute>
					    <attribute><attribute-name>Partitioned</attribute-name><attribute-value/></attribute>
					  </cookie-config>
					  <tracking-mode>COOKIE</tracking-mode>
					  <tracking-mode>URL</tracking-mode>
					</session-config>
					""");
		SessionConfig config = descriptor.sessionConfig();
		assertThat(config).isNotNull();
		assertThat(config.timeout()).extracting(Setting::value).isEqualTo(-1);
		assertThat(config.cookie().name()).extracting(Setting::value).isEqualTo("SID");
		assertThat(config.cookie().domain()).extracting(Setting::value).isEqualTo("example.com");
		assertThat(config.cookie().path()).extracting(Setting::value).isEqualTo("/shop");
		assertThat(config.cookie().comment()).extracting(Setting::value).isEqualTo("ours");
		assertThat(config.cookie().httpOnly()).extracting(Setting::value).isEqualTo(true);
		assertThat(config.cookie().secure()).extracting(Setting::value).isEqualTo(false);
		assertThat(config.cookie().maxAge()).extracting(Setting::value).isEqualTo(3600);
		assertThat(Descriptors.pairs(config.cookie().attributes())).containsExactly("SameSite=Lax", "Partitioned=");
		assertThat(Descriptors.values(config.trackingModes())).containsExactly(SessionTrackingMode.COOKIE,
				SessionTrackingMode.URL);
	}

	@Test
	void securityConstraintsAndLogin() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<security-constraint>
				  <display-name>Back office</display-name>
				  <web-resource-collection>
				    <web-resource-name>office</web-resource-name>
				    <url-pattern>/office/*</url-pattern>
				    <http-method>GET</http-method>
				    <http-method>POST</http-method>
				  </web-resource-collection>
				  <web-resource-collection>
				    <web-resource-name>rest</web-resource-name>
				    <url-pattern>/rest</url-pattern>
				    <http-method-omission>TRACE</http-method-omission>
				  </web-resource-collection>
				  <auth-constraint><description>staff</description><role-name>clerk</role-name></auth-constraint>
				  <user-data-constraint><transport-guarantee>INTEGRAL</transport-guarantee></user-data-constraint>
				</security-constraint>
				<security-constraint>
				  <web-resource-collection><url-pattern>/closed</url-pattern></web-resource-collection>
				  <auth-constraint/>
				</security-constraint>
				<security-constraint>
				  <web-resource-collection><url-pattern>/open</url-pattern></web-resource-collection>
				  <user-data-constraint><transport-guarantee>NONE</transport-guarantee></user-data-constraint>
				</security-constraint>
				<login-config>
				  <auth-method>FORM</auth-method>
				  <realm-name>shop</realm-name>
				  <form-login-config>
				    <form-login-page>/login.jsp</form-login-page>
				    <form-error-page>/error.jsp</form-error-page>
				  </form-login-config>
				</login-config>
				<security-role><role-name>clerk</role-name></security-role>
				<deny-uncovered-http-methods/>
				""");
		SecurityConstraint office = descriptor.securityConstraints().get(0);
		assertThat(office.roles()).containsExactly("clerk");
		assertThat(office.transport()).isEqualTo(TransportGuarantee.CONFIDENTIAL);
		assertThat(office.collections().get(0).methods()).containsExactly("GET", "POST");
		assertThat(Descriptors.values(office.collections().get(0).patterns())).containsExactly("/office/*");
		assertThat(office.collections().get(1).name()).isEqualTo("rest");
		assertThat(office.collections().get(1).methodOmissions()).containsExactly("TRACE");
		assertThat(descriptor.securityConstraints().get(1).roles()).isEmpty();
		assertThat(descriptor.securityConstraints().get(2).roles()).isNull();
		assertThat(descriptor.securityConstraints().get(2).transport()).isEqualTo(TransportGuarantee.NONE);
		assertThat(descriptor.loginConfig())
			.isEqualTo(new LoginConfig("FORM", "shop", "/login.jsp", "/error.jsp", new Source("WEB-INF/web.xml", 25)));
		assertThat(Descriptors.values(descriptor.securityRoles())).containsExactly("clerk");
		assertThat(descriptor.denyUncoveredHttpMethods()).isTrue();
	}

	@Test
	void jspConfigurationOfTodayAndOfServlet23() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<jsp-config>
				  <taglib><taglib-uri>/one</taglib-uri><taglib-location>/WEB-INF/one.tld</taglib-location></taglib>
				  <jsp-property-group>
				    <url-pattern>*.jsp</url-pattern><el-ignored>true</el-ignored>
				    <error-on-el-not-found>true</error-on-el-not-found><page-encoding>UTF-8</page-encoding>
				    <scripting-invalid>true</scripting-invalid><is-xml>false</is-xml>
				    <include-prelude>/head.jspf</include-prelude><include-coda>/foot.jspf</include-coda>
				    <deferred-syntax-allowed-as-literal>true</deferred-syntax-allowed-as-literal>
				    <trim-directive-whitespaces>true</trim-directive-whitespaces>
				    <default-content-type>text/html</default-content-type><buffer>8kb</buffer>
				    <error-on-undeclared-namespace>true</error-on-undeclared-namespace>
				  </jsp-property-group>
				</jsp-config>
				<taglib><taglib-uri>/two</taglib-uri><taglib-location>two.tld</taglib-location></taglib>
				""");
		assertThat(descriptor.jspConfig().tagLibraries()).containsExactly(
				new JspConfig.TagLibrary("/one", "/WEB-INF/one.tld", new Source("WEB-INF/web.xml", 2)),
				new JspConfig.TagLibrary("/two", "two.tld", new Source("WEB-INF/web.xml", 14)));
		assertThat(descriptor.jspConfig().propertyGroups()).containsExactly(
				new JspConfig.PropertyGroup(List.of(new Setting<>("*.jsp", new Source("WEB-INF/web.xml", 4))), true,
						true, "UTF-8", true, false, List.of("/head.jspf"), List.of("/foot.jspf"), true, true,
						"text/html", "8kb", true, new Source("WEB-INF/web.xml", 3)));
	}

	@Test
	void theRestOfAWebXml() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<module-name>shop</module-name>
				<display-name>The shop</display-name>
				<display-name>Der Laden</display-name>
				<distributable/><distributable/>
				<default-context-path>/shop</default-context-path>
				<request-character-encoding>UTF-8</request-character-encoding>
				<response-character-encoding>ISO-8859-1</response-character-encoding>
				<listener><listener-class>com.example.One</listener-class></listener>
				<listener><listener-class>com.example.Two</listener-class></listener>
				<welcome-file-list><welcome-file>index.html</welcome-file></welcome-file-list>
				<welcome-file-list><welcome-file>/home</welcome-file></welcome-file-list>
				<error-page><exception-type>java.io.IOException</exception-type><location>/io</location></error-page>
				<error-page><error-code>503</error-code><location>/busy</location></error-page>
				<locale-encoding-mapping-list><locale-encoding-mapping>
				  <locale>ja</locale><encoding>Shift_JIS</encoding>
				</locale-encoding-mapping></locale-encoding-mapping-list>
				<locale-encoding-mapping-list><locale-encoding-mapping>
				  <locale>de_AT</locale><encoding>UTF-8</encoding>
				</locale-encoding-mapping></locale-encoding-mapping-list>
				<post-construct>
				  <lifecycle-callback-class>com.example.Shop</lifecycle-callback-class>
				  <lifecycle-callback-method>open</lifecycle-callback-method>
				</post-construct>
				<pre-destroy>
				  <lifecycle-callback-class>com.example.Shop</lifecycle-callback-class>
				  <lifecycle-callback-method>close</lifecycle-callback-method>
				</pre-destroy>
				<absolute-ordering><name>a</name><name>b</name><others/><name>a</name><name>c</name></absolute-ordering>
				""");
		assertThat(descriptor.name()).extracting(Setting::value).isEqualTo("shop");
		assertThat(descriptor.displayName()).extracting(Setting::value).isEqualTo("The shop");
		assertThat(descriptor.distributable()).isTrue();
		assertThat(descriptor.defaultContextPath()).extracting(Setting::value).isEqualTo("/shop");
		assertThat(descriptor.requestCharacterEncoding()).extracting(Setting::value).isEqualTo("UTF-8");
		assertThat(descriptor.responseCharacterEncoding()).extracting(Setting::value).isEqualTo("ISO-8859-1");
		assertThat(Descriptors.values(descriptor.listeners())).containsExactly("com.example.One", "com.example.Two");
		assertThat(Descriptors.values(descriptor.welcomeFiles())).containsExactly("index.html", "home");
		assertThat(descriptor.errorPages()).containsExactly(
				new ErrorPage(null, "java.io.IOException", "/io", new Source("WEB-INF/web.xml", 12)),
				new ErrorPage(503, null, "/busy", new Source("WEB-INF/web.xml", 13)));
		assertThat(Descriptors.pairs(descriptor.localeEncodings())).containsExactly("ja=Shift_JIS", "de_AT=UTF-8");
		assertThat(Descriptors.pairs(descriptor.postConstruct())).containsExactly("com.example.Shop=open");
		assertThat(Descriptors.pairs(descriptor.preDestroy())).containsExactly("com.example.Shop=close");
		assertThat(descriptor.absoluteOrdering())
			.isEqualTo(new AbsoluteOrdering(List.of("a", "b"), true, List.of("c"), new Source("WEB-INF/web.xml", 28)));
	}

	@Test
	void anEmptyWelcomeFileIsAListOfItsOwn() {
		WebDescriptor descriptor = Descriptors
			.webXml("<welcome-file-list><welcome-file></welcome-file></welcome-file-list>");
		assertThat(Descriptors.values(descriptor.welcomeFiles())).containsExactly("");
	}

	@Test
	void whatTheApplicationWantsFromItsEnvironmentIsKept() {
		WebDescriptor descriptor = Descriptors.webXml("""
				<env-entry>
				  <description>Limit</description>
				  <env-entry-name>limit</env-entry-name>
				  <env-entry-type>java.lang.Integer</env-entry-type>
				  <env-entry-value>5</env-entry-value>
				  <injection-target>
				    <injection-target-class>com.example.Shop</injection-target-class>
				    <injection-target-name>limit</injection-target-name>
				  </injection-target>
				</env-entry>
				<data-source>
				  <name>java:app/db</name>
				  <property><name>pool</name><value>5</value></property>
				</data-source>
				""");
		ResourceReference limit = descriptor.resourceReferences().get(0);
		assertThat(limit.element()).isEqualTo("env-entry");
		assertThat(limit.name()).isEqualTo("limit");
		assertThat(Descriptors.pairs(limit.content())).containsExactly("env-entry-type=java.lang.Integer",
				"env-entry-value=5");
		assertThat(limit.injectionTargets()).containsExactly(
				new ResourceReference.InjectionTarget("com.example.Shop", "limit", new Source("WEB-INF/web.xml", 6)));
		ResourceReference dataSource = descriptor.resourceReferences().get(1);
		assertThat(dataSource.name()).isEqualTo("java:app/db");
		assertThat(Descriptors.pairs(dataSource.content())).containsExactly("property/name=pool", "property/value=5");
	}

	@Test
	void aFragmentHasANameAndAPlace() {
		WebDescriptor descriptor = Descriptors.readFragment("a", """
				<web-fragment metadata-complete="true">
				<name>a</name>
				<ordering>
				  <after><name>b</name><others/></after>
				  <before><name>c</name><name>d</name></before>
				</ordering>
				</web-fragment>
				""");
		assertThat(descriptor.source()).hasToString("WEB-INF/lib/a.jar!/META-INF/web-fragment.xml:1");
		assertThat(descriptor.metadataComplete()).isTrue();
		assertThat(descriptor.name()).extracting(Setting::value).isEqualTo("a");
		assertThat(descriptor.ordering()).isEqualTo(new RelativeOrdering(List.of("b"), true, List.of("c", "d"), false,
				new Source("WEB-INF/lib/a.jar!/META-INF/web-fragment.xml", 3)));
	}

	@ParameterizedTest
	@CsvSource({ "2.4, http://java.sun.com/xml/ns/j2ee", "2.5, http://java.sun.com/xml/ns/javaee",
			"3.0, http://java.sun.com/xml/ns/javaee", "3.1, http://xmlns.jcp.org/xml/ns/javaee",
			"4.0, http://xmlns.jcp.org/xml/ns/javaee", "5.0, https://jakarta.ee/xml/ns/jakartaee",
			"6.0, https://jakarta.ee/xml/ns/jakartaee", "6.1, https://jakarta.ee/xml/ns/jakartaee" })
	void eachVersionInItsNamespace(String version, String namespace) {
		WebDescriptor descriptor = Descriptors.readWebXml("""
				<?xml version="1.0" encoding="UTF-8"?>
				<web-app xmlns="%s" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
				    xsi:schemaLocation="%s http://localhost:1/web-app.xsd" version="%s">
				  <display-name>Äpfel</display-name>
				</web-app>
				""".formatted(namespace, namespace, version));
		assertThat(descriptor.version()).hasToString(version);
		assertThat(descriptor.displayName()).extracting(Setting::value).isEqualTo("Äpfel");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2.2", "2.3" })
	void theVersionOfADoctype(String version) {
		WebDescriptor descriptor = Descriptors.readWebXml("""
				<?xml version="1.0"?>
				<!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application %s//EN"
				    "http://java.sun.com/dtd/web-app.dtd">
				<web-app>
				  <display-name>Old</display-name>
				</web-app>
				""".formatted(version));
		assertThat(descriptor.version()).hasToString(version);
		assertThat(descriptor.displayName()).isEqualTo(new Setting<>("Old", new Source("WEB-INF/web.xml", 5)));
	}

	@Test
	void aDescriptorWithoutVersionHasNone() {
		assertThat(Descriptors.readWebXml("<web-app/>").version()).isNull();
	}

	@Test
	void theVersionOfADoctypeInACommentIsNone() {
		assertThat(Descriptors
			.readWebXml("<!-- <!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web Application 2.2//EN' '' "
					+ "--><web-app/>")
			.version()).isNull();
	}

	@Test
	void pathsOfServlet22MayLackTheirSlash() {
		WebDescriptor descriptor = Descriptors.readWebXml("""
				<!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.2//EN" "web-app_2_2.dtd">
				<web-app>
				  <servlet-mapping><servlet-name>a</servlet-name><url-pattern>shop</url-pattern></servlet-mapping>
				  <servlet-mapping><servlet-name>a</servlet-name><url-pattern>*.do</url-pattern></servlet-mapping>
				  <error-page><error-code>404</error-code><location>lost.html</location></error-page>
				</web-app>
				""");
		assertThat(Descriptors.mappings(descriptor)).containsExactly("a /shop", "a *.do");
		assertThat(descriptor.errorPages().get(0).location()).isEqualTo("/lost.html");
	}

	@Test
	void elementsOfForeignNamespacesArePassedOver() {
		WebDescriptor descriptor = Descriptors.readWebXml("""
				<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" xmlns:v="urn:vendor">
				  <v:cluster><servlet/>text<v:servlet/></v:cluster>
				  <display-name>Shop</display-name>
				</web-app>
				""");
		assertThat(descriptor.servlets()).isEmpty();
		assertThat(descriptor.displayName()).extracting(Setting::value).isEqualTo("Shop");
	}

	@Test
	void metadataCompleteInBothSpellings() {
		assertThat(Descriptors.readWebXml("<web-app metadata-complete='true'/>").metadataComplete()).isTrue();
		assertThat(Descriptors.readWebXml("<web-app metadata-complete='1'/>").metadataComplete()).isTrue();
		assertThat(Descriptors.readWebXml("<web-app metadata-complete='false'/>").metadataComplete()).isFalse();
		assertThat(Descriptors.readWebXml("<web-app/>").metadataComplete()).isFalse();
	}

}
