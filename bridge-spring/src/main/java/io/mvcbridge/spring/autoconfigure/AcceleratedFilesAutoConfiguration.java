package io.mvcbridge.spring.autoconfigure;

import io.mvcbridge.spring.accel.AcceleratedConverters;
import io.mvcbridge.spring.accel.AcceleratedResourceHandlers;
import jakarta.servlet.ServletRequest;
import reactor.netty.tcp.TcpServer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Lets nginx send files in the application's stead where {@code bridge.static.*} is set.
 * Of the application's own server: a management context has no such folder.
 */
@AutoConfiguration
@ConditionalOnClass({ ServletRequest.class, TcpServer.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@Conditional(AcceleratedFilesAutoConfiguration.OnStaticProperty.class)
@EnableConfigurationProperties(BridgeProperties.class)
public final class AcceleratedFilesAutoConfiguration {

	@Bean
	AcceleratedFolderCustomizer acceleratedFolderCustomizer(BridgeProperties properties) {
		return new AcceleratedFolderCustomizer(properties.getStatic());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DispatcherServlet.class)
	static class SpringMvc {

		@Bean
		AcceleratedConverters acceleratedConverters() {
			return new AcceleratedConverters();
		}

		@Bean
		static AcceleratedResourceHandlers acceleratedResourceHandlers() {
			return new AcceleratedResourceHandlers();
		}

	}

	/** One alone matches too, so that the missing one can be named. */
	static class OnStaticProperty extends AnyNestedCondition {

		OnStaticProperty() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnProperty("bridge.static.accel")
		static class Accel {

		}

		@ConditionalOnProperty("bridge.static.root")
		static class Root {

		}

	}

}
