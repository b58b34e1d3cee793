package io.mvcbridge.spring.autoconfigure;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWarDeployment;
import org.springframework.boot.autoconfigure.condition.ConditionalOnThreading;
import org.springframework.boot.thread.Threading;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Customizers of every {@code ReactorNettyServletWebServerFactory} in a context, the
 * user's own included.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnNotWarDeployment
class ReactorNettyWebServerConfiguration {

	@Bean
	ReactorNettyWebServerFactoryCustomizer reactorNettyWebServerFactoryCustomizer(Environment environment,
			ServerProperties serverProperties, BridgeProperties properties) {
		return new ReactorNettyWebServerFactoryCustomizer(environment, serverProperties, properties);
	}

	@Bean
	@ConditionalOnThreading(Threading.VIRTUAL)
	ReactorNettyVirtualThreadsWebServerFactoryCustomizer reactorNettyVirtualThreadsWebServerFactoryCustomizer(
			BridgeProperties properties) {
		return new ReactorNettyVirtualThreadsWebServerFactoryCustomizer(properties);
	}

	@Bean
	WebSocketCheck webSocketCheck(ConfigurableListableBeanFactory beanFactory) {
		return new WebSocketCheck(beanFactory);
	}

	/** Once for an application: not again in its management context. */
	@Bean
	@ConditionalOnMissingBean
	UnusedPropertiesReport unusedPropertiesReport(ConfigurableEnvironment environment) {
		return new UnusedPropertiesReport(environment);
	}

}
