package io.mvcbridge.core.server;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServerSettingsTests {

	@Test
	void defaultsFitAServerBehindAProxy() {
		ServerSettings settings = ServerSettings.builder().build();
		assertThat(settings.address()).isNull();
		assertThat(settings.port()).isEqualTo(8080);
		assertThat(settings.maxRequestLine()).isEqualTo(8192);
		assertThat(settings.maxHeaderSize()).isEqualTo(8192);
		assertThat(settings.idleTimeout()).isEqualTo(Duration.ofSeconds(75));
		assertThat(settings.headerTimeout()).isEqualTo(Duration.ofSeconds(20));
		assertThat(settings.bodyTimeout()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.sendTimeout()).isEqualTo(Duration.ofSeconds(60));
		assertThat(settings.shutdownQuiet()).isEqualTo(Duration.ofMillis(250));
		assertThat(settings.maxSwallowSize()).isEqualTo(2_097_152);
		assertThat(settings.threads()).isEqualTo(ThreadKind.PLATFORM);
		assertThat(settings.acquireTimeout()).isEqualTo(Duration.ofSeconds(1));
		assertThat(settings.serverHeader()).isNull();
		assertThat(settings.compression()).isNull();
		assertThat(settings.eventLoops()).isZero();
	}

	@Test
	void maxActiveDependsOnTheThreadsUnlessSet() {
		assertThat(ServerSettings.builder().build().maxActive()).isEqualTo(200);
		assertThat(ServerSettings.builder().threads(ThreadKind.VIRTUAL).build().maxActive()).isEqualTo(10_000);
		assertThat(ServerSettings.builder().threads(ThreadKind.VIRTUAL).maxActive(7).build().maxActive()).isEqualTo(7);
	}

	@Test
	void settingsDoNotFollowTheirBuilder() {
		ServerSettings.Builder builder = ServerSettings.builder().port(1);
		ServerSettings settings = builder.build();
		builder.port(2);
		assertThat(settings.port()).isEqualTo(1);
	}

	@Test
	void valuesOutOfRangeAreNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> ServerSettings.builder().port(65536).build())
			.withMessage("port has to be between 0 and 65535, not 65536");
		assertThatIllegalArgumentException().isThrownBy(() -> ServerSettings.builder().maxActive(0).build())
			.withMessage("maxActive has to be between 1 and 2147483647, not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> ServerSettings.builder().maxHeaderSize(0).build())
			.withMessage("maxHeaderSize has to be between 1 and 2147483647, not 0");
	}

}
