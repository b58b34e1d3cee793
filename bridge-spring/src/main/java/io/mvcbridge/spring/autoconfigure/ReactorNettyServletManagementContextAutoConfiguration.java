package io.mvcbridge.spring.autoconfigure;

import reactor.netty.tcp.TcpServer;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Serves the actuator on a port of its own, by a server of its own.
 */
@AutoConfiguration
@ConditionalOnClass({ TcpServer.class, ManagementContextFactory.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
public final class ReactorNettyServletManagementContextAutoConfiguration {

	/**
	 * Named and primary so that it stands beside that of a Tomcat or Jetty which was left
	 * on the class path, and is preferred to it.
	 */
	@Bean
	@Primary
	static ManagementContextFactory reactorNettyServletWebChildContextFactory() {
		return new ManagementContextFactory(WebApplicationType.SERVLET, ServletWebServerFactory.class,
				ReactorNettyServletWebServerAutoConfiguration.class);
	}

}
