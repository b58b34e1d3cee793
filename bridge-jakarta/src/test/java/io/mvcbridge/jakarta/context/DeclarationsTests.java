package io.mvcbridge.jakarta.context;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What descriptors and annotations declare (Servlet 6.1 §4.4, §8.2.3). */
class DeclarationsTests {

	private final TestApplication application = new TestApplication();

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void whatIsDeclaredIsThereBeforeTheFirstInitializer() throws ServletException {
		this.application
			.initializer((context) -> this.application.events
				.add(context.getServletRegistrations().keySet() + " " + context.getFilterRegistrations().keySet()))
			.declarations((declarations) -> {
				declarations.servlet("api", "no.such.Servlet").addMapping("/api");
				declarations.filter("guard", Guard.class.getName());
			})
			.make();
		assertThat(this.application.events).containsExactly("[api] [guard]");
	}

	@Test
	void aDeclaredClassIsNotLookedAtForAnnotations() throws ServletException {
		BridgeServletContext context = this.application
			.declarations((declarations) -> declarations.servlet("upload", Upload.class.getName()))
			.initializer((servletContext) -> servletContext.addServlet("program", Upload.class.getName()))
			.make();
		assertThat(((DynamicServlet) context.getServletRegistration("upload")).multipartConfig()).isNull();
		assertThat(((DynamicServlet) context.getServletRegistration("program")).multipartConfig()).isNotNull();
	}

	@Test
	void aNameIsDeclaredOnce() {
		this.application.declarations((declarations) -> {
			declarations.servlet("api", "a.Servlet");
			assertThatIllegalArgumentException().isThrownBy(() -> declarations.servlet("api", "another.Servlet"))
				.withMessage("Servlet 'api' is declared twice");
			declarations.filter("guard", Guard.class.getName());
			assertThatIllegalArgumentException().isThrownBy(() -> declarations.filter("guard", "another.Filter"))
				.withMessage("Filter 'guard' is declared twice");
			throw new ServletException("seen");
		});
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make).withMessage("seen");
	}

	@Test
	void aProgramCannotAddWhatIsDeclaredWithItsClass() throws ServletException {
		this.application.declarations((declarations) -> {
			declarations.servlet("api", Upload.class.getName());
			declarations.filter("guard", Guard.class.getName());
		}).initializer((context) -> {
			assertThat(context.addServlet("api", Upload.class)).isNull();
			assertThat(context.addFilter("guard", Guard.class)).isNull();
			this.application.events.add("seen");
		}).make();
		assertThat(this.application.events).containsExactly("seen");
	}

	@Test
	void theDefaultServletOfTheContainerMakesRoomForADeclaredOne() throws ServletException {
		BridgeServletContext context = this.application.registerDefaultServlet(true)
			.declarations((declarations) -> declarations.servlet("default", Upload.class.getName()).addMapping("/"))
			.make();
		assertThat(context.getServletRegistration("default").getClassName()).isEqualTo(Upload.class.getName());
		assertThat(context.getServletRegistration("default").getMappings()).containsExactly("/");
	}

	@Test
	void aFilterWithoutClassIsCompletedByAProgram() throws ServletException {
		BridgeServletContext context = this.application
			.declarations((declarations) -> declarations.filter("guard", null).setInitParameter("mode", "strict"))
			.initializer((servletContext) -> servletContext.addFilter("guard", Guard.class))
			.make();
		assertThat(context.getFilterRegistration("guard").getClassName()).isEqualTo(Guard.class.getName());
		assertThat(context.getFilterRegistration("guard").getInitParameter("mode")).isEqualTo("strict");
	}

	@Test
	void whatIsNeverCompletedFailsWithItsName() throws ServletException {
		this.application.declarations((declarations) -> declarations.filter("guard", null));
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withMessage(
					"Filter 'guard' is declared without a class, and no initializer has added a filter of that name: "
							+ "name its class in the descriptor");
		try (TestApplication second = new TestApplication()) {
			BridgeServletContext context = second
				.declarations((declarations) -> declarations.servlet("api", null).setLoadOnStartup(1))
				.make();
			assertThatExceptionOfType(ServletException.class).isThrownBy(context::start)
				.withMessage(
						"Servlet 'api' (null) failed to load at start: Servlet 'api' is declared without a class, and "
								+ "no initializer has added a servlet of that name: name its class in the descriptor");
		}
	}

	@Test
	void onlyWhatIsDeclaredCanBeDisabled() {
		this.application.declarations((declarations) -> declarations.disable("api"));
		assertThatIllegalArgumentException().isThrownBy(this.application::make)
			.withMessage("No servlet 'api' is declared that could be disabled");
	}

	@Test
	void aDeclaredListenerThatIsNoneFailsTheStart() {
		this.application.declarations((declarations) -> declarations.listener(Guard.class.getName()));
		assertThatExceptionOfType(ServletException.class).isThrownBy(this.application::make)
			.withMessage("The declared listener is none: io.mvcbridge.jakarta.context.DeclarationsTests$Guard does not "
					+ "implement java.util.EventListener");
	}

	@MultipartConfig
	static class Upload extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	static class Guard extends HttpFilter {

		private static final long serialVersionUID = 1L;

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
		}

	}

}
