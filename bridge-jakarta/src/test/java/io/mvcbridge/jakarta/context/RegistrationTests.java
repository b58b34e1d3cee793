package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Servlet 6.1 §4.4. */
class RegistrationTests {

	private final TestApplication application = new TestApplication();

	@AfterEach
	void close() {
		this.application.close();
	}

	private BridgeServletContext configure(ServletContextStartup startup) throws ServletException {
		return this.application.initializer(startup).make();
	}

	private static String mapped(WebApplication context, String path) {
		return context.map(DispatcherType.REQUEST, path, path, null).target().getName();
	}

	@Test
	void aServletNameIsTakenOnce() throws ServletException {
		configure((context) -> {
			assertThat(context.addServlet("s", new Plain())).isNotNull();
			assertThat(context.addServlet("s", new Plain())).isNull();
			assertThat(context.addServlet("s", Plain.class)).isNull();
			assertThat(context.addServlet("s", Plain.class.getName())).isNull();
			assertThat(context.addJspFile("s", "/x.jsp")).isNull();
		});
	}

	@Test
	void anInstanceIsRegisteredOnce() throws ServletException {
		configure((context) -> {
			Servlet servlet = new Plain();
			assertThat(context.addServlet("a", servlet)).isNotNull();
			assertThat(context.addServlet("b", servlet)).isNull();
			Filter filter = new PlainFilter();
			assertThat(context.addFilter("a", filter)).isNotNull();
			assertThat(context.addFilter("b", filter)).isNull();
		});
	}

	@Test
	void aServletCanBeGivenByInstanceByClassAndByName() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
			servletContext.addServlet("instance", new Plain()).addMapping("/1");
			servletContext.addServlet("class", Plain.class).addMapping("/2");
			servletContext.addServlet("name", Plain.class.getName()).addMapping("/3");
		});
		assertThat(context.getServletRegistrations().keySet()).containsExactly("instance", "class", "name");
		assertThat(context.getServletRegistrations().values()).extracting(ServletRegistration::getClassName)
			.containsOnly(Plain.class.getName());
		assertThat(List.of(mapped(context, "/1"), mapped(context, "/2"), mapped(context, "/3")))
			.containsExactly("instance", "class", "name");
	}

	@Test
	void aServletOrFilterNeedsAName() throws ServletException {
		configure((context) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> context.addServlet("", new Plain()));
			assertThatIllegalArgumentException().isThrownBy(() -> context.addServlet(null, Plain.class));
			assertThatIllegalArgumentException().isThrownBy(() -> context.addFilter("", new PlainFilter()));
			assertThatIllegalArgumentException().isThrownBy(() -> context.addFilter(null, PlainFilter.class));
		});
	}

	@Test
	void aServletClassThatIsMissingFailsWhenItIsLoaded() throws ServletException {
		BridgeServletContext context = configure(
				(servletContext) -> servletContext.addServlet("s", "no.such.Servlet").setLoadOnStartup(1));
		assertThatExceptionOfType(ServletException.class).isThrownBy(context::start)
			.withMessage("Servlet 's' (no.such.Servlet) failed to load at start: "
					+ "Servlet 's': class no.such.Servlet is not found");
	}

	@Test
	void aFilterClassThatIsMissingFailsTheStart() {
		assertThatExceptionOfType(ServletException.class)
			.isThrownBy(() -> configure((context) -> context.addFilter("f", "no.such.Filter")))
			.withMessage("Filter 'f': class no.such.Filter is not found");
	}

	@Test
	void aMappingThatAnotherServletHasIsReportedAndNothingIsMapped() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
			servletContext.addServlet("first", new Plain()).addMapping("/a", "/b");
			ServletRegistration.Dynamic second = servletContext.addServlet("second", new Plain());
			assertThat(second.addMapping("/c", "/b", "/a")).containsExactlyInAnyOrder("/a", "/b");
			assertThat(second.getMappings()).isEmpty();
			assertThat(second.addMapping("/d")).isEmpty();
			assertThat(second.addMapping("/d", "/e")).isEmpty();
			assertThat(second.getMappings()).containsExactly("/d", "/e");
		});
		assertThat(mapped(context, "/a")).isEqualTo("first");
		assertThat(mapped(context, "/c")).isEqualTo("default");
		assertThat(mapped(context, "/e")).isEqualTo("second");
	}

	@Test
	void noPatternsAreAnError() throws ServletException {
		configure((context) -> {
			ServletRegistration.Dynamic servlet = context.addServlet("s", new Plain());
			assertThatIllegalArgumentException().isThrownBy(servlet::addMapping);
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.addMapping("nonsense"));
			FilterRegistration.Dynamic filter = context.addFilter("f", new PlainFilter());
			assertThatIllegalArgumentException().isThrownBy(() -> filter.addMappingForUrlPatterns(null, true));
			assertThatIllegalArgumentException().isThrownBy(() -> filter.addMappingForServletNames(null, true));
		});
	}

	@Test
	void theContainersDefaultServletGivesWayToOneMappedToSlash() throws ServletException {
		this.application.registerDefaultServlet(true);
		BridgeServletContext context = configure((servletContext) -> {
			assertThat(servletContext.getServletRegistration("default").getMappings()).containsExactly("/");
			assertThat(servletContext.addServlet("dispatcher", new Plain()).addMapping("/")).isEmpty();
			assertThat(servletContext.getServletRegistration("default").getMappings()).isEmpty();
		});
		assertThat(mapped(context, "/anything")).isEqualTo("dispatcher");
		assertThat(context.getNamedDispatcher("default")).isNotNull();
	}

	@Test
	void withoutDefaultServletNoneIsRegistered() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
		});
		assertThat(context.getServletRegistrations()).isEmpty();
		assertThat(context.getNamedDispatcher("default")).isNull();
	}

	@Test
	void initParametersAreSetOnce() throws ServletException {
		configure((context) -> {
			ServletRegistration.Dynamic servlet = context.addServlet("s", new Plain());
			assertThat(servlet.setInitParameter("a", "1")).isTrue();
			assertThat(servlet.setInitParameter("a", "2")).isFalse();
			assertThat(servlet.setInitParameters(Map.of("a", "3", "b", "4"))).containsExactly("a");
			assertThat(servlet.getInitParameters()).isEqualTo(Map.of("a", "1"));
			assertThat(servlet.setInitParameters(Map.of("b", "4"))).isEmpty();
			assertThat(servlet.getInitParameter("b")).isEqualTo("4");
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameter(null, "x"));
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameter("x", null));
			Map<String, String> withNull = new LinkedHashMap<>();
			withNull.put("c", "5");
			withNull.put("d", null);
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameters(withNull));
			assertThat(servlet.getInitParameter("c")).isNull();
		});
	}

	@Test
	void aServletFindsItsConfiguration() throws ServletException {
		List<String> seen = new ArrayList<>();
		BridgeServletContext context = configure((servletContext) -> {
			ServletRegistration.Dynamic servlet = servletContext.addServlet("s", new Plain() {
				@Override
				public void init() {
					seen.add(getServletName());
					seen.add(getInitParameter("color"));
					seen.add(getServletContext().getServletContextName());
				}
			});
			servlet.setInitParameter("color", "red");
			servlet.setLoadOnStartup(0);
		});
		context.start();
		assertThat(seen).containsExactly("s", "red", "application");
	}

	@Test
	void linkedRolesNeedTheirServlet() {
		this.application.contextPath("/shop").roleLink("cart", "BOSS", "ADMIN");
		assertThatExceptionOfType(ServletException.class)
			.isThrownBy(() -> configure((context) -> context.addServlet("card", new Plain())))
			.withMessage("Application '/shop' links the roles [BOSS] for the servlet 'cart', which is not registered."
					+ " Registered are [card]");
	}

	@Test
	void multipartSecurityAndRoleAreKept() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
			ServletRegistration.Dynamic servlet = servletContext.addServlet("s", new Plain());
			servlet.addMapping("/s");
			servlet.setMultipartConfig(new MultipartConfigElement("/tmp", 10, 20, 5));
			servlet.setRunAsRole("admin");
			assertThat(servlet.getRunAsRole()).isEqualTo("admin");
			assertThat(servlet.setServletSecurity(
					new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.CONFIDENTIAL))))
				.isEmpty();
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setMultipartConfig(null));
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setRunAsRole(null));
			assertThatIllegalArgumentException().isThrownBy(() -> servlet.setServletSecurity(null));
		});
		MultipartConfigElement multipart = context.map(DispatcherType.REQUEST, "/s", "/s", null)
			.target()
			.getMultipartConfig();
		assertThat(multipart.getMaxFileSize()).isEqualTo(10);
	}

	@Test
	void theMultipartAnnotationOfAServletCounts() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
			servletContext.addServlet("instance", new Uploads()).addMapping("/1");
			servletContext.addServlet("class", Uploads.class).addMapping("/2");
			ServletRegistration.Dynamic overridden = servletContext.addServlet("name", Uploads.class.getName());
			overridden.addMapping("/3");
			overridden.setMultipartConfig(new MultipartConfigElement("", 5, 5, 0));
		});
		assertThat(List.of("/1", "/2", "/3"))
			.extracting((path) -> context.map(DispatcherType.REQUEST, path, path, null)
				.target()
				.getMultipartConfig()
				.getMaxFileSize())
			.containsExactly(77L, 77L, 5L);
	}

	@Test
	void filterMappingsCanBeAsked() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
			FilterRegistration.Dynamic filter = servletContext.addFilter("f", PlainFilter.class);
			filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.ERROR), false, "/a", "/b/*");
			filter.addMappingForServletNames(null, true, "s");
		});
		FilterRegistration filter = context.getFilterRegistration("f");
		assertThat(filter.getUrlPatternMappings()).containsExactly("/a", "/b/*");
		assertThat(filter.getServletNameMappings()).containsExactly("s");
		assertThat(context.getFilterRegistrations().keySet()).containsExactly("f");
	}

	@Test
	void nothingCanBeRegisteredInAnInitialisedContext() throws ServletException {
		List<ServletRegistration.Dynamic> servlets = new ArrayList<>();
		List<FilterRegistration.Dynamic> filters = new ArrayList<>();
		BridgeServletContext context = configure((servletContext) -> {
			servlets.add(servletContext.addServlet("s", new Plain()));
			filters.add(servletContext.addFilter("f", new PlainFilter()));
		});
		List<Runnable> calls = List.of(() -> context.addServlet("x", new Plain()),
				() -> context.addServlet("x", Plain.class), () -> context.addServlet("x", Plain.class.getName()),
				() -> context.addJspFile("x", "/x.jsp"), () -> context.addFilter("x", new PlainFilter()),
				() -> context.addFilter("x", PlainFilter.class),
				() -> context.addFilter("x", PlainFilter.class.getName()),
				() -> context.addListener(new ListenerTests.Everything(new ArrayList<>(), "x")),
				() -> context.addListener(ListenerTests.Everything.class),
				() -> context.addListener(ListenerTests.Everything.class.getName()),
				() -> context.setInitParameter("a", "b"), () -> context.declareRoles("r"),
				() -> context.setSessionTimeout(5), () -> context.setRequestCharacterEncoding("UTF-8"),
				() -> context.setResponseCharacterEncoding("UTF-8"),
				() -> context.setSessionTrackingModes(context.getDefaultSessionTrackingModes()),
				() -> context.getSessionCookieConfig().setName("x"), () -> servlets.get(0).addMapping("/late"),
				() -> servlets.get(0).setLoadOnStartup(1), () -> servlets.get(0).setAsyncSupported(true),
				() -> servlets.get(0).setInitParameter("a", "b"), () -> servlets.get(0).setRunAsRole("r"),
				() -> filters.get(0).addMappingForUrlPatterns(null, true, "/late"),
				() -> filters.get(0).addMappingForServletNames(null, true, "s"),
				() -> filters.get(0).setInitParameters(Map.of()));
		for (Runnable call : calls) {
			assertThatIllegalStateException().isThrownBy(call::run);
		}
	}

	@Test
	void componentsAreCreatedByTheirConstructorWithoutArguments() throws ServletException {
		BridgeServletContext context = configure((servletContext) -> {
		});
		assertThat(context.createServlet(Plain.class)).isNotNull();
		assertThat(context.createFilter(PlainFilter.class)).isNotNull();
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> context.createServlet(NoDefault.class))
			.withMessage(NoDefault.class.getName() + " has no constructor without arguments");
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> context.createServlet(Failing.class))
			.withMessage("The constructor of " + Failing.class.getName() + " failed")
			.withRootCauseInstanceOf(ArithmeticException.class);
		assertThatIllegalArgumentException().isThrownBy(() -> context.createListener(NoListener.class));
	}

	@Test
	void classesComeFromTheApplicationsClassLoader() throws ServletException {
		List<String> asked = new ArrayList<>();
		ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
			@Override
			protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				asked.add(name);
				return super.loadClass(name, resolve);
			}
		};
		this.application.classLoader(loader);
		configure((context) -> {
			context.addServlet("s", Plain.class.getName());
			context.addFilter("f", PlainFilter.class.getName());
			context.addListener(ListenerTests.Requests.class.getName());
		});
		assertThat(asked).contains(Plain.class.getName(), PlainFilter.class.getName(),
				ListenerTests.Requests.class.getName());
	}

	@Test
	void aJspFileRunsOnTheServletNamedJsp() throws ServletException {
		JspEngine.files.clear();
		BridgeServletContext context = configure((servletContext) -> {
			servletContext.addServlet("jsp", JspEngine.class).setInitParameter("development", "false");
			ServletRegistration.Dynamic page = servletContext.addJspFile("page", "/WEB-INF/page.jsp");
			page.addMapping("/page");
			page.setLoadOnStartup(1);
		});
		context.start();
		assertThat(JspEngine.files).containsExactly("/WEB-INF/page.jsp false");
	}

	@Test
	void aJspFileWithoutEngineSaysSo() throws ServletException {
		BridgeServletContext context = configure(
				(servletContext) -> servletContext.addJspFile("page", "/page.jsp").setLoadOnStartup(1));
		assertThatExceptionOfType(ServletException.class).isThrownBy(context::start)
			.withMessageContaining("add a JSP engine");
	}

	@Test
	void rolesNeedNames() throws ServletException {
		configure((context) -> {
			context.declareRoles("user", "admin");
			assertThatIllegalArgumentException().isThrownBy(() -> context.declareRoles("user", ""));
			assertThatIllegalArgumentException().isThrownBy(() -> context.declareRoles((String) null));
		});
	}

	static class Plain extends GenericServlet {

		private static final long serialVersionUID = 1L;

		@Override
		public void service(ServletRequest request, ServletResponse response) {
		}

	}

	@MultipartConfig(maxFileSize = 77)
	static final class Uploads extends Plain {

		private static final long serialVersionUID = 1L;

	}

	static final class NoDefault extends Plain {

		private static final long serialVersionUID = 1L;

		NoDefault(String argument) {
		}

	}

	static final class Failing extends Plain {

		private static final long serialVersionUID = 1L;

		Failing() {
			throw new ArithmeticException("constructor");
		}

	}

	static final class NoListener implements java.util.EventListener {

	}

	static final class JspEngine extends Plain {

		private static final long serialVersionUID = 1L;

		static final List<String> files = new ArrayList<>();

		@Override
		public void init() {
			files.add(getInitParameter("jspFile") + " " + getInitParameter("development"));
		}

	}

	static final class PlainFilter implements Filter {

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
		}

	}

}
