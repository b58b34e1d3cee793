package io.mvcbridge.samples.storefront;

import io.mvcbridge.spring.BridgeStatus;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The whole shop on its server, with a page that fails.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
class StorefrontApplicationTests {

	@LocalServerPort
	private int port;

	@Autowired
	private RestTestClient client;

	@Autowired
	private BridgeStatus status;

	@Test
	void reactorNettyServesAndTomcatIsNotEvenThere() {
		assertThat(this.status.server()).isEqualTo("Reactor Netty");
		assertThat(this.status.port()).isEqualTo(this.port);
		assertThat(ClassUtils.isPresent("org.apache.catalina.startup.Tomcat", null)).isFalse();
	}

	@Test
	void aPageThatFailsSaysSorryAndNothingMore() {
		this.client.get()
			.uri("/broken")
			.accept(MediaType.TEXT_HTML)
			.exchange()
			.expectStatus()
			.isEqualTo(500)
			.expectBody(String.class)
			.value((body) -> assertThat(body).contains("Something broke", "Kiln Street")
				.doesNotContain("secret")
				.endsWith("</html>\n"));
	}

	@Test
	void aProgramGetsTheSameAsJson() {
		this.client.get()
			.uri("/broken")
			.accept(MediaType.APPLICATION_JSON)
			.exchange()
			.expectStatus()
			.isEqualTo(500)
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo(500)
			.jsonPath("$.message")
			.doesNotExist();
	}

	/**
	 * What no shop has.
	 */
	@TestConfiguration
	static class Breakage {

		@Controller
		static class BrokenController {

			@GetMapping("/broken")
			@ResponseBody
			String broken() {
				throw new IllegalStateException("a secret of the implementation");
			}

		}

	}

}
