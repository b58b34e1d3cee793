package io.mvcbridge.spring.autoconfigure;

import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.server.BridgeServerCustomizer;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import io.mvcbridge.spring.server.WebServerBridgeStatus;
import jakarta.servlet.ServletRequest;
import reactor.netty.tcp.TcpServer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.servlet.ServletWebServerConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Makes MVC Bridge the server of a servlet application. Comes before the servers that
 * Boot knows, so that it is enough to add the starter: they back off when they are left
 * on the class path. Backs off itself for a factory of the application's own.
 */
@AutoConfiguration(
		beforeName = { "org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration",
				"org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration",
				"org.springframework.boot.undertow.autoconfigure.servlet.UndertowServletWebServerAutoConfiguration",
				"io.undertow.springboot.autoconfigure.servlet.UndertowServletWebServerAutoConfiguration" })
@ConditionalOnClass({ ServletRequest.class, TcpServer.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@EnableConfigurationProperties(BridgeProperties.class)
@Import({ ReactorNettyWebServerConfiguration.class, ServletWebServerConfiguration.class })
public final class ReactorNettyServletWebServerAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(value = ServletWebServerFactory.class, search = SearchStrategy.CURRENT)
	ReactorNettyServletWebServerFactory reactorNettyServletWebServerFactory(
			ObjectProvider<BridgeServerCustomizer> serverCustomizers) {
		ReactorNettyServletWebServerFactory factory = new ReactorNettyServletWebServerFactory();
		factory.getServerCustomizers().addAll(serverCustomizers.orderedStream().toList());
		return factory;
	}

	/** Of the application's own server: a management context has none of its own. */
	@Bean
	@ConditionalOnBean(value = ReactorNettyServletWebServerFactory.class, search = SearchStrategy.CURRENT)
	@ConditionalOnMissingBean
	BridgeStatus bridgeStatus(ApplicationContext context) {
		return new WebServerBridgeStatus(
				() -> (context instanceof WebServerApplicationContext webContext) ? webContext.getWebServer() : null);
	}

}
