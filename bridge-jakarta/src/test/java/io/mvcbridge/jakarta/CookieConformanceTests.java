package io.mvcbridge.jakarta;

import io.mvcbridge.jakarta.ServletFixture.Handler;
import jakarta.servlet.http.Cookie;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Cookies over the wire (RFC 6265, Servlet 6.1 §3.10). */
class CookieConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	/** Answers with each cookie: {@code name=value|}. */
	private static final Handler ECHO = (request, response) -> {
		response.setCharacterEncoding("UTF-8");
		Cookie[] cookies = request.getCookies();
		if (cookies == null) {
			response.getWriter().print("null");
			return;
		}
		for (Cookie cookie : cookies) {
			response.getWriter().print(cookie.getName() + "=" + cookie.getValue() + "|");
		}
	};

	@ParameterizedTest
	@CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
			a=b; c=d             ~ a=b|c=d|
			a=                   ~ a=|
			a=b=c==              ~ a=b=c==|
			a="b"                ~ a="b"|
			a=1; bad; =x; b=2    ~ a=1|b=2|
			$Version=1; a=b      ~ a=b|
			x@y=1; a=b           ~ a=b|
			""")
	void cookiesAreReadLeniently(String field, String cookies) throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get("/", "Cookie: " + field).text()).isEqualTo(cookies);
	}

	@Test
	void severalFieldsAreReadTogether() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get("/", "Cookie: a=1", "cookie: b=2; c=3").text()).isEqualTo("a=1|b=2|c=3|");
	}

	@Test
	void noCookiesAreNull() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get("/").text()).isEqualTo("null");
	}

	@Test
	void unusableCookiesAreNull() throws Exception {
		this.server.deploy(ECHO);
		assertThat(this.server.get("/", "Cookie: nonsense").text()).isEqualTo("null");
	}

	@Test
	void eachCookieIsAFieldOfItsOwn() throws Exception {
		this.server.deploy((request, response) -> {
			response.addCookie(new Cookie("a", "1"));
			response.addCookie(new Cookie("b", "2"));
		});
		assertThat(this.server.get("/").headers("Set-Cookie")).containsExactly("a=1", "b=2");
	}

	@Test
	void attributesOfACookieAreKept() throws Exception {
		this.server.deploy((request, response) -> {
			Cookie cookie = new Cookie("a", "1");
			cookie.setPath("/x");
			cookie.setSecure(true);
			cookie.setHttpOnly(true);
			cookie.setAttribute("SameSite", "None");
			cookie.setAttribute("Partitioned", "");
			cookie.setAttribute("Priority", "High");
			response.addCookie(cookie);
		});
		assertThat(this.server.get("/").headers("Set-Cookie"))
			.containsExactly("a=1; Path=/x; Secure; HttpOnly; SameSite=None; Partitioned; Priority=High");
	}

	@Test
	void cookieIsDeletedByAnExpiresInThePast() throws Exception {
		this.server.deploy((request, response) -> {
			Cookie cookie = new Cookie("a", "1");
			cookie.setMaxAge(0);
			response.addCookie(cookie);
		});
		assertThat(this.server.get("/").headers("Set-Cookie"))
			.containsExactly("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
	}

	@Test
	void cookieIsSentAsItWasWhenItWasAdded() throws Exception {
		this.server.deploy((request, response) -> {
			Cookie cookie = new Cookie("a", "1");
			response.addCookie(cookie);
			cookie.setValue("2");
			cookie.setPath("/changed");
		});
		assertThat(this.server.get("/").headers("Set-Cookie")).containsExactly("a=1");
	}

	@Test
	void cookieIsCompletedByTheContainer() throws Exception {
		Cookie cookie = new Cookie("a", "1");
		this.server.deploy((builder) -> builder.cookieCustomizer((copy) -> copy.setAttribute("SameSite", "Lax"))
			.servlet("test", ServletFixture.servlet((request, response) -> response.addCookie(cookie)), "/*"));
		assertThat(this.server.get("/").headers("Set-Cookie")).containsExactly("a=1; SameSite=Lax");
		assertThat(cookie.getAttribute("SameSite")).isNull();
	}

	@Test
	void cookieThatCannotBeSentIsRefusedWhenItIsAdded() throws Exception {
		this.server.deploy((request, response) -> {
			try {
				response.addCookie(new Cookie("a", "x\r\nSet-Cookie: evil=1"));
			}
			catch (IllegalArgumentException ex) {
				response.getWriter().print("refused");
			}
		});
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("refused");
		assertThat(response.header("Set-Cookie")).isNull();
	}

	@Test
	void cookieAddedAfterTheResponseIsCommittedIsNotSent() throws Exception {
		this.server.deploy((request, response) -> {
			response.getWriter().print("x");
			response.flushBuffer();
			response.addCookie(new Cookie("a", "1"));
		});
		RawResponse response = this.server.get("/");
		assertThat(response.text()).isEqualTo("x");
		assertThat(response.header("Set-Cookie")).isNull();
	}

	@Test
	void resetRemovesCookies() throws Exception {
		this.server.deploy((request, response) -> {
			response.addCookie(new Cookie("a", "1"));
			response.reset();
			response.addCookie(new Cookie("b", "2"));
		});
		assertThat(this.server.get("/").headers("Set-Cookie")).containsExactly("b=2");
	}

	@Test
	void valueBeyondAsciiComesBackAsItWas() throws Exception {
		this.server.deploy((request, response) -> {
			ECHO.handle(request, response);
			response.addCookie(new Cookie("a", "é中"));
		});
		String sent = this.server.get("/").header("Set-Cookie");
		assertThat(sent).isEqualTo(ServletFixture.utf8("a=é中"));
		assertThat(this.server.get("/", "Cookie: " + sent).text()).isEqualTo("a=é中|");
	}

}
