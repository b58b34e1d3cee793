package io.mvcbridge.jakarta.deploy.descriptor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a descriptor must not say, and the message that its author gets. */
class DescriptorErrorTests {

	@Test
	void aMisspeltElement() {
		fails("\n\n<servlets/>", "WEB-INF/web.xml:3: <servlets> is no element of <web-app>; did you mean <servlet>?");
	}

	@Test
	void aMisspeltElementInAnElement() {
		fails("<servlet><servlet-name>a</servlet-name>\n<servlet-klass>A</servlet-klass></servlet>",
				"WEB-INF/web.xml:2: <servlet-klass> is no element of <servlet>; did you mean <servlet-class>?");
	}

	@Test
	void anElementThatLooksLikeNone() {
		fails("<listener><bean>A</bean></listener>",
				"WEB-INF/web.xml:1: <bean> is no element of <listener>; there may be <listener-class>");
	}

	@Test
	void anElementInOneThatIsEmpty() {
		fails("<distributable><yes/></distributable>",
				"WEB-INF/web.xml:1: <yes> is no element of <distributable>; remove it");
	}

	@Test
	void anElementWhereTextHasToBe() {
		fails("<servlet><servlet-name><name>a</name></servlet-name></servlet>", "WEB-INF/web.xml:1: <servlet-name> "
				+ "contains the element <name>, where only text may be; remove it");
	}

	@Test
	void textWhereElementsHaveToBe() {
		fails("<servlet>shop<servlet-name>a</servlet-name></servlet>",
				"WEB-INF/web.xml:1: <servlet> contains the text 'shop', where only elements may be; remove it");
		fails("shop", "WEB-INF/web.xml:1: <web-app> contains the text 'shop', where only elements may be; remove it");
		fails("<distributable>true</distributable>",
				"WEB-INF/web.xml:1: <distributable> contains the text 'true', where only elements may be; remove it");
	}

	@Test
	void anElementOfAWebXmlInAFragment() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.fragment("a", "\n<absolute-ordering/>"))
			.withMessage(
					"WEB-INF/lib/a.jar!/META-INF/web-fragment.xml:2: <absolute-ordering> may be in a web.xml only, "
							+ "not in a web-fragment.xml; move it to WEB-INF/web.xml");
	}

	@Test
	void anElementOfAFragmentInAWebXml() {
		fails("<ordering/>", "WEB-INF/web.xml:1: <ordering> may be in a web-fragment.xml only, not in a web.xml; "
				+ "use <absolute-ordering> to order fragments here");
	}

	@Test
	void theWrongRoot() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readFragment("a", "<web-app/>"))
			.withMessage(
					"WEB-INF/lib/a.jar!/META-INF/web-fragment.xml:1: The root element is <web-app>; in this file it "
							+ "has to be <web-fragment>");
	}

	@Test
	void aRootOfAForeignNamespace() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app xmlns='urn:shop'/>"))
			.withMessage(
					"WEB-INF/web.xml:1: <web-app> is of the namespace 'urn:shop', which is none of descriptors; it "
							+ "has to be 'https://jakarta.ee/xml/ns/jakartaee'");
	}

	@Test
	void aMisspeltAttributeOfTheRoot() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app metadata-complet='true'/>"))
			.withMessage("WEB-INF/web.xml:1: <web-app> has no attribute 'metadata-complet'; "
					+ "did you mean 'metadata-complete'?");
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app lang='de'/>"))
			.withMessage("WEB-INF/web.xml:1: <web-app> has no attribute 'lang'; remove it");
	}

	@Test
	void aVersionThatIsNone() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app version='7.0'/>"))
			.withMessage(
					"WEB-INF/web.xml:1: The version is '7.0'; it has to be one of 2.2, 2.3, 2.4, 2.5, 3.0, 3.1, 4.0, "
							+ "5.0, 6.0, 6.1");
	}

	@Test
	void metadataCompleteThatIsNeitherTrueNorFalse() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app metadata-complete='yes'/>"))
			.withMessage("WEB-INF/web.xml:1: metadata-complete is 'yes'; it has to be 'true' or 'false'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "session-config", "jsp-config", "login-config", "absolute-ordering",
			"deny-uncovered-http-methods" })
	void whatMayBeThereOnceOnly(String element) {
		fails("<" + element + "/>\n<" + element + "/>", "WEB-INF/web.xml:2: <" + element
				+ "> was there in line 1 already, and there can be only one; remove one of them");
	}

	@Test
	void aChildThatIsThereTwice() {
		fails("<servlet><servlet-name>a</servlet-name>\n<servlet-name>b</servlet-name></servlet>",
				"WEB-INF/web.xml:2: <servlet-name> was there in line 1 already, and there can be only one; "
						+ "remove one of them");
	}

	@Test
	void aServletWithoutName() {
		fails("<servlet><servlet-class>A</servlet-class></servlet>",
				"WEB-INF/web.xml:1: <servlet> has no <servlet-name>, which is required; add it");
		fails("<servlet><servlet-name> </servlet-name></servlet>",
				"WEB-INF/web.xml:1: <servlet-name> is empty; write its value, or remove the element");
	}

	@Test
	void aServletThatIsBothAClassAndAPage() {
		fails("<servlet><servlet-name>a</servlet-name><servlet-class>A</servlet-class><jsp-file>/a.jsp</jsp-file>"
				+ "</servlet>",
				"WEB-INF/web.xml:1: The servlet 'a' has both a <servlet-class> and a <jsp-file>; "
						+ "remove the one that is not meant");
	}

	@Test
	void twoServletsOfOneName() {
		String servlet = "<servlet><servlet-name>shop</servlet-name></servlet>\n";
		DescriptorException failure = fails(servlet + servlet,
				"WEB-INF/web.xml:2: The servlet 'shop' was declared in line 1 already; "
						+ "rename one of them, or remove it");
		assertThat(failure.sources()).containsExactly(new Source("WEB-INF/web.xml", 2),
				new Source("WEB-INF/web.xml", 1));
	}

	@Test
	void twoFiltersOfOneName() {
		String filter = "<filter><filter-name>log</filter-name></filter>\n";
		fails(filter + filter,
				"WEB-INF/web.xml:2: The filter 'log' was declared in line 1 already; rename one of them, or remove it");
	}

	@Test
	void aNumberThatIsNone() {
		fails("<session-config>\n<session-timeout>30m</session-timeout></session-config>",
				"WEB-INF/web.xml:2: <session-timeout> is '30m', which is no whole number; "
						+ "write digits only, without a unit");
		fails("<servlet><servlet-name>a</servlet-name><load-on-startup>first</load-on-startup></servlet>",
				"WEB-INF/web.xml:1: <load-on-startup> is 'first', which is no whole number; "
						+ "write digits only, without a unit");
		fails("<servlet><servlet-name>a</servlet-name><multipart-config><max-file-size>5MB</max-file-size>"
				+ "</multipart-config></servlet>",
				"WEB-INF/web.xml:1: <max-file-size> is '5MB', which is no whole number; "
						+ "write digits only, without a unit");
	}

	@Test
	void aNumberThatIsTooLarge() {
		fails("<servlet><servlet-name>a</servlet-name><load-on-startup>3000000000</load-on-startup></servlet>",
				"WEB-INF/web.xml:1: <load-on-startup> is '3000000000'; it has to be from -2147483648 to 2147483647");
		fails("<error-page><error-code>4040</error-code><location>/a</location></error-page>",
				"WEB-INF/web.xml:1: <error-code> is '4040'; it has to be from 100 to 999");
	}

	@Test
	void aFlagThatIsNone() {
		fails("<servlet><servlet-name>a</servlet-name><async-supported>yes</async-supported></servlet>",
				"WEB-INF/web.xml:1: <async-supported> is 'yes'; it has to be 'true' or 'false'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "shop/*", "*", "*.", "*.a/b", "http://localhost/" })
	void anIllegalUrlPattern(String pattern) {
		fails("<servlet-mapping><servlet-name>a</servlet-name>\n<url-pattern>" + pattern
				+ "</url-pattern></servlet-mapping>",
				"WEB-INF/web.xml:2: <url-pattern> is '" + pattern
						+ "', which matches nothing; it has to begin with '/', "
						+ "to be '*.' and an extension, or to be empty for the root of the application");
	}

	@Test
	void aUrlPatternOverTwoLines() {
		fails("<servlet-mapping><servlet-name>a</servlet-name><url-pattern>/a\n/b</url-pattern></servlet-mapping>",
				"WEB-INF/web.xml:1: <url-pattern> contains a line break; write it in one line");
	}

	@Test
	void aPathThatLeadsOutOfTheApplication() {
		fails("<error-page><location>/a/../../b</location></error-page>",
				"WEB-INF/web.xml:1: <location> is '/a/../../b', which leads out of the application; "
						+ "write a path below its root");
	}

	@Test
	void aMappingWithoutPattern() {
		fails("<servlet-mapping><servlet-name>a</servlet-name></servlet-mapping>",
				"WEB-INF/web.xml:1: The <servlet-mapping> of 'a' has no <url-pattern>, which is required; add it");
		fails("<filter-mapping><filter-name>a</filter-name></filter-mapping>",
				"WEB-INF/web.xml:1: The <filter-mapping> of 'a' has neither a <url-pattern> nor a <servlet-name>; "
						+ "add what it applies to");
	}

	@Test
	void anUnknownDispatcher() {
		fails("<filter-mapping><filter-name>a</filter-name><url-pattern>/*</url-pattern>\n"
				+ "<dispatcher>request</dispatcher></filter-mapping>",
				"WEB-INF/web.xml:2: <dispatcher> is 'request', which is unknown; it has to be one of FORWARD, INCLUDE, "
						+ "REQUEST, ASYNC, ERROR");
	}

	@Test
	void anUnknownTrackingMode() {
		fails("<session-config><tracking-mode>HEADER</tracking-mode></session-config>",
				"WEB-INF/web.xml:1: <tracking-mode> is 'HEADER', which is unknown; it has to be one of COOKIE, URL, SSL");
	}

	@Test
	void anUnknownTransportGuarantee() {
		fails("<security-constraint><web-resource-collection><url-pattern>/*</url-pattern></web-resource-collection>\n"
				+ "<user-data-constraint><transport-guarantee>SECRET</transport-guarantee></user-data-constraint>"
				+ "</security-constraint>",
				"WEB-INF/web.xml:2: <transport-guarantee> is 'SECRET', which is unknown; it has to be one of NONE, "
						+ "INTEGRAL, CONFIDENTIAL");
	}

	@Test
	void anErrorPageWithoutLocation() {
		fails("\n<error-page><error-code>404</error-code></error-page>",
				"WEB-INF/web.xml:2: <error-page> has no <location>, which is required; add it");
	}

	@Test
	void anErrorPageWhoseLocationIsNoPath() {
		fails("<error-page><error-code>404</error-code><location>lost.html</location></error-page>",
				"WEB-INF/web.xml:1: <location> is 'lost.html'; it has to be a path from the root of the application and "
						+ "to begin with '/'");
	}

	@Test
	void anErrorPageForAStatusAndAnException() {
		fails("<error-page><error-code>404</error-code><exception-type>A</exception-type><location>/a</location>"
				+ "</error-page>",
				"WEB-INF/web.xml:1: <error-page> has both an <error-code> and an <exception-type>; "
						+ "make two of it, one for each");
	}

	@Test
	void aSecurityConstraintThatProtectsNothing() {
		fails("<security-constraint><auth-constraint/></security-constraint>",
				"WEB-INF/web.xml:1: <security-constraint> has no <web-resource-collection>, which is required; add it");
		fails("<security-constraint><web-resource-collection><http-method>GET</http-method></web-resource-collection>"
				+ "</security-constraint>",
				"WEB-INF/web.xml:1: <web-resource-collection> has no <url-pattern>, which is required, since without it "
						+ "nothing is protected; add it");
	}

	@Test
	void methodsThatAreBothMeantAndNotMeant() {
		fails("<security-constraint><web-resource-collection><url-pattern>/*</url-pattern>"
				+ "<http-method>GET</http-method><http-method-omission>PUT</http-method-omission>"
				+ "</web-resource-collection></security-constraint>",
				"WEB-INF/web.xml:1: <web-resource-collection> has both <http-method> and <http-method-omission>; "
						+ "name either the methods that are meant or those that are not");
	}

	@Test
	void aMethodThatIsNone() {
		fails("<security-constraint><web-resource-collection><url-pattern>/*</url-pattern>"
				+ "<http-method>GET, POST</http-method></web-resource-collection></security-constraint>",
				"WEB-INF/web.xml:1: <http-method> is 'GET, POST', which is no method of HTTP; write one like 'GET'");
	}

	@Test
	void aFormLoginWithoutForm() {
		fails("<login-config><auth-method>FORM</auth-method></login-config>",
				"WEB-INF/web.xml:1: <auth-method> is 'FORM', but there is no <form-login-config>; add it with "
						+ "<form-login-page> and <form-error-page>");
		fails("<login-config><auth-method>FORM</auth-method><form-login-config>"
				+ "<form-login-page>/login</form-login-page></form-login-config></login-config>",
				"WEB-INF/web.xml:1: <form-login-config> has no <form-error-page>, which is required; add it");
	}

	@Test
	void anUnknownCharset() {
		fails("<request-character-encoding>UFT-8</request-character-encoding>",
				"WEB-INF/web.xml:1: <request-character-encoding> is 'UFT-8', which is no charset of this Java; "
						+ "write one like 'UTF-8'");
		fails("<locale-encoding-mapping-list><locale-encoding-mapping><locale>de</locale><encoding>a b</encoding>"
				+ "</locale-encoding-mapping></locale-encoding-mapping-list>",
				"WEB-INF/web.xml:1: <encoding> is 'a b', which is no charset of this Java; write one like 'UTF-8'");
	}

	@Test
	void aParameterWithoutValue() {
		fails("<context-param><param-name>a</param-name></context-param>",
				"WEB-INF/web.xml:1: <context-param> has no <param-value>, which is required; add it");
	}

	@Test
	void aContextPathThatEndsWithASlash() {
		fails("<default-context-path>/shop/</default-context-path>",
				"WEB-INF/web.xml:1: <default-context-path> is '/shop/'; it must not end with '/'");
	}

	@Test
	void othersTwice() {
		fails("<absolute-ordering><others/>\n<others/></absolute-ordering>",
				"WEB-INF/web.xml:2: <others> was there in line 1 already, and there can be only one; remove one of them");
	}

	@Test
	void aResourceReferenceWithoutName() {
		fails("<resource-ref><res-type>javax.sql.DataSource</res-type></resource-ref>",
				"WEB-INF/web.xml:1: <resource-ref> has no <res-ref-name>, which is required; add it");
	}

	private static DescriptorException fails(String content, String message) {
		DescriptorException failure = catchThrowableOfType(DescriptorException.class,
				() -> Descriptors.webXml(content));
		assertThat(failure).hasMessage(message);
		assertThat(failure.sources().get(0).file()).isEqualTo("WEB-INF/web.xml");
		return failure;
	}

}
