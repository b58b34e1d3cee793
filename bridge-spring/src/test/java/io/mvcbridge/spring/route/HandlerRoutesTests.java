package io.mvcbridge.spring.route;

import java.util.List;

import io.mvcbridge.jakarta.route.RouteSource.Selector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.servlet.HandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

class HandlerRoutesTests {

	private final HandlerRoutes routes = new HandlerRoutes();

	private @Nullable String pattern(@Nullable String best, String path) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		if (best != null) {
			request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, best);
		}
		return this.routes.pattern(request, path);
	}

	@Test
	void patternIsThatOfTheHandler() {
		assertThat(pattern("/users/{id}", "/users/1")).isEqualTo("/users/{id}");
		assertThat(pattern("/**", "/css/a.css;v=1")).isEqualTo("/**");
		assertThat(pattern("/k\u00e4se", "/k%C3%A4se")).isEqualTo("/k\u00e4se");
	}

	@Test
	void requestThatReachedNoHandlerIsARouteOfItsOwn() {
		assertThat(pattern(null, "/login")).isEqualTo("/login");
	}

	@Test
	void patternThatDoesNotMatchThePathIsOfAForward() {
		assertThat(pattern("/target/{id}", "/source")).isEqualTo("/source");
	}

	@Test
	void patternOfAnotherSyntaxIsNone() {
		assertThat(pattern("/a/**/b", "/a/x/b")).isEqualTo("/a/x/b");
	}

	@Test
	void pathThatLooksLikeAPatternIsNoRoute() {
		assertThat(pattern(null, "/a*")).isNull();
		assertThat(pattern(null, "/{a}")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "/users/1,/users/{id}", "/users/me,/users/me", "/users/me;a=b,/users/me", "/users/1/2,/**",
			"/login,/login", "/a%20b,/a%20b", "/k%C3%A4se,/k\u00e4se", "/files/a.txt,/files/**" })
	void theBestMatchIsSelectedWhateverTheOrder(String path, String expected) {
		Selector selector = this.routes.selector(
				List.of("/**", "/users/{id}", "/files/**", "/users/me", "/login", "/a%20b", "/k\u00e4se", "/a/**/b"));
		assertThat(selector.select(path)).isEqualTo(expected);
	}

	@Test
	void nothingIsSelectedWhereNothingMatches() {
		assertThat(this.routes.selector(List.of("/users/{id}")).select("/other")).isNull();
		assertThat(this.routes.selector(List.of()).select("/other")).isNull();
	}

}
