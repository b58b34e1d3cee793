package io.mvcbridge.spring.autoconfigure;

import java.nio.file.Path;

import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.spring.accel.AcceleratedConverters;
import io.mvcbridge.spring.accel.AcceleratedResourceHandlers;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

import static org.assertj.core.api.Assertions.assertThat;

class AcceleratedFilesAutoConfigurationTests {

	@TempDir
	private Path folder;

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
			AnnotationConfigServletWebServerApplicationContext::new)
		.withConfiguration(AutoConfigurations.of(ReactorNettyServletWebServerAutoConfiguration.class,
				AcceleratedFilesAutoConfiguration.class))
		.withPropertyValues("server.port=0");

	@Test
	void isOffUnlessItIsAskedFor() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed()
				.doesNotHaveBean(AcceleratedFilesAutoConfiguration.class)
				.doesNotHaveBean(AcceleratedConverters.class)
				.doesNotHaveBean(AcceleratedResourceHandlers.class);
			assertThat(context.getBean(ReactorNettyServletWebServerFactory.class).getAcceleratedFolder()).isNull();
		});
	}

	@Test
	void emptyValuesAreNone() {
		this.runner.withPropertyValues("bridge.static.accel=", "bridge.static.root=").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(ReactorNettyServletWebServerFactory.class).getAcceleratedFolder()).isNull();
		});
	}

	@Test
	void givesTheServerItsFolder() {
		withFolder().run((context) -> {
			assertThat(context).hasSingleBean(AcceleratedConverters.class)
				.hasSingleBean(AcceleratedResourceHandlers.class);
			AcceleratedFolder folder = context.getBean(ReactorNettyServletWebServerFactory.class)
				.getAcceleratedFolder();
			assertThat(folder).isNotNull();
			assertThat(folder.prefix()).isEqualTo("/internal/");
			assertThat(folder.root()).isEqualTo(this.folder.toRealPath());
		});
	}

	@Test
	void doesWithoutSpringMvc() {
		withFolder().withClassLoader(new FilteredClassLoader(DispatcherServlet.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(AcceleratedFolderCustomizer.class)
				.doesNotHaveBean("acceleratedConverters"));
	}

	private WebApplicationContextRunner withFolder() {
		return this.runner.withPropertyValues("bridge.static.accel=/internal/", "bridge.static.root=" + this.folder);
	}

}
