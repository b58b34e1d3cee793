package io.mvcbridge.spring.autoconfigure;

import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import reactor.netty.tcp.TcpServer;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** The server of a management context: the same properties, but less of everything. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(TcpServer.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
class ReactorNettyServletManagementChildContextConfiguration {

	/** One event loop reads and writes what a monitoring system asks for. */
	@Bean
	WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory> managementEventLoopCustomizer() {
		return (factory) -> factory.addServerCustomizers((settings) -> settings.eventLoops(1));
	}

}
