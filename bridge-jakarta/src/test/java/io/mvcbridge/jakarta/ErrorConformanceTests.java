package io.mvcbridge.jakarta;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors over the wire (Servlet 6.1 §10.9). */
class ErrorConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	/** Answers with what an error page is told. */
	private static final Handler PAGE = (request, response) -> response.getWriter()
		.print("page " + request.getRequestURI() + " " + request.getDispatcherType() + " " + request.getMethod() + " "
				+ request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_MESSAGE) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_SERVLET_NAME) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_METHOD) + " "
				+ request.getAttribute(RequestDispatcher.ERROR_QUERY_STRING));

	private void deploy(UnaryOperator<ServletKernel.Builder> pages, Handler handler) throws ServletException {
		this.server.deploy((builder) -> pages.apply(builder)
			.servlet("page", ServletFixture.servlet(PAGE), "/page")
			.servlet("test", ServletFixture.servlet(handler), "/test/*"));
	}

	@Test
	void sendErrorRunsThePageOfItsStatus() throws Exception {
		deploy((builder) -> builder.errorPage(409, null, "/page"),
				(request, response) -> response.sendError(409, "conflict here"));
		RawResponse response = this.server.post("/test/a%20b?q=%20", "text/plain", "x");
		assertThat(response.status()).isEqualTo(409);
		assertThat(response.text())
			.isEqualTo("page /page ERROR GET 409 conflict here null null /test/a%20b test POST q=%20");
	}

	@Test
	void exceptionRunsThePageOfItsClass() throws Exception {
		deploy((builder) -> builder.errorPage(null, FileNotFoundException.class, "/page"), (request, response) -> {
			throw new FileNotFoundException("gone");
		});
		RawResponse response = this.server.get("/test/x");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).isEqualTo("page /page ERROR GET 500 gone java.io.FileNotFoundException: gone"
				+ " class java.io.FileNotFoundException /test/x test GET null");
	}

	@Test
	void exceptionRunsThePageOfTheNearestSuperClass() throws Exception {
		deploy((builder) -> builder.errorPage(null, Exception.class, "/other")
			.errorPage(null, IOException.class, "/page")
			.servlet("other", ServletFixture.servlet((request, response) -> response.getWriter().print("other")),
					"/other"),
				(request, response) -> {
					throw new FileNotFoundException("gone");
				});
		assertThat(this.server.get("/test").text()).startsWith("page ");
	}

	@Test
	void servletExceptionRunsThePageOfItsCause() throws Exception {
		deploy((builder) -> builder.errorPage(null, ArithmeticException.class, "/page"), (request, response) -> {
			throw new ServletException("wrapper", new ArithmeticException("by zero"));
		});
		assertThat(this.server.get("/test").text()).contains("java.lang.ArithmeticException: by zero");
	}

	/** Servlet 6.1 §10.9.2: what a {@code ServletException} holds may be one, too. */
	@Test
	void servletExceptionWithinAnotherRunsThePageOfItsClass() throws Exception {
		deploy((builder) -> builder.errorPage(null, OwnServletException.class, "/page"), (request, response) -> {
			throw new ServletException("outer",
					new OwnServletException("middle", new ArithmeticException("innermost")));
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).startsWith("page /page ERROR GET 500 middle ").contains("OwnServletException");
	}

	@Test
	void outermostExceptionWithAPageDecides() throws Exception {
		deploy((builder) -> builder.errorPage(null, OwnServletException.class, "/page")
			.errorPage(null, ArithmeticException.class, "/other"), (request, response) -> {
				throw new ServletException("outer",
						new OwnServletException("middle", new ArithmeticException("innermost")));
			});
		assertThat(this.server.get("/test").text()).startsWith("page /page ERROR GET 500 middle ");
	}

	@Test
	void exceptionsThatHoldEachOtherAreAnsweredLikeOthers() throws Exception {
		deploy((builder) -> builder.errorPage(500, null, "/page"), (request, response) -> {
			ServletException one = new ServletException("one");
			ServletException other = new ServletException("other", one);
			one.initCause(other);
			throw one;
		});
		assertThat(this.server.get("/test").text()).startsWith("page /page ERROR GET 500 ");
	}

	@Test
	void exceptionWithoutAPageRunsThatOfStatus500() throws Exception {
		deploy((builder) -> builder.errorPage(500, null, "/page"), (request, response) -> {
			throw new IllegalArgumentException("bad");
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).startsWith("page /page ERROR GET 500 ");
	}

	@Test
	void pageForAllErrorsRunsWhereNoOtherFits() throws Exception {
		deploy((builder) -> builder.errorPage(404, null, "/nowhere").errorPage(null, null, "/page"),
				(request, response) -> response.sendError(410));
		assertThat(this.server.get("/test").text()).startsWith("page /page ERROR GET 410 ");
	}

	@Test
	void pathThatIsNotMappedRunsThePageOf404() throws Exception {
		deploy((builder) -> builder.errorPage(404, null, "/page"), (request, response) -> {
		});
		RawResponse response = this.server.get("/nothing/here");
		assertThat(response.status()).isEqualTo(404);
		assertThat(response.text()).startsWith("page /page ERROR GET 404 ").contains("/nothing/here");
	}

	@ParameterizedTest
	@CsvSource({ "/a%, /a%25", "/%zz/%C3%A9, /%25zz/%C3%A9", "/%2/b, /%252/b", "/%%41, /%25%41" })
	void pageOfAPathThatCannotBeDecodedIsToldOneThatCan(String target, String told) throws Exception {
		deploy((builder) -> builder.errorPage(400, null, "/page"), (request, response) -> {
		});
		RawResponse response = this.server.get(target);
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.text()).startsWith("page /page ERROR GET 400 ").contains(" " + told + " ");
	}

	@Test
	void pageMayChangeTheStatus() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(404, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> {
				response.setStatus(200);
				response.getWriter().print("never mind");
			}), "/page"));
		RawResponse response = this.server.get("/nothing");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.text()).isEqualTo("never mind");
	}

	@Test
	void pageReplacesWhatWasWritten() throws Exception {
		deploy((builder) -> builder.errorPage(500, null, "/page"), (request, response) -> {
			response.getWriter().print("secret");
			response.sendError(500);
		});
		assertThat(this.server.get("/test").text()).startsWith("page ").doesNotContain("secret");
	}

	@Test
	void pageReplacesAStreamByAWriter() throws Exception {
		deploy((builder) -> builder.errorPage(500, null, "/page"), (request, response) -> {
			response.getOutputStream().print("secret");
			throw new ServletException("broken");
		});
		assertThat(this.server.get("/test").text()).startsWith("page ").doesNotContain("secret");
	}

	@Test
	void nothingWrittenAfterSendErrorIsSent() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
			response.sendError(403);
			response.getWriter().print("secret");
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(403);
		assertThat(response.text()).doesNotContain("secret");
	}

	@Test
	void sendErrorWithoutAPageStillHasTheStatus() throws Exception {
		deploy((builder) -> builder, (request, response) -> response.sendError(418, "<b>teapot</b>"));
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(418);
		assertThat(response.text()).doesNotContain("<b>");
	}

	@Test
	void exceptionWithoutAPageIsAPlain500() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
			throw new IllegalStateException("secret");
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).doesNotContain("secret", "IllegalStateException", "at io.mvcbridge");
	}

	@Test
	void errorInThePageIsAPlain500() throws Exception {
		this.server.deploy((builder) -> builder.errorPage(null, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> {
				response.getWriter().print("half");
				throw new ServletException("secret");
			}), "/page"));
		RawClient client = this.server.connect();
		client.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n");
		RawResponse response = client.read();
		assertThat(response.status()).isEqualTo(500);
		assertThat(response.text()).doesNotContain("secret", "half");
		client.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(500);
	}

	@Test
	void sendErrorInThePageDoesNotRunItAgain() throws Exception {
		AtomicInteger runs = new AtomicInteger();
		this.server.deploy((builder) -> builder.errorPage(null, null, "/page")
			.servlet("page", ServletFixture.servlet((request, response) -> {
				runs.incrementAndGet();
				response.sendError(503);
			}), "/page"));
		assertThat(this.server.get("/nothing").status()).isEqualTo(503);
		assertThat(runs).hasValue(1);
	}

	@Test
	void missingPageLeavesTheStatus() throws Exception {
		deploy((builder) -> builder.errorPage(410, null, "/nowhere"), (request, response) -> response.sendError(410));
		assertThat(this.server.get("/test").status()).isEqualTo(410);
	}

	@Test
	void errorAfterCommitCutsTheConnection() throws Exception {
		deploy((builder) -> builder.errorPage(500, null, "/page"), (request, response) -> {
			response.getWriter().print("half");
			response.flushBuffer();
			request.getInputStream().read();
			throw new ServletException("broken");
		});
		RawClient client = this.server.connect();
		client.send("POST /test HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
		assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
		while (!client.line().isEmpty()) {
			// The head is not of interest.
		}
		assertThat(client.line()).isEqualTo("4");
		assertThat(client.line()).isEqualTo("half");
		client.send("x");
		assertThat(client.isClosedByServer()).isTrue();
	}

	@Test
	void filterOfErrorsRunsForThePage() throws Exception {
		this.server
			.deploy((builder) -> builder.errorPage(404, null, "/page").filter("types", (request, response, chain) -> {
				((HttpServletResponse) response).addHeader("X-Type", request.getDispatcherType().name());
				chain.doFilter(request, response);
			}, "/*").servlet("page", ServletFixture.servlet(PAGE), "/page"));
		assertThat(this.server.get("/nothing").headers("X-Type")).contains(DispatcherType.ERROR.name());
	}

	@Test
	void exceptionOfAFilterRunsThePage() throws Exception {
		this.server
			.deploy((builder) -> builder.errorPage(500, null, "/page").filter("broken", (request, response, chain) -> {
				if (request.getDispatcherType() == DispatcherType.REQUEST) {
					throw new ServletException("in the filter");
				}
				chain.doFilter(request, response);
			}, "/*").servlet("page", ServletFixture.servlet(PAGE), "/page"));
		assertThat(this.server.get("/x").text()).startsWith("page /page ERROR GET 500 in the filter");
	}

	@Test
	void stackOverflowIsAnErrorLikeAnyOther() throws Exception {
		deploy((builder) -> builder.errorPage(null, StackOverflowError.class, "/page"),
				(request, response) -> ErrorConformanceTests.recurse(1));
		assertThat(this.server.get("/test").text()).contains("java.lang.StackOverflowError");
	}

	private static final class OwnServletException extends ServletException {

		private static final long serialVersionUID = 1L;

		OwnServletException(String message, Throwable rootCause) {
			super(message, rootCause);
		}

	}

	private static int recurse(int depth) {
		return recurse(depth + 1) + 1;
	}

	@ParameterizedTest
	@ValueSource(ints = { 400, 413, 415, 503 })
	void rejectionKeepsItsStatusThroughAWrapper(int status) throws Exception {
		deploy((builder) -> builder.errorPage(null, null, "/page"), (request, response) -> {
			throw new ServletException("wrapped",
					new IllegalStateException("again", new RequestRejectedException(status, "not like this")));
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.text()).startsWith("page /page ERROR GET " + status + " ");
	}

	@Test
	void suspiciousPathRunsThePageOf400() throws Exception {
		deploy((builder) -> builder.errorPage(400, null, "/page"), (request, response) -> {
		});
		RawResponse response = this.server.get("/test/%2Fx");
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.text()).startsWith("page /page ERROR GET 400 ");
	}

	@Test
	void suspiciousPathIsNotShownAsMarkup() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
		});
		RawResponse response = this.server.get("/test/%2F<b>");
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.text()).contains("has an encoded slash").doesNotContain("<b>");
	}

	@Test
	void servletThatIsUnavailableForGoodIs404() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
			throw new UnavailableException("closed");
		});
		assertThat(this.server.get("/test").status()).isEqualTo(404);
		assertThat(this.server.get("/test").status()).isEqualTo(404);
	}

	@Test
	void servletThatIsUnavailableForAWhileIs503() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
			throw new UnavailableException("later", 60);
		});
		RawResponse response = this.server.get("/test");
		assertThat(response.status()).isEqualTo(503);
		assertThat(response.header("Retry-After")).isNotNull();
	}

	@Test
	void headOfAnErrorHasNoBody() throws Exception {
		deploy((builder) -> builder.errorPage(404, null, "/page"), (request, response) -> {
		});
		RawClient client = this.server.connect();
		client.send("HEAD /nothing HTTP/1.1\r\nHost: a\r\n\r\nGET /test HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.readHead().status()).isEqualTo(404);
		assertThat(client.read().status()).isEqualTo(200);
	}

	@Test
	void requestAfterAnErrorIsServed() throws Exception {
		deploy((builder) -> builder, (request, response) -> {
			if (request.getPathInfo() == null) {
				throw new ServletException("broken");
			}
			response.getWriter().print("fine");
		});
		RawClient client = this.server.connect();
		client.send("GET /test HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(500);
		client.send("GET /test/x HTTP/1.1\r\nHost: a\r\n\r\n");
		assertThat(client.read().text()).isEqualTo("fine");
	}

	@Test
	void ofExceptionsWithinEachOtherTheFirstWithAPageOfItsOwnDecides() throws Exception {
		class Declined extends ServletException {

			private static final long serialVersionUID = 1L;

			Declined(Throwable cause) {
				super("declined", cause);
			}

		}
		this.server.deploy((builder) -> builder.errorPage(null, Declined.class, "/declined")
			.servlet("failing", ServletFixture.servlet((request, response) -> {
				throw new ServletException(new Declined(new ServletException(new IllegalStateException("inner"))));
			}), "/failing")
			.servlet("page",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print(((Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION)).getMessage())),
					"/declined"));
		assertThat(this.server.get("/failing").text()).isEqualTo("declined");
	}

}
