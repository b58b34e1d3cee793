package io.mvcbridge.jakarta.context;

import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.jakarta.request.DispatchFrame;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Servlet 6.1 §6.2.4 and §6.2.5. */
class FilterTableTests {

	private final TestApplication application = new TestApplication();

	private final List<String> calls = new ArrayList<>();

	@AfterEach
	void close() {
		this.application.close();
	}

	private FilterRegistration.Dynamic filter(ServletContext context, String name) {
		FilterRegistration.Dynamic filter = context.addFilter(name, (Filter) (request, response, chain) -> {
			this.calls.add(name);
			chain.doFilter(request, response);
		});
		filter.setAsyncSupported(true);
		return filter;
	}

	private ServletRegistration.Dynamic servlet(ServletContext context, String name, String... patterns) {
		ServletRegistration.Dynamic servlet = context.addServlet(name, new GenericServlet() {
			@Override
			public void service(ServletRequest request, ServletResponse response) {
				FilterTableTests.this.calls.add("[" + name + "]");
			}
		});
		servlet.setAsyncSupported(true);
		if (patterns.length > 0) {
			servlet.addMapping(patterns);
		}
		return servlet;
	}

	private List<String> dispatch(WebApplication context, DispatcherType type, String path) throws Exception {
		this.calls.clear();
		DispatchFrame frame = context.map(type, path, path, null);
		context.invoke(frame, null, null);
		return this.calls;
	}

	@Test
	void filtersByPatternRunInOrderOfTheirMappings() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			FilterRegistration.Dynamic second = filter(servletContext, "second");
			FilterRegistration.Dynamic first = filter(servletContext, "first");
			first.addMappingForUrlPatterns(null, true, "/a/*");
			second.addMappingForUrlPatterns(null, true, "/*");
			servlet(servletContext, "servlet", "/a/*");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/a/b")).containsExactly("first", "second", "[servlet]");
	}

	@Test
	void filtersByServletNameRunAfterThoseByPattern() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			filter(servletContext, "byName").addMappingForServletNames(null, true, "servlet");
			filter(servletContext, "byPattern").addMappingForUrlPatterns(null, true, "/*");
			filter(servletContext, "byOtherName").addMappingForServletNames(null, true, "other");
			filter(servletContext, "byAnyName").addMappingForServletNames(null, true, "*");
			servlet(servletContext, "servlet", "/a");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/a")).containsExactly("byPattern", "byName", "byAnyName",
				"[servlet]");
	}

	@Test
	void mappingsThatAreNotToMatchAfterComeFirstInTheirOwnOrder() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			filter(servletContext, "after1").addMappingForUrlPatterns(null, true, "/*");
			filter(servletContext, "before1").addMappingForUrlPatterns(null, false, "/*");
			filter(servletContext, "after2").addMappingForUrlPatterns(null, true, "/*");
			filter(servletContext, "before2").addMappingForUrlPatterns(null, false, "/*");
			servlet(servletContext, "servlet", "/a");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/a")).containsExactly("before1", "before2", "after1",
				"after2", "[servlet]");
	}

	@Test
	void aFilterThatMatchesTwiceRunsOnce() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			FilterRegistration.Dynamic filter = filter(servletContext, "filter");
			filter.addMappingForUrlPatterns(null, true, "/a", "/*");
			filter.addMappingForUrlPatterns(null, true, "*.x");
			filter.addMappingForServletNames(null, true, "servlet");
			servlet(servletContext, "servlet", "/a");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/a")).containsExactly("filter", "[servlet]");
	}

	@ParameterizedTest
	@EnumSource(DispatcherType.class)
	void aFilterRunsForTheKindsOfDispatchItIsMappedTo(DispatcherType type) throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			for (DispatcherType each : DispatcherType.values()) {
				filter(servletContext, "pattern " + each).addMappingForUrlPatterns(EnumSet.of(each), true, "/*");
				filter(servletContext, "name " + each).addMappingForServletNames(EnumSet.of(each), true, "servlet");
			}
			filter(servletContext, "all").addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, "/*");
			servlet(servletContext, "servlet", "/a");
		}).make();
		assertThat(dispatch(context, type, "/a")).containsExactly("pattern " + type, "all", "name " + type,
				"[servlet]");
	}

	@Test
	void withoutKindsAFilterRunsForRequestsOnly() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			filter(servletContext, "filter").addMappingForUrlPatterns(EnumSet.noneOf(DispatcherType.class), true, "/*");
			servlet(servletContext, "servlet", "/a");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/a")).containsExactly("filter", "[servlet]");
		assertThat(dispatch(context, DispatcherType.FORWARD, "/a")).containsExactly("[servlet]");
	}

	@ParameterizedTest
	@CsvSource({ "/a, 'all,exact,ext0'", "/b/x, 'all,prefix'", "/b/x.do, 'all,prefix,extension'", "/c, 'all'" })
	void whichFiltersRunDependsOnThePath(String path, String filters) throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			filter(servletContext, "all").addMappingForUrlPatterns(null, true, "/*");
			filter(servletContext, "exact").addMappingForUrlPatterns(null, true, "/a");
			filter(servletContext, "prefix").addMappingForUrlPatterns(null, true, "/b/*");
			filter(servletContext, "extension").addMappingForUrlPatterns(null, true, "*.do");
			filter(servletContext, "ext0").addMappingForUrlPatterns(null, true, "*.none", "/a");
			servlet(servletContext, "servlet", "/");
		}).make();
		for (int i = 0; i < 3; i++) {
			List<String> called = dispatch(context, DispatcherType.REQUEST, path);
			assertThat(String.join(",", called)).isEqualTo(filters + ",[servlet]");
		}
	}

	@Test
	void aChainIsBuiltOnce() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			filter(servletContext, "filter").addMappingForUrlPatterns(null, true, "/a/*", "*.do");
			servlet(servletContext, "servlet", "/");
		}).make();
		DispatchFrame first = context.map(DispatcherType.REQUEST, "/a/x", "/a/x", null);
		DispatchFrame second = context.map(DispatcherType.REQUEST, "/a/y", "/a/y", null);
		assertThat(first.target()).isSameAs(second.target());
		assertThat(context.map(DispatcherType.REQUEST, "/a/y.do", "/a/y.do", null).target())
			.isNotSameAs(first.target());
	}

	@Test
	void moreThan64PatternsAndMoreThan32CombinationsAreFound() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			for (int i = 0; i < 70; i++) {
				filter(servletContext, "p" + i).addMappingForUrlPatterns(null, true, "/" + i + "/*");
			}
			for (int i = 0; i < 40; i++) {
				filter(servletContext, "f" + i).addMappingForUrlPatterns(EnumSet.of(DispatcherType.FORWARD), true,
						"/" + i + "/*");
			}
			servlet(servletContext, "servlet", "/");
		}).make();
		for (int i = 0; i < 70; i++) {
			assertThat(dispatch(context, DispatcherType.REQUEST, "/" + i + "/x")).containsExactly("p" + i, "[servlet]");
		}
		for (int i = 0; i < 40; i++) {
			assertThat(dispatch(context, DispatcherType.FORWARD, "/" + i + "/x")).containsExactly("f" + i, "[servlet]");
		}
	}

	@Test
	void filtersRunWhereNoServletIsMapped() throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			FilterRegistration.Dynamic filter = servletContext.addFilter("filter",
					(Filter) (request, response, chain) -> this.calls.add("filter"));
			filter.addMappingForUrlPatterns(null, true, "/*");
		}).make();
		assertThat(dispatch(context, DispatcherType.REQUEST, "/nowhere")).containsExactly("filter");
	}

	@ParameterizedTest
	@CsvSource({ "true, true, true", "true, false, false", "false, true, false" })
	void asynchronousRequestsNeedTheSupportOfFiltersAndServlet(boolean filter, boolean servlet, boolean supported)
			throws Exception {
		WebApplication context = this.application.initializer((servletContext) -> {
			FilterRegistration.Dynamic registration = filter(servletContext, "filter");
			registration.setAsyncSupported(filter);
			registration.addMappingForUrlPatterns(null, true, "/a");
			servlet(servletContext, "servlet", "/a").setAsyncSupported(servlet);
		}).make();
		assertThat(context.map(DispatcherType.REQUEST, "/a", "/a", null).target().isAsyncSupported())
			.isEqualTo(supported);
	}

	@Test
	void aFilterMayGoOnTwiceAndFromManyThreads() throws Exception {
		List<String> seen = java.util.Collections.synchronizedList(new ArrayList<>());
		WebApplication context = this.application.initializer((servletContext) -> {
			servletContext.addFilter("twice", new Filter() {
				@Override
				public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
						throws IOException, jakarta.servlet.ServletException {
					chain.doFilter(request, response);
					chain.doFilter(request, response);
				}
			}).addMappingForUrlPatterns(null, true, "/*");
			servletContext.addServlet("servlet", new GenericServlet() {
				@Override
				public void service(ServletRequest request, ServletResponse response) {
					seen.add("[servlet]");
				}
			}).addMapping("/a");
		}).make();
		DispatchFrame frame = context.map(DispatcherType.REQUEST, "/a", "/a", null);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			List<Future<?>> calls = new ArrayList<>();
			for (int i = 0; i < 50; i++) {
				calls.add(threads.submit(() -> {
					context.invoke(frame, null, null);
					return null;
				}));
			}
			for (Future<?> call : calls) {
				call.get(10, TimeUnit.SECONDS);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(seen).hasSize(100);
	}

}
