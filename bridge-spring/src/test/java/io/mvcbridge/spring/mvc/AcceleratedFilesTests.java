package io.mvcbridge.spring.mvc;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Files left to nginx by an application whose actuator has a port of its own. */
class AcceleratedFilesTests {

	@TempDir
	private Path folder;

	private ConfigurableApplicationContext application;

	@BeforeEach
	void start() throws Exception {
		Path log = Files.writeString(this.folder.resolve("application.log"), "it started");
		this.application = new SpringApplicationBuilder(MvcApplication.class).properties("server.port=0",
				"management.server.port=0", "bridge.trusted-proxies=127.0.0.1,::1", "bridge.static.accel=/internal/",
				"bridge.static.root=" + this.folder, "spring.web.resources.static-locations=file:" + this.folder + "/",
				"management.endpoints.web.exposure.include=logfile", "management.endpoint.logfile.external-file=" + log)
			.run();
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	@Test
	void theApplicationLeavesItsFilesToTheProxy() throws Exception {
		HttpResponse<String> response = get("local.server.port", "/application.log");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).hasValue("/internal/application.log");
		assertThat(response.body()).isEmpty();
	}

	@Test
	void theManagementServerSendsItsFilesItself() throws Exception {
		HttpResponse<String> response = get("local.management.port", "/actuator/logfile");
		assertThat(response.headers().firstValue("X-Accel-Redirect")).isEmpty();
		assertThat(response.body()).isEqualTo("it started");
	}

	private HttpResponse<String> get(String port, String path) throws Exception {
		return TestHttp.get(this.application.getEnvironment().getRequiredProperty(port, Integer.class), path,
				"X-Forwarded-For", "203.0.113.9");
	}

}
