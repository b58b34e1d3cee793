package io.mvcbridge.samples.storefront.api;

import org.junit.jupiter.api.Test;

import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

class ApiProblemsTests {

	private final MockMvcTester mvc = MockMvcTester.create(MockMvcBuilders.standaloneSetup(new BrokenApi())
		.setControllerAdvice(new ApiProblems(), new UnmappedApiRequests())
		.build());

	@Test
	void whatNobodyExpectedIsAProblemWithoutDetails() {
		assertThat(this.mvc.get().uri("/api/broken")).hasStatus(500)
			.hasContentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyText()
			.contains("Internal Server Error")
			.doesNotContain("secret");
	}

	@Test
	void aWrongMethodIsAProblemOnlyBelowTheApi() {
		assertThat(this.mvc.delete().uri("/api/broken").servletPath("/api/broken")).hasStatus(405)
			.hasContentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
			.hasHeader("Allow", "GET");
		assertThat(this.mvc.delete().uri("/broken").servletPath("/broken")).hasStatus(405).body().isEmpty();
	}

	@RestController
	static class BrokenApi {

		@GetMapping({ "/api/broken", "/broken" })
		String broken() {
			throw new IllegalStateException("a secret of the implementation");
		}

	}

}
