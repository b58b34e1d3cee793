package io.mvcbridge.spring.autoconfigure;

import io.mvcbridge.spring.server.UnavailableFeatureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.client.WebSocketClient;
import org.springframework.web.socket.client.WebSocketConnectionManager;
import org.springframework.web.socket.client.standard.StandardWebSocketClient;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.socket.server.support.WebSocketHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class WebSocketCheckTests {

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
			AnnotationConfigServletWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(ReactorNettyServletWebServerAutoConfiguration.class))
		.withPropertyValues("server.port=0");

	@ParameterizedTest
	@FieldSource("io.mvcbridge.spring.autoconfigure.WebSocketCheck#TYPES")
	void everyTypeThatIsLookedForExists(String type) {
		assumeThat(type).as("a library that these tests do not have").doesNotStartWith("org.springframework.graphql");
		assertThat(ClassUtils.isPresent(type, getClass().getClassLoader())).isTrue();
	}

	@Test
	void aHandlerMappingIsAnEndpoint() {
		this.runner.withBean("chat", WebSocketHandlerMapping.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(UnavailableFeatureException.class)
				.hasMessageContaining("bean 'chat'"));
	}

	@Test
	void aClientIsNoEndpoint() {
		this.runner.withBean(StandardWebSocketClient.class)
			.withBean(TextWebSocketHandler.class)
			.withBean(WebSocketConnectionManager.class,
					() -> new WebSocketConnectionManager(new StandardWebSocketClient(), new TextWebSocketHandler(),
							"ws://localhost/never-connected"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(WebSocketClient.class)
				.hasSingleBean(WebSocketHandler.class));
	}

}
