package io.mvcbridge.spring.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.mvcbridge.core.server.ProxySettings;
import io.mvcbridge.core.server.ProxySettings.Evaluation;
import io.mvcbridge.core.server.ProxySettings.Family;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import io.mvcbridge.jakarta.request.RequestLimits;
import io.mvcbridge.spring.BridgeMode;
import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.server.BridgeServerCustomizer;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.ForwardedHeaderFilter;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class ReactorNettyServletWebServerAutoConfigurationTests {

	private static final AutoConfigurations SERVERS = AutoConfigurations
		.of(ReactorNettyServletWebServerAutoConfiguration.class, TomcatServletWebServerAutoConfiguration.class);

	/** With a server that is started. */
	private final WebApplicationContextRunner runner = new WebApplicationContextRunner(
			AnnotationConfigServletWebServerApplicationContext::new)
		.withConfiguration(SERVERS)
		.withPropertyValues("server.port=0");

	@Test
	void winsOverTomcatOnTheClassPath() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(ServletWebServerFactory.class)
			.hasSingleBean(ReactorNettyServletWebServerFactory.class));
	}

	@Test
	void backsOffForAFactoryOfTheApplication() {
		this.runner.withUserConfiguration(OwnTomcat.class)
			.run((context) -> assertThat(context).hasSingleBean(ServletWebServerFactory.class)
				.hasSingleBean(TomcatServletWebServerFactory.class)
				.doesNotHaveBean(BridgeStatus.class));
	}

	@Test
	void configuresAFactoryOfOursThatTheApplicationDefines() {
		this.runner.withUserConfiguration(OwnReactorNetty.class)
			.withPropertyValues("bridge.max-parameters=7")
			.run((context) -> {
				assertThat(context).hasSingleBean(ServletWebServerFactory.class).hasSingleBean(BridgeStatus.class);
				assertThat(factory(context).getRequestLimits().maxParameters()).isEqualTo(7);
				assertThat(factory(context).getPort()).isZero();
			});
	}

	@Test
	void isOnlyForServletApplications() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(ReactorNettyServletWebServerAutoConfiguration.class))
			.run((context) -> assertThat(context).doesNotHaveBean(ServletWebServerFactory.class));
	}

	@Test
	void isNotThereWithoutReactorNetty() {
		this.runner.withClassLoader(new FilteredClassLoader("reactor.netty"))
			.run((context) -> assertThat(context).hasSingleBean(TomcatServletWebServerFactory.class));
	}

	@Test
	void defaultsAreThoseOfTheLibrary() {
		this.runner.run((context) -> {
			ReactorNettyServletWebServerFactory factory = factory(context);
			assertThat(factory.getMode()).isEqualTo(BridgeMode.PERSISTENT);
			assertThat(factory.getRequestLimits()).isEqualTo(RequestLimits.DEFAULTS);
			assertThat(factory.getShutdown()).isEqualTo(Shutdown.GRACEFUL);
			assertThat(settings(factory)).usingRecursiveComparison().isEqualTo(ServerSettings.builder().build());
		});
	}

	@Test
	void everyPropertyReachesTheListenerOrTheKernel() {
		this.runner
			.withPropertyValues("bridge.max-active=11", "bridge.acquire-timeout=12ms", "bridge.event-loops=3",
					"bridge.idle-timeout=13s", "bridge.header-timeout=14s", "bridge.body-timeout=15s",
					"bridge.send-timeout=16s", "bridge.shutdown-quiet=25ms", "bridge.max-request-line-size=17KB",
					"server.max-http-request-header-size=18KB", "bridge.max-swallow-size=19KB",
					"bridge.max-parameters=20", "bridge.max-form-size=21KB", "bridge.max-parts=22",
					"bridge.max-part-header-size=23B", "bridge.response-buffer-size=24KB")
			.run((context) -> {
				ServerSettings settings = settings(factory(context));
				assertThat(settings.maxActive()).isEqualTo(11);
				assertThat(settings.acquireTimeout()).isEqualTo(Duration.ofMillis(12));
				assertThat(settings.eventLoops()).isEqualTo(3);
				assertThat(settings.idleTimeout()).isEqualTo(Duration.ofSeconds(13));
				assertThat(settings.headerTimeout()).isEqualTo(Duration.ofSeconds(14));
				assertThat(settings.bodyTimeout()).isEqualTo(Duration.ofSeconds(15));
				assertThat(settings.sendTimeout()).isEqualTo(Duration.ofSeconds(16));
				assertThat(settings.shutdownQuiet()).isEqualTo(Duration.ofMillis(25));
				assertThat(settings.maxRequestLine()).isEqualTo(17 * 1024);
				assertThat(settings.maxHeaderSize()).isEqualTo(18 * 1024);
				assertThat(settings.maxSwallowSize()).isEqualTo(19 * 1024);
				assertThat(factory(context).getRequestLimits())
					.isEqualTo(new RequestLimits(20, 21 * 1024, 22, 23, 24 * 1024));
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "idle", "header", "body", "send" })
	void aTimeoutThatWasMeantInSecondsIsNamed(String name, CapturedOutput output) {
		this.runner.withPropertyValues("bridge." + name + "-timeout=75")
			.run((context) -> assertThat(output).contains("WARN")
				.contains("bridge." + name + "-timeout is 75 ms, after which connections are closed under clients that "
						+ "are only slow. A number without a unit is milliseconds: for seconds write 75s"));
	}

	@Test
	void aTimeoutOfASecondIsNotNamed(CapturedOutput output) {
		this.runner
			.withPropertyValues("bridge.idle-timeout=1s", "bridge.header-timeout=1000", "bridge.acquire-timeout=50",
					"bridge.shutdown-quiet=0")
			.run((context) -> assertThat(output).doesNotContain("without a unit"));
	}

	@Test
	void customizersOfTheApplicationHaveTheLastWord() {
		this.runner.withUserConfiguration(Customizers.class)
			.withPropertyValues("bridge.max-active=11")
			.run((context) -> assertThat(settings(factory(context)).maxActive()).isEqualTo(99));
	}

	@Test
	void requestsRunOnPlatformThreadsUnlessAsked() {
		this.runner.run((context) -> assertThat(settings(factory(context)).threads()).isEqualTo(ThreadKind.PLATFORM));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void bootsVirtualThreadsAreFollowed() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true")
			.run((context) -> assertThat(settings(factory(context)).threads()).isEqualTo(ThreadKind.VIRTUAL));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void platformThreadsCanBeKeptBesideBootsVirtualThreads() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true", "bridge.threads=platform")
			.run((context) -> assertThat(settings(factory(context)).threads()).isEqualTo(ThreadKind.PLATFORM));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void eventLoopsCanCarryTheRequests() {
		this.runner.withPropertyValues("bridge.threads=event-loop").run((context) -> {
			assertThat(settings(factory(context)).threads()).isEqualTo(ThreadKind.EVENT_LOOP);
			assertThat(settings(factory(context)).maxActive()).isEqualTo(10_000);
		});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsCanBeHadWithoutBoots() {
		this.runner.withPropertyValues("bridge.threads=virtual")
			.run((context) -> assertThat(settings(factory(context)).threads()).isEqualTo(ThreadKind.VIRTUAL));
	}

	@Test
	void theFrameworkStrategyBringsTheForwardedHeaderFilter() {
		this.runner.withPropertyValues("server.forward-headers-strategy=framework")
			.run((context) -> assertThat(context).getBean("forwardedHeaderFilter")
				.extracting("filter")
				.isInstanceOf(ForwardedHeaderFilter.class));
	}

	@Test
	void withoutAWordOfProxiesNobodyIsBelieved() {
		this.runner.run((context) -> assertThat(settings(factory(context)).proxies()).isNull());
	}

	@Test
	void theNativeStrategyBelievesPrivateNetworks() {
		this.runner.withPropertyValues("server.forward-headers-strategy=native")
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(ProxySettings.PRIVATE_NETWORKS, Family.X_FORWARDED, Evaluation.SERVER)));
	}

	@Test
	void whoNamesProxiesMeansTheNativeStrategy() {
		this.runner
			.withPropertyValues("bridge.trusted-proxies=192.0.2.0/24,2001:db8::1", "bridge.forwarded-headers=forwarded")
			.run((context) -> assertThat(settings(factory(context)).proxies()).isEqualTo(
					new ProxySettings(List.of("192.0.2.0/24", "2001:db8::1"), Family.FORWARDED, Evaluation.SERVER)));
	}

	@Test
	void noProxyAtAllCanBeTrusted() {
		this.runner.withPropertyValues("server.forward-headers-strategy=native", "bridge.trusted-proxies=")
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(List.of(), Family.X_FORWARDED, Evaluation.SERVER)));
	}

	@Test
	void theFrameworkStrategyLeavesTheFieldsToSpringsFilter() {
		this.runner.withPropertyValues("server.forward-headers-strategy=framework")
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(List.of(), Family.X_FORWARDED, Evaluation.APPLICATION_ALONE)));
	}

	@Test
	void theFrameworkStrategyWithProxiesKeepsOtherPeersFromSpringsFilter() {
		this.runner.withPropertyValues("server.forward-headers-strategy=framework", "bridge.trusted-proxies=192.0.2.1")
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(List.of("192.0.2.1"), Family.X_FORWARDED, Evaluation.APPLICATION)));
	}

	@Test
	void aCloudPlatformHasAProxyInFront() {
		this.runner.withPropertyValues("spring.main.cloud-platform=kubernetes")
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(ProxySettings.PRIVATE_NETWORKS, Family.X_FORWARDED, Evaluation.SERVER)));
	}

	@Test
	void theStrategyNoneHoldsOnACloudPlatformAndAgainstNamedProxies() {
		this.runner
			.withPropertyValues("spring.main.cloud-platform=kubernetes", "server.forward-headers-strategy=none",
					"bridge.trusted-proxies=192.0.2.1")
			.run((context) -> assertThat(settings(factory(context)).proxies()).isNull());
	}

	@ParameterizedTest
	@CsvSource({ "none,NONE", "framework,APPLICATION_ALONE" })
	void whoMaySendFilesIsKnownThoughTheServerEvaluatesNothing(String strategy, Evaluation evaluation,
			@TempDir Path folder) {
		this.runner
			.withPropertyValues("bridge.static.accel=/internal/", "bridge.static.root=" + folder,
					"server.forward-headers-strategy=" + strategy)
			.run((context) -> assertThat(settings(factory(context)).proxies())
				.isEqualTo(new ProxySettings(ProxySettings.PRIVATE_NETWORKS, Family.X_FORWARDED, evaluation)));
	}

	@Test
	void theStatusSaysThatNothingRunsWhereNoServerIsMade() {
		new WebApplicationContextRunner().withConfiguration(SERVERS).run((context) -> {
			BridgeStatus status = context.getBean(BridgeStatus.class);
			assertThat(status.mode()).isEqualTo("none");
			assertThat(status.server()).isEqualTo("none");
			assertThat(status.threads()).isEqualTo("none");
			assertThat(status.port()).isEqualTo(-1);
			assertThat(status.activeExchanges()).isZero();
			assertThat(status.startedAt()).isNull();
			assertThat(status.settings()).isNull();
		});
	}

	@Test
	void theStatusAnswersFromTheServerThatRuns() {
		Instant before = Instant.now();
		this.runner.withPropertyValues("server.servlet.context-path=/shop", "bridge.max-active=11").run((context) -> {
			BridgeStatus status = context.getBean(BridgeStatus.class);
			assertThat(status.mode()).isEqualTo("persistent");
			assertThat(status.server()).isEqualTo("Reactor Netty");
			assertThat(status.serverVersion()).matches("1\\.\\d+\\.\\d+");
			assertThat(status.nettyVersion()).startsWith("4.2.");
			assertThat(status.bridgeVersion()).matches("\\d+\\.\\d+.*");
			assertThat(status.threads()).isEqualTo("platform");
			assertThat(status.port()).isPositive().isEqualTo(webServer(context).getPort());
			assertThat(status.activeExchanges()).isZero();
			assertThat(status.startedAt()).isBetween(before, Instant.now());
			assertThat(status.settings()).isNotNull();
			assertThat(status.settings().contextPath()).isEqualTo("/shop");
			assertThat(status.settings().maxActive()).isEqualTo(11);
			assertThat(status.settings().idleTimeout()).hasSeconds(75);
			assertThat(status.settings().compression()).isFalse();
			assertThat(status.settings().gracefulShutdown()).isTrue();
		});
	}

	@Test
	void aManagementContextOfItsOwnServesTheActuatorOnItsOwnPort() {
		this.runner
			.withConfiguration(AutoConfigurations.of(ReactorNettyServletManagementContextAutoConfiguration.class,
					TomcatServletManagementContextAutoConfiguration.class))
			.withPropertyValues("management.server.port=0")
			.run((context) -> assertThat(context.getBean(ManagementContextFactory.class))
				.isSameAs(context.getBean("reactorNettyServletWebChildContextFactory")));
	}

	private static ReactorNettyServletWebServerFactory factory(ApplicationContext context) {
		return context.getBean(ReactorNettyServletWebServerFactory.class);
	}

	private static WebServer webServer(ApplicationContext context) {
		return ((WebServerApplicationContext) ((ApplicationContextAssertProvider<?>) context)
			.getSourceApplicationContext()).getWebServer();
	}

	private static ServerSettings settings(ReactorNettyServletWebServerFactory factory) {
		ServerSettings.Builder builder = ServerSettings.builder();
		List<BridgeServerCustomizer> customizers = factory.getServerCustomizers();
		customizers.forEach((customizer) -> customizer.customize(builder));
		return builder.build();
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnTomcat {

		@Bean
		TomcatServletWebServerFactory ownFactory() {
			return new TomcatServletWebServerFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnReactorNetty {

		@Bean
		ReactorNettyServletWebServerFactory ownFactory() {
			return new ReactorNettyServletWebServerFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Customizers {

		@Bean
		BridgeServerCustomizer customizer() {
			return (settings) -> settings.maxActive(99);
		}

	}

}
