package io.mvcbridge.jakarta;

import java.util.Collections;
import java.util.EnumSet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Filters over the wire (Servlet 6.1 §6). */
class FilterConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	@Test
	void filtersRunByDispatcherType() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			filter(context, "request", DispatcherType.REQUEST);
			filter(context, "forward", DispatcherType.FORWARD);
			filter(context, "include", DispatcherType.INCLUDE);
			filter(context, "error", DispatcherType.ERROR);
		}).servlet("source", ServletFixture.servlet((request, response) -> {
			request.getRequestDispatcher("/target").include(request, response);
			request.getRequestDispatcher("/target").forward(request, response);
		}), "/source")
			.servlet("target",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print(String.join(",",
								Collections.list(request.getAttributeNames())
									.stream()
									.filter((name) -> name.startsWith("ran."))
									.sorted()
									.toList()))),
					"/target"));
		assertThat(this.server.get("/source").text()).isEqualTo("ran.forward,ran.include,ran.request");
	}

	private static void filter(ServletContext context, String name, DispatcherType type) {
		Filter filter = (request, response, chain) -> {
			request.setAttribute("ran." + name, true);
			chain.doFilter(request, response);
		};
		context.addFilter(name, filter).addMappingForUrlPatterns(EnumSet.of(type), true, "/*");
	}

	@Test
	void filtersRunInTheOrderOfTheirMappings() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			context.addFilter("named", trace("named")).addMappingForServletNames(null, true, "test");
			context.addFilter("second", trace("second")).addMappingForUrlPatterns(null, true, "/*");
			context.addFilter("third", trace("third")).addMappingForUrlPatterns(null, true, "*.do");
			context.addFilter("first", trace("first")).addMappingForUrlPatterns(null, false, "/x/*");
			context.addFilter("other", trace("other")).addMappingForUrlPatterns(null, true, "/y/*");
		}).servlet("test", ServletFixture.servlet((request, response) -> {
		}), "/"));
		assertThat(this.server.get("/x/a.do").headers("X-Filter")).containsExactly("first", "second", "third", "named");
	}

	private static Filter trace(String name) {
		return (request, response, chain) -> {
			((HttpServletResponse) response).addHeader("X-Filter", name);
			chain.doFilter(request, response);
		};
	}

	@Test
	void filterMayAnswerByItself() throws Exception {
		this.server.deploy((builder) -> builder
			.filter("guard", (request, response, chain) -> ((HttpServletResponse) response).setStatus(403), "/*")
			.servlet("test", ServletFixture.servlet((request, response) -> response.setStatus(200)), "/*"));
		assertThat(this.server.get("/").status()).isEqualTo(403);
	}

	@Test
	void filterRunsWhereNoServletIsMapped() throws Exception {
		this.server.deploy((builder) -> builder.filter("answer",
				(request, response, chain) -> response.getWriter().print("filtered"), "/*"));
		assertThat(this.server.get("/nowhere").text()).isEqualTo("filtered");
	}

	@Test
	void wrappersOfAFilterReachTheServlet() throws Exception {
		this.server.deploy((builder) -> builder.filter("wrap", (request, response, chain) -> chain
			.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request) {

				@Override
				public String getMethod() {
					return "WRAPPED";
				}

			}, response), "/*")
			.servlet("test",
					ServletFixture.servlet((request, response) -> response.getWriter().print(request.getMethod())),
					"/*"));
		assertThat(this.server.get("/").text()).isEqualTo("WRAPPED");
	}

}
