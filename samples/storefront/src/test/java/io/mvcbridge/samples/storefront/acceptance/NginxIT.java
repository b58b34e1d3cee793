package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shop behind the sample's nginx.
 */
@EnabledIfInstalled("nginx")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NginxIT {

	@AutoClose
	private static @Nullable StorefrontProcess process;

	@AutoClose
	private static @Nullable Nginx nginx;

	@BeforeAll
	static void start(@TempDir Path folder) {
		process = StorefrontProcess.launch("nginx").start();
		nginx = Nginx.start(folder, process.port());
	}

	@Test
	void pagesComeThroughNginx() {
		Answer answer = nginx.storefront().visitor().get("/");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Server")).isEqualTo("nginx");
		assertThat(answer.page().text()).contains("Stoneware for every day");
	}

}
