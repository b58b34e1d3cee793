package io.mvcbridge.spring.mvc;

import io.mvcbridge.spring.server.ReactorNettyWebServer;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.test.AutoConfigureWebServer;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/** The slice that gives a test nothing but a server. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = WebServerSliceTests.Nothing.class)
@AutoConfigureWebServer
class WebServerSliceTests {

	@Test
	void theServerOfTheSliceIsOursAlthoughTomcatIsOnTheClassPath(
			@Autowired ServletWebServerApplicationContext context) {
		assertThat(context.getWebServer()).isInstanceOf(ReactorNettyWebServer.class);
		assertThat(context.getWebServer().getPort()).isPositive();
	}

	@Configuration(proxyBeanMethods = false)
	static class Nothing {

	}

}
