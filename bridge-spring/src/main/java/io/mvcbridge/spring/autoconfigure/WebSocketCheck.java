package io.mvcbridge.spring.autoconfigure;

import java.lang.annotation.Annotation;
import java.util.List;

import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import io.mvcbridge.spring.server.UnavailableFeatureException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.ClassUtils;

/**
 * Fails the start of an application that has WebSocket endpoints, which would be dead:
 * the server has no {@code jakarta.websocket.server.ServerContainer}. Looks at bean
 * definitions, before the beans themselves fail for want of one.
 */
class WebSocketCheck implements WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory> {

	/** Types of bean that only an application with server endpoints has. */
	static final List<String> TYPES = List.of(
			// @EnableWebSocket, @EnableWebSocketMessageBroker
			"org.springframework.web.socket.config.annotation.WebSocketConfigurationSupport",
			"org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurationSupport",
			// the XML namespace, and beans written by hand
			"org.springframework.web.socket.server.support.WebSocketHandlerMapping",
			"org.springframework.web.socket.server.support.WebSocketHttpRequestHandler",
			"org.springframework.web.socket.server.HandshakeHandler",
			"org.springframework.web.socket.server.RequestUpgradeStrategy",
			// Jakarta endpoints
			"org.springframework.web.socket.server.standard.ServerEndpointExporter",
			"jakarta.websocket.server.ServerEndpointConfig",
			// spring.graphql.websocket.path
			"org.springframework.graphql.server.webmvc.GraphQlWebSocketHandler");

	private static final String ANNOTATION = "jakarta.websocket.server.ServerEndpoint";

	private final ConfigurableListableBeanFactory beanFactory;

	WebSocketCheck(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/** When the server is really made: a mock environment has no need of one. */
	@Override
	public void customize(ReactorNettyServletWebServerFactory factory) {
		factory.addInitializers((servletContext) -> check());
	}

	private void check() {
		for (String typeName : TYPES) {
			Class<?> type = find(typeName);
			if (type != null) {
				reject(this.beanFactory.getBeanNamesForType(type, true, false), typeName);
			}
		}
		Class<?> annotation = find(ANNOTATION);
		if (annotation != null) {
			reject(this.beanFactory.getBeanNamesForAnnotation(annotation.asSubclass(Annotation.class)), ANNOTATION);
		}
	}

	private @Nullable Class<?> find(String name) {
		try {
			return ClassUtils.forName(name, this.beanFactory.getBeanClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			// Not on the class path, or its own dependencies are not: no bean can be one.
			return null;
		}
	}

	private static void reject(String[] beanNames, String type) {
		if (beanNames.length > 0) {
			throw new UnavailableFeatureException("a WebSocket endpoint (bean '" + beanNames[0] + "', " + type + ")",
					"MVC Bridge does not serve WebSocket yet.",
					"Run this application on Tomcat or Jetty for the time being, or remove the WebSocket endpoint; "
							+ "server-sent events (SseEmitter) do work.");
		}
	}

}
