package io.mvcbridge.jakarta;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Sessions over the wire (Servlet 6.1 §7). */
class SessionConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	/** Counts the requests of a session and answers with {@code id count isNew}. */
	private static final Handler COUNTER = (request, response) -> {
		HttpSession session = request.getSession();
		Integer count = (Integer) session.getAttribute("count");
		session.setAttribute("count", (count == null) ? 1 : count + 1);
		response.getWriter().print(session.getId() + " " + session.getAttribute("count") + " " + session.isNew());
	};

	private static String cookie(RawResponse response) {
		String field = response.header("Set-Cookie");
		assertThat(field).isNotNull();
		return field.substring(0, field.indexOf(';'));
	}

	@Test
	void sessionBringsOneCookie() throws Exception {
		this.server
			.deploy((builder) -> builder.contextPath("/app").servlet("test", ServletFixture.servlet(COUNTER), "/*"));
		RawResponse response = this.server.get("/app/");
		String id = response.text().substring(0, response.text().indexOf(' '));
		assertThat(response.headers("Set-Cookie")).containsExactly("JSESSIONID=" + id + "; Path=/app; HttpOnly");
	}

	@Test
	void cookieOfTheRootContextHasThePathOfTheRoot() throws Exception {
		this.server.deploy(COUNTER);
		assertThat(this.server.get("/").header("Set-Cookie")).endsWith("; Path=/; HttpOnly");
	}

	@Test
	void sessionIsFoundAgain() throws Exception {
		this.server.deploy(COUNTER);
		RawResponse first = this.server.get("/");
		assertThat(first.text()).endsWith(" 1 true");
		RawResponse second = this.server.get("/", "Cookie: " + cookie(first));
		assertThat(second.text()).endsWith(" 2 false");
		assertThat(second.header("Set-Cookie")).isNull();
	}

	@Test
	void requestWithoutASessionMakesNone() throws Exception {
		this.server.deploy((request, response) -> response.getWriter().print(request.getSession(false)));
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("null");
		assertThat(response.header("Set-Cookie")).isNull();
	}

	/** Servlet 6.1 §7.6: a request accesses its session when the container gets it. */
	@Test
	void requestThatNamesASessionAccessesItThoughNobodyAsksForIt() throws Exception {
		this.server.deploy((builder) -> builder.sessionAccessedByEveryRequest(true)
			.servlet("test", ServletFixture.servlet((request, response) -> {
				switch (request.getRequestURI()) {
					case "/new" -> request.getSession();
					case "/last" -> response.getWriter().print(request.getSession(false).getLastAccessedTime());
					default -> response.getWriter().print("not asked for");
				}
			}), "/*"));
		String cookie = cookie(this.server.get("/new"));
		long before = nextMillisecond();
		assertThat(this.server.get("/", "Cookie: a=b; " + cookie).text()).isEqualTo("not asked for");
		long after = nextMillisecond();
		assertThat(Long.parseLong(this.server.get("/last", "Cookie: " + cookie).text())).isBetween(before, after - 1);
	}

	@Test
	void requestThatNamesASessionInItsUrlAccessesItToo() throws Exception {
		HttpSession session = deployAccessed(EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL));
		assertThat(session.isNew()).isTrue();
		this.server.get("/;jsessionid=" + session.getId());
		assertThat(session.isNew()).isFalse();
	}

	@Test
	void requestThatNamesNoSessionAccessesNone() throws Exception {
		HttpSession session = deployAccessed(EnumSet.of(SessionTrackingMode.COOKIE));
		RawResponse other = this.server.get("/;jsessionid=" + session.getId(), "Cookie: JSESSIONID=made-up");
		assertThat(other.header("Set-Cookie")).isNull();
		assertThat(session.isNew()).isTrue();
	}

	/** Deploys a servlet that asks for the session once, which happens here. */
	private HttpSession deployAccessed(Set<SessionTrackingMode> modes) throws Exception {
		AtomicReference<HttpSession> made = new AtomicReference<>();
		this.server.deploy((builder) -> builder.sessionAccessedByEveryRequest(true)
			.trackingModes(modes)
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (made.get() == null) {
					made.set(request.getSession());
				}
			}), "/*"));
		this.server.get("/");
		return made.get();
	}

	@Test
	void requestOfWhichNobodyAsksForTheSessionAccessesNoneByDefault() throws Exception {
		AtomicReference<HttpSession> made = new AtomicReference<>();
		this.server.deploy((request, response) -> {
			if (made.get() == null) {
				made.set(request.getSession());
			}
		});
		String cookie = cookie(this.server.get("/"));
		this.server.get("/", "Cookie: " + cookie);
		assertThat(made.get().isNew()).isTrue();
	}

	/** Waits until the clock moves on. */
	private static long nextMillisecond() {
		long start = System.currentTimeMillis();
		long now = start;
		while (now == start) {
			Thread.onSpinWait();
			now = System.currentTimeMillis();
		}
		return now;
	}

	@Test
	void unknownIdIsReportedAndNotTakenOver() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter()
				.print(request.getRequestedSessionId() + " " + request.isRequestedSessionIdValid() + " "
						+ request.isRequestedSessionIdFromCookie() + " " + request.isRequestedSessionIdFromURL() + " ");
			response.getWriter().print(request.getSession().getId().equals("made-up"));
		});
		RawResponse response = this.server.get("/", "Cookie: JSESSIONID=made-up");
		assertThat(response.text()).isEqualTo("made-up false true false false");
		assertThat(cookie(response)).isNotEqualTo("JSESSIONID=made-up");
	}

	@Test
	void requestWithoutAnIdHasNone() throws Exception {
		this.server.deploy((request, response) -> response.getWriter()
			.print(request.getRequestedSessionId() + " " + request.isRequestedSessionIdValid() + " "
					+ request.isRequestedSessionIdFromCookie()));
		assertThat(this.server.get("/").text()).isEqualTo("null false false");
	}

	@Test
	void validIdIsFoundAmongOthers() throws Exception {
		this.server.deploy(COUNTER);
		String cookie = cookie(this.server.get("/"));
		assertThat(this.server.get("/", "Cookie: JSESSIONID=stale; " + cookie).text()).endsWith(" 2 false");
	}

	@Test
	void changedIdKeepsTheSession() throws Exception {
		List<String> events = new CopyOnWriteArrayList<>();
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addListener(
					(HttpSessionIdListener) (event, oldId) -> events.add(oldId + ">" + event.getSession().getId())))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				if (request.getRequestURI().equals("/change")) {
					request.changeSessionId();
				}
				COUNTER.handle(request, response);
			}), "/*"));
		String old = cookie(this.server.get("/"));
		RawResponse changed = this.server.get("/change", "Cookie: " + old);
		assertThat(changed.text()).endsWith(" 2 false");
		assertThat(cookie(changed)).isNotEqualTo(old);
		assertThat(events).containsExactly(
				old.substring("JSESSIONID=".length()) + ">" + cookie(changed).substring("JSESSIONID=".length()));
		assertThat(this.server.get("/", "Cookie: " + cookie(changed)).text()).endsWith(" 3 false");
		assertThat(this.server.get("/", "Cookie: " + old).text()).endsWith(" 1 true");
	}

	@Test
	void newSessionWhoseIdIsChangedBringsOneCookie() throws Exception {
		this.server.deploy((request, response) -> {
			request.getSession();
			response.getWriter().print(request.changeSessionId());
		});
		RawResponse response = this.server.get("/");
		assertThat(response.headers("Set-Cookie")).hasSize(1);
		assertThat(cookie(response)).isEqualTo("JSESSIONID=" + response.text());
	}

	@Test
	void invalidatedSessionIsGone() throws Exception {
		List<String> events = new CopyOnWriteArrayList<>();
		this.server.deploy((builder) -> builder.initializer((context) -> context.addListener(new HttpSessionListener() {

			@Override
			public void sessionCreated(HttpSessionEvent event) {
				events.add("created");
			}

			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				events.add("destroyed " + event.getSession().getAttribute("count"));
			}

		})).servlet("test", ServletFixture.servlet((request, response) -> {
			COUNTER.handle(request, response);
			if (request.getRequestURI().equals("/logout")) {
				request.getSession().invalidate();
				response.getWriter().print(" " + request.getSession(false));
			}
		}), "/*"));
		String cookie = cookie(this.server.get("/"));
		assertThat(this.server.get("/logout", "Cookie: " + cookie).text()).endsWith(" 2 false null");
		assertThat(events).containsExactly("created", "destroyed 2");
		assertThat(this.server.get("/", "Cookie: " + cookie).text()).endsWith(" 1 true");
	}

	@Test
	void sessionCannotBeMadeAfterTheResponseIsCommitted() throws Exception {
		this.server.deploy((request, response) -> {
			response.flushBuffer();
			try {
				request.getSession();
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("refused");
			}
		});
		assertThat(this.server.get("/").text()).isEqualTo("refused");
	}

	@Test
	void sessionMadeBeforeAResetIsNotLost() throws Exception {
		this.server.deploy((request, response) -> {
			request.getSession();
			response.reset();
			COUNTER.handle(request, response);
		});
		assertThat(this.server.get("/").header("Set-Cookie")).startsWith("JSESSIONID=");
	}

	@Test
	void sessionMadeBeforeAnErrorIsNotLost() throws Exception {
		this.server.deploy((request, response) -> {
			request.getSession();
			response.sendError(403);
		});
		RawResponse response = this.server.get("/");
		assertThat(response.status()).isEqualTo(403);
		assertThat(response.header("Set-Cookie")).startsWith("JSESSIONID=");
	}

	@Test
	void cookieCanBeConfigured() throws Exception {
		this.server.deploy((builder) -> builder.sessionCookie((config) -> {
			config.setName("SID");
			config.setPath("/x");
			config.setDomain("shop.example");
			config.setHttpOnly(false);
			config.setSecure(true);
			config.setAttribute("SameSite", "Strict");
		}).servlet("test", ServletFixture.servlet(COUNTER), "/*"));
		RawResponse response = this.server.get("/");
		assertThat(response.header("Set-Cookie")).startsWith("SID=")
			.endsWith("; Path=/x; Domain=shop.example; Secure; SameSite=Strict");
		assertThat(this.server.get("/", "Cookie: " + cookie(response)).text()).endsWith(" 2 false");
	}

	@Test
	void customizerCompletesTheCookieOfTheSession() throws Exception {
		this.server.deploy((builder) -> builder.cookieCustomizer((cookie) -> cookie.setAttribute("SameSite", "Lax"))
			.servlet("test", ServletFixture.servlet(COUNTER), "/*"));
		assertThat(this.server.get("/").header("Set-Cookie")).endsWith("; SameSite=Lax");
	}

	@Test
	void cookieMayBeOpenToScripts() throws Exception {
		this.server.deploy((builder) -> builder.sessionCookie((config) -> config.setHttpOnly(false))
			.servlet("test", ServletFixture.servlet(COUNTER), "/*"));
		assertThat(this.server.get("/").header("Set-Cookie")).endsWith("; Path=/");
	}

	@Test
	void urlIsNotRewrittenByDefault() throws Exception {
		this.server.deploy((request, response) -> {
			request.getSession();
			response.getWriter().print(response.encodeURL("/x?q#f"));
		});
		assertThat(this.server.get("/").text()).isEqualTo("/x?q#f");
	}

	@Test
	void sessionIdOfAUrlDoesNotCountByDefault() throws Exception {
		this.server.deploy(COUNTER);
		String id = cookie(this.server.get("/")).substring("JSESSIONID=".length());
		assertThat(this.server.get("/;jsessionid=" + id).text()).endsWith(" 1 true");
	}

	@Test
	void urlIsRewrittenUntilTheClientSendsTheCookieWhereBothTrack() throws Exception {
		deployTracking(EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL), (request, response) -> {
			request.getSession();
			response.getWriter().print(response.encodeURL("/x?q#f"));
		});
		RawResponse first = this.server.get("/");
		String id = cookie(first).substring("JSESSIONID=".length());
		assertThat(first.text()).isEqualTo("/x;jsessionid=" + id + "?q#f");
		assertThat(this.server.get("/", "Cookie: JSESSIONID=" + id).text()).isEqualTo("/x?q#f");
	}

	@Test
	void cookieCountsBeforeTheUrl() throws Exception {
		deployTracking(EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL), COUNTER);
		String one = cookie(this.server.get("/"));
		String other = cookie(this.server.get("/")).substring("JSESSIONID=".length());
		assertThat(this.server.get("/;jsessionid=" + other, "Cookie: " + one).text())
			.isEqualTo(one.substring("JSESSIONID=".length()) + " 2 false");
	}

	private void deployTracking(Set<SessionTrackingMode> modes, Handler handler) throws ServletException {
		this.server
			.deploy((builder) -> builder.trackingModes(modes).servlet("test", ServletFixture.servlet(handler), "/*"));
	}

	@Test
	void sessionCanBeTrackedByUrl() throws Exception {
		this.server.deploy((builder) -> builder.trackingModes(Set.of(SessionTrackingMode.URL))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				COUNTER.handle(request, response);
				response.getWriter()
					.print(" " + response.encodeURL("/x?q#f") + " " + request.isRequestedSessionIdFromURL());
			}), "/*"));
		RawResponse first = this.server.get("/");
		assertThat(first.header("Set-Cookie")).isNull();
		String id = first.text().substring(0, first.text().indexOf(' '));
		assertThat(first.text()).isEqualTo(id + " 1 true /x;jsessionid=" + id + "?q#f false");
		assertThat(this.server.get("/a;jsessionid=" + id).text())
			.isEqualTo(id + " 2 false /x;jsessionid=" + id + "?q#f true");
	}

	@Test
	void urlOfAnotherHostIsNotRewritten() throws Exception {
		this.server.deploy((builder) -> builder.trackingModes(Set.of(SessionTrackingMode.URL))
			.servlet("test", ServletFixture.servlet((request, response) -> {
				request.getSession();
				response.getWriter().print(response.encodeURL("http://other.example/x"));
			}), "/*"));
		assertThat(this.server.get("/").text()).isEqualTo("http://other.example/x");
	}

	@Test
	void timeoutIsThatOfTheApplication() throws Exception {
		this.server.deploy((builder) -> builder.sessionTimeout(Duration.ofMinutes(7))
			.servlet("test", ServletFixture.servlet(
					(request, response) -> response.getWriter().print(request.getSession().getMaxInactiveInterval())),
					"/*"));
		assertThat(this.server.get("/").text()).isEqualTo("420");
	}

	@Test
	void idsCannotBeGuessed() throws Exception {
		this.server.deploy(COUNTER);
		String one = cookie(this.server.get("/"));
		String two = cookie(this.server.get("/"));
		assertThat(one).isNotEqualTo(two).hasSizeGreaterThanOrEqualTo("JSESSIONID=".length() + 22);
	}

	@Test
	void changeAndEndOfASessionAtOnceLeaveNoSession() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				switch (request.getRequestURI()) {
					case "/change" -> response.getWriter().print(request.changeSessionId());
					case "/end" -> request.getSession().invalidate();
					default -> COUNTER.handle(request, response);
				}
			}
			catch (IllegalStateException ex) {
				response.getWriter().print("gone");
			}
		});
		for (int i = 0; i < 30; i++) {
			String cookie = cookie(this.server.get("/"));
			RawClient change = this.server.connect();
			RawClient end = this.server.connect();
			change.send("GET /change HTTP/1.1\r\nHost: a\r\nCookie: " + cookie + "\r\n\r\n");
			end.send("GET /end HTTP/1.1\r\nHost: a\r\nCookie: " + cookie + "\r\n\r\n");
			String changed = change.read().text();
			assertThat(end.read().status()).isEqualTo(200);
			if (!changed.equals("gone")) {
				// The end may have come too late to find the session by its old
				// identifier.
				this.server.get("/end", "Cookie: JSESSIONID=" + changed);
			}
			assertThat(this.server.get("/", "Cookie: " + cookie).text()).endsWith(" 1 true");
			assertThat(this.server.get("/", "Cookie: JSESSIONID=" + changed).text()).endsWith(" 1 true");
		}
	}

}
