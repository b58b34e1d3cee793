package io.mvcbridge.jakarta;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Forward and include over the wire (Servlet 6.1 §9). */
class ForwardIncludeConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private static final Handler TARGET = (request, response) -> response.getWriter()
		.print(request.getDispatcherType() + " " + request.getRequestURI() + " " + request.getServletPath() + " "
				+ request.getPathInfo() + " " + request.getQueryString() + " "
				+ Arrays.toString(request.getParameterValues("p")));

	private void deploy(Handler source, Handler target) throws ServletException {
		this.server.deploy((builder) -> builder.contextPath("/app")
			.servlet("source", ServletFixture.servlet(source), "/source/*")
			.servlet("target", ServletFixture.servlet(target), "/target/*"));
	}

	private static Handler forward(String path) {
		return (request, response) -> request.getRequestDispatcher(path).forward(request, response);
	}

	private static Handler include(String path) {
		return (request, response) -> {
			response.getWriter().print("[");
			request.getRequestDispatcher(path).include(request, response);
			response.getWriter().print("]");
		};
	}

	@Test
	void forwardTargetSeesItsOwnPaths() throws Exception {
		deploy(forward("/target/a%20b?p=1"), TARGET);
		assertThat(this.server.get("/app/source/x?p=0&q=2").text())
			.isEqualTo("FORWARD /app/target/a%20b /target /a b p=1 [1, 0]");
	}

	@Test
	void forwardWithoutAQueryKeepsThatOfTheRequest() throws Exception {
		deploy(forward("/target/x"), TARGET);
		assertThat(this.server.get("/app/source?p=0").text()).isEqualTo("FORWARD /app/target/x /target /x p=0 [0]");
	}

	@Test
	void forwardTellsWhereItCameFrom() throws Exception {
		deploy(forward("/target/x"),
				(request, response) -> response.getWriter()
					.print(request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) + " "
							+ request.getAttribute(RequestDispatcher.FORWARD_CONTEXT_PATH) + " "
							+ request.getAttribute(RequestDispatcher.FORWARD_SERVLET_PATH) + " "
							+ request.getAttribute(RequestDispatcher.FORWARD_PATH_INFO) + " "
							+ request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING) + " "
							+ (request.getAttribute(RequestDispatcher.FORWARD_MAPPING) != null)));
		assertThat(this.server.get("/app/source/y?q=1").text()).isEqualTo("/app/source/y /app /source /y q=1 true");
	}

	@Test
	void forwardDropsWhatWasWritten() throws Exception {
		deploy((request, response) -> {
			response.getWriter().print("lost");
			request.getRequestDispatcher("/target").forward(request, response);
			response.getWriter().print("late");
		}, (request, response) -> response.getWriter().print("target"));
		assertThat(this.server.get("/app/source").text()).isEqualTo("target");
	}

	@Test
	void forwardKeepsHeaders() throws Exception {
		deploy((request, response) -> {
			response.setHeader("X-A", "1");
			request.getRequestDispatcher("/target").forward(request, response);
		}, (request, response) -> response.setHeader("X-B", "2"));
		RawResponse response = this.server.get("/app/source");
		assertThat(response.header("X-A")).isEqualTo("1");
		assertThat(response.header("X-B")).isEqualTo("2");
	}

	@Test
	void forwardAfterCommitIsRefused() throws Exception {
		deploy((request, response) -> {
			response.flushBuffer();
			try {
				request.getRequestDispatcher("/target").forward(request, response);
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("refused");
			}
		}, TARGET);
		assertThat(this.server.get("/app/source").text()).isEqualTo("refused");
	}

	@Test
	void sourceSeesItsOwnPathsAgainAfterAForward() throws Exception {
		AtomicReference<String> after = new AtomicReference<>();
		CountDownLatch returned = new CountDownLatch(1);
		deploy((request, response) -> {
			request.getRequestDispatcher("/target/x?p=1").forward(request, response);
			after.set(request.getRequestURI() + request.getPathInfo() + request.getParameter("p"));
			returned.countDown();
		}, (request, response) -> {
		});
		this.server.get("/app/source/y?p=0");
		assertThat(returned.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(after).hasValue("/app/source/y/y0");
	}

	@Test
	void relativePathIsResolvedAgainstTheRequest() throws Exception {
		deploy(forward("../target/z"), TARGET);
		assertThat(this.server.get("/app/source/x").text()).contains(" /target /z ");
	}

	@Test
	void includeWritesIntoTheResponse() throws Exception {
		deploy(include("/target/x?p=1"), TARGET);
		assertThat(this.server.get("/app/source/y?p=0").text())
			.isEqualTo("[INCLUDE /app/source/y /source /y p=0 [1, 0]]");
	}

	@Test
	void includeTellsWhatIsIncluded() throws Exception {
		deploy(include("/target/x?i=1"),
				(request, response) -> response.getWriter()
					.print(request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_CONTEXT_PATH) + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH) + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO) + " "
							+ request.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING)));
		assertThat(this.server.get("/app/source").text()).isEqualTo("[/app/target/x /app /target /x i=1]");
	}

	@Test
	void attributesOfAnIncludeAreGoneAfterwards() throws Exception {
		deploy((request, response) -> {
			request.getRequestDispatcher("/target/x").include(request, response);
			response.getWriter().print(request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI));
		}, (request, response) -> {
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("null");
	}

	@Test
	void includedTargetCannotChangeTheHead() throws Exception {
		deploy(include("/target"), (request, response) -> {
			response.setStatus(500);
			response.setHeader("X-A", "1");
			response.setContentType("text/x");
			response.getWriter().print("in");
		});
		RawResponse response = this.server.get("/app/source");
		assertThat(response.status()).isEqualTo(200);
		assertThat(response.header("X-A")).isNull();
		assertThat(response.text()).isEqualTo("[in]");
	}

	@Test
	void namedTargetKeepsThePathsOfTheRequest() throws Exception {
		deploy((request,
				response) -> request.getServletContext().getNamedDispatcher("target").forward(request, response),
				TARGET);
		assertThat(this.server.get("/app/source/y?p=0").text()).isEqualTo("FORWARD /app/source/y /source /y p=0 [0]");
	}

	@Test
	void unknownNameHasNoDispatcher() throws Exception {
		deploy((request, response) -> response.getWriter()
			.print(request.getServletContext().getNamedDispatcher("none")), TARGET);
		assertThat(this.server.get("/app/source").text()).isEqualTo("null");
	}

	@Test
	void forwardToNowhereIs404() throws Exception {
		deploy(forward("/nowhere"), TARGET);
		assertThat(this.server.get("/app/source").status()).isEqualTo(404);
	}

	@Test
	void exceptionOfAForwardTargetComesOutAsItIs() throws Exception {
		deploy((request, response) -> {
			try {
				request.getRequestDispatcher("/target").forward(request, response);
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("caught " + ex.getMessage());
			}
		}, (request, response) -> {
			throw new IllegalStateException("mine");
		});
		assertThat(this.server.get("/app/source").text()).isEqualTo("caught mine");
	}

	@Test
	void wrapperOfTheRequestReachesTheTarget() throws Exception {
		deploy((request, response) -> request.getRequestDispatcher("/target")
			.forward(new HttpServletRequestWrapper(request) {

				@Override
				public String getHeader(String name) {
					return "wrapped";
				}

			}, response), (request, response) -> response.getWriter().print(request.getHeader("X")));
		assertThat(this.server.get("/app/source").text()).isEqualTo("wrapped");
	}

}
