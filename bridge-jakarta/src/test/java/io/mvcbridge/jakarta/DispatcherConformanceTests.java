package io.mvcbridge.jakarta;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** What forwards and includes owe to wrappers, to each other and to the response. */
class DispatcherConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private void deploy(Handler source, Handler target, Handler... more) throws ServletException {
		this.server.deploy((builder) -> {
			builder.contextPath("/app")
				.errorPage(409, null, "/conflict")
				.servlet("source", ServletFixture.servlet(source), "/source/*")
				.servlet("target", ServletFixture.servlet(target), "/target/*")
				.servlet("conflict",
						ServletFixture.servlet((request, response) -> response.getWriter().print("error page")),
						"/conflict");
			for (int i = 0; i < more.length; i++) {
				builder.servlet("more" + i, ServletFixture.servlet(more[i]), "/more" + i + "/*");
			}
			return builder;
		});
	}

	private static Handler forward(String path) {
		return (request, response) -> request.getRequestDispatcher(path).forward(request, response);
	}

	private static Handler include(String path) {
		return (request, response) -> request.getRequestDispatcher(path).include(request, response);
	}

	private static Handler write(String text) {
		return (request, response) -> response.getWriter().print(text);
	}

	// Wrappers

	@Test
	void aWrapperOfTheResponseKeepsWhatAForwardWroteToItsStream() throws Exception {
		deploy((request, response) -> {
			Keeping kept = new Keeping(response);
			request.getRequestDispatcher("/target").forward(request, kept);
			response.getWriter().print("kept " + kept.bytes + ", closed " + kept.closed);
		}, (request, response) -> response.getOutputStream().print("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("kept target, closed true");
	}

	@Test
	void aWrapperOfTheResponseKeepsWhatAForwardWroteToItsWriter() throws Exception {
		deploy((request, response) -> {
			Keeping kept = new Keeping(response);
			request.getRequestDispatcher("/target").forward(request, kept);
			response.getWriter().print("kept " + kept.bytes);
		}, write("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("kept target");
	}

	@Test
	void aForwardThroughAPlainWrapperClosesTheResponse() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target").forward(request, new HttpServletResponseWrapper(response));
			response.getOutputStream().print("late");
		}, (request, response) -> response.getOutputStream().print("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("target");
	}

	@Test
	void anErrorSentThroughAWrapperOfTheResponseRunsItsPage() throws Exception {
		deploy((request, response) -> request.getRequestDispatcher("/target")
			.forward(request, new HttpServletResponseWrapper(response)),
				(request, response) -> response.sendError(409));
		RawResponse response = this.server.get("/app/source");
		assertThat(response.status()).isEqualTo(409);
		assertThat(response.text()).isEqualTo("error page");
	}

	@Test
	void aWrapperOfTheResponseReachesAnIncludedTarget() throws Exception {
		deploy((request, response) -> {
			Keeping kept = new Keeping(response);
			request.getRequestDispatcher("/target").include(request, kept);
			kept.flush();
			response.getWriter().print("kept " + kept.bytes + ", closed " + kept.closed);
		}, write("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("kept target, closed false");
	}

	@Test
	void aRequestOfSomebodyElseIsRefused() throws Exception {
		deploy((request, response) -> {
			HttpServletRequest foreign = (HttpServletRequest) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { HttpServletRequest.class }, (proxy, method, arguments) -> null);
			try {
				request.getRequestDispatcher("/target").forward(foreign, response);
			}
			catch (IllegalArgumentException ex) {
				response.getWriter().print(ex.getMessage().substring(0, 35));
			}
		}, write("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("Not a request of this container nor");
	}

	// Forwards and includes within each other

	@Test
	void aForwardOfAForwardTellsWhereTheRequestCameFrom() throws Exception {
		deploy(forward("/target/b?x=2"), forward("/more0/c?x=3"), (request, response) -> response.getWriter()
			.print(request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) + " "
					+ request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING) + " " + request.getRequestURI() + " "
					+ request.getQueryString() + " " + String.join(",", request.getParameterValues("x"))));
		assertThat(this.server.get("/app/source/a?x=1").text()).isEqualTo("/app/source/a x=1 /app/more0/c x=3 3,2,1");
	}

	@Test
	void anIncludeInAForwardTellsOfBoth() throws Exception {
		deploy(forward("/target/b"), include("/more0/c"),
				(request, response) -> response.getWriter()
					.print(request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + " "
							+ request.getRequestURI()));
		assertThat(this.server.get("/app/source/a").text()).isEqualTo("/app/source/a /app/more0/c /app/target/b");
	}

	@Test
	void anIncludeInAnIncludeReplacesTheAttributesAndGivesThemBack() throws Exception {
		deploy(include("/target/b"), (request, response) -> {
			request.getRequestDispatcher("/more0/c").include(request, response);
			response.getWriter().print("outer " + request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI));
		}, (request, response) -> response.getWriter()
			.print("inner " + request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + " "));
		assertThat(this.server.get("/app/source").text()).isEqualTo("inner /app/more0/c outer /app/target/b");
	}

	@Test
	void theMappingIsThatOfTheTargetAndTheOriginalIsKept() throws Exception {
		deploy(forward("/target/b"), (request, response) -> {
			HttpServletMapping original = (HttpServletMapping) request.getAttribute(RequestDispatcher.FORWARD_MAPPING);
			response.getWriter()
				.print(request.getHttpServletMapping().getPattern() + " " + original.getPattern() + " "
						+ original.getMatchValue());
		});
		assertThat(this.server.get("/app/source/a").text()).isEqualTo("/target/* /source/* a");
	}

	// Dispatches by name

	@Test
	void aDispatchByNameTellsNothingOfItself() throws Exception {
		deploy((request, response) -> {
			RequestDispatcher named = request.getServletContext().getNamedDispatcher("target");
			named.include(request, response);
			named.forward(request, response);
		}, (request, response) -> {
			List<String> names = Collections.list(request.getAttributeNames());
			response.getWriter()
				.print(request.getDispatcherType() + " " + request.getHttpServletMapping().getPattern() + " "
						+ names.stream().filter((name) -> name.startsWith("jakarta.servlet.")).toList());
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("FORWARD /source/* []");
	}

	@Test
	void aDispatchByNameRunsFiltersByNameAlone() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			EnumSet<DispatcherType> forward = EnumSet.of(DispatcherType.FORWARD);
			context.addFilter("byPattern", header("pattern")).addMappingForUrlPatterns(forward, true, "/*");
			context.addFilter("byName", header("name")).addMappingForServletNames(forward, true, "target");
			context.addFilter("byAnyName", header("any")).addMappingForServletNames(forward, true, "*");
		})
			.servlet("source",
					ServletFixture.servlet((request, response) -> request.getServletContext()
						.getNamedDispatcher("target")
						.forward(request, response)),
					"/source")
			.servlet("target", ServletFixture.servlet(write("target")), "/target"));
		assertThat(this.server.get("/source").headers("X-Filter")).containsExactly("name", "any");
	}

	private static Filter header(String name) {
		return (request, response, chain) -> {
			((HttpServletResponse) response).addHeader("X-Filter", name);
			chain.doFilter(request, response);
		};
	}

	// What an include may not do

	@Test
	void anIncludedTargetCannotCloseTheResponse() throws Exception {
		deploy((request, response) -> {
			response.getWriter().print("before ");
			request.getRequestDispatcher("/target").include(request, response);
			response.getWriter().print(" after");
		}, (request, response) -> {
			response.getWriter().print("included");
			response.getWriter().close();
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("before included after");
	}

	@Test
	void anIncludedTargetCannotCloseTheStream() throws Exception {
		deploy((request, response) -> {
			response.getOutputStream().print("before ");
			request.getRequestDispatcher("/target").include(request, response);
			response.getOutputStream().print(" after");
		}, (request, response) -> {
			response.getOutputStream().print("included");
			response.getOutputStream().close();
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("before included after");
	}

	@Test
	void aForwardInAnIncludeDoesNotCloseTheResponse() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target").include(request, response);
			response.getWriter().print(" after");
		}, forward("/more0"), write("forwarded"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("forwarded after");
	}

	@Test
	void anIncludedTargetCanNeitherSendAnErrorNorRedirect() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target/error").include(request, response);
			request.getRequestDispatcher("/target/redirect").include(request, response);
			response.getWriter().print("after");
		}, (request, response) -> {
			if (request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO).equals("/error")) {
				response.sendError(500);
			}
			else {
				response.sendRedirect("/elsewhere");
			}
		});
		RawResponse response = this.server.get("/app/source");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("Location")).isNull();
		assertThat(response.text()).isEqualTo("after");
	}

	@Test
	void anIncludedTargetMayFlushTheResponse() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target").include(request, response);
			response.getWriter().print(" " + response.isCommitted());
		}, (request, response) -> {
			response.getWriter().print("included");
			response.flushBuffer();
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("included true");
	}

	@Test
	void afterAnIncludeTheHeadCanBeSetAgain() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target").include(request, response);
			response.setStatus(201);
			response.setHeader("X-A", "1");
		}, write("included"));
		RawResponse response = this.server.get("/app/source");
		assertThat(response.status()).isEqualTo(201);
		assertThat(response.header("X-A")).isEqualTo("1");
	}

	// What a target throws

	@Test
	void includingWhatIsNotThereIsAnErrorOfTheIncludingServlet() throws Exception {
		deploy((request, response) -> {
			try {
				request.getRequestDispatcher("/nowhere").include(request, response);
			}
			catch (IOException ex) {
				response.getWriter().print(ex.getClass().getSimpleName());
			}
		}, write("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("FileNotFoundException");
	}

	@Test
	void includingWhatIsNotThereUnhandledIs500() throws Exception {
		deploy(include("/nowhere"), write("target"));
		assertThat(this.server.get("/app/source").status()).isEqualTo(500);
	}

	@Test
	void aCheckedExceptionThatATargetCannotDeclareIsWrapped() throws Exception {
		deploy((request, response) -> {
			try {
				request.getRequestDispatcher("/target").forward(request, response);
			}
			catch (ServletException ex) {
				response.getWriter().print(ex.getRootCause().getMessage());
			}
		}, (request, response) -> sneak(new Exception("checked")));
		assertThat(this.server.get("/app/source").text()).isEqualTo("checked");
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneak(Throwable thrown) throws T {
		throw (T) thrown;
	}

	@Test
	void afterATargetThrewTheSourceIsItselfAgain() throws Exception {
		deploy((request, response) -> {
			try {
				request.getRequestDispatcher("/target?x=2").include(request, response);
			}
			catch (IllegalStateException ex) {
				response.setHeader("X-A", "1");
				response.getWriter()
					.print(request.getDispatcherType() + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + " "
							+ request.getParameterValues("x").length);
			}
		}, (request, response) -> {
			throw new IllegalStateException("broken");
		});
		RawResponse response = this.server.get("/app/source?x=1");
		assertThat(response.text()).isEqualTo("REQUEST null 1");
		assertThat(response.header("X-A")).isEqualTo("1");
	}

	// Asynchronous targets

	@Test
	void whatAForwardedTargetHoldsGoesOnAnsweringAsItDid() throws Exception {
		CountDownLatch returned = new CountDownLatch(1);
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			deploy((request, response) -> {
				request.getRequestDispatcher("/target/b?x=2").forward(request, response);
				returned.countDown();
			}, (request, response) -> {
				AsyncContext async = request.startAsync();
				thread.execute(() -> {
					try {
						assertThat(returned.await(10, TimeUnit.SECONDS)).isTrue();
						async.getResponse()
							.getWriter()
							.print(request.getRequestURI() + " " + request.getParameter("x"));
						async.complete();
					}
					catch (IOException | InterruptedException ex) {
						throw new IllegalStateException(ex);
					}
				});
			});
			assertThat(this.server.get("/app/source/a?x=1").text()).isEqualTo("/app/target/b 2");
		}
		finally {
			thread.shutdownNow();
		}
	}

	@Test
	void whatAnIncludedTargetHoldsGoesOnBeingIncluded() throws Exception {
		CountDownLatch returned = new CountDownLatch(1);
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			deploy((request, response) -> {
				response.getWriter().print("source ");
				request.getRequestDispatcher("/target").include(request, response);
				returned.countDown();
			}, (request, response) -> {
				AsyncContext async = request.startAsync();
				thread.execute(() -> {
					try {
						assertThat(returned.await(10, TimeUnit.SECONDS)).isTrue();
						response.setHeader("X-A", "1");
						response.getWriter().print(request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI));
						async.complete();
					}
					catch (IOException | InterruptedException ex) {
						throw new IllegalStateException(ex);
					}
				});
			});
			RawResponse response = this.server.get("/app/source");
			assertThat(response.text()).isEqualTo("source /app/target");
			assertThat(response.header("X-A")).isNull();
		}
		finally {
			thread.shutdownNow();
		}
	}

	@Test
	void aTargetBehindAServletThatIsNotAsynchronousIsNotEither() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			context.addServlet("source", ServletFixture.servlet(forward("/target"))).addMapping("/source");
		})
			.servlet("target", ServletFixture
				.servlet((request, response) -> response.getWriter().print(request.isAsyncSupported())), "/target"));
		assertThat(this.server.get("/source").text()).isEqualTo("false");
		assertThat(this.server.get("/target").text()).isEqualTo("true");
	}

	/** Keeps the body to itself, as a caching filter's response does. */
	private static final class Keeping extends HttpServletResponseWrapper {

		final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

		boolean closed;

		private PrintWriter writer;

		private ServletOutputStream stream;

		Keeping(HttpServletResponse response) {
			super(response);
		}

		void flush() {
			this.writer.flush();
		}

		@Override
		public ServletOutputStream getOutputStream() {
			if (this.writer != null) {
				throw new IllegalStateException("writer");
			}
			this.stream = stream();
			return this.stream;
		}

		@Override
		public PrintWriter getWriter() {
			if (this.stream != null) {
				throw new IllegalStateException("stream");
			}
			if (this.writer == null) {
				this.writer = new PrintWriter(stream());
			}
			return this.writer;
		}

		private ServletOutputStream stream() {
			return new ServletOutputStream() {

				@Override
				public void write(int b) {
					Keeping.this.bytes.write(b);
				}

				@Override
				public void close() {
					Keeping.this.closed = true;
				}

				@Override
				public boolean isReady() {
					return true;
				}

				@Override
				public void setWriteListener(WriteListener listener) {
					throw new IllegalStateException("not asynchronous");
				}

			};
		}

	}

}
