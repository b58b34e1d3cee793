package io.mvcbridge.spring.diagnostics;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.spring.autoconfigure.AcceleratedFilesAutoConfiguration;
import io.mvcbridge.spring.autoconfigure.ReactorNettyServletWebServerAutoConfiguration;
import jakarta.websocket.server.ServerEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;
import org.springframework.web.socket.server.standard.ServerEndpointExporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/** What a person reads when the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class StartFailureTests {

	@Test
	void aPortInUseNamesThePort(CapturedOutput output) throws Exception {
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			int port = other.getLocalPort();
			failToStart(Server.class, "server.address=127.0.0.1", "server.port=" + port);
			assertThat(output).contains("Web server failed to start. Port " + port + " was already in use.")
				.contains("Identify and stop the process that's listening on port " + port);
		}
	}

	@Test
	void anAddressOfAnotherMachineIsNamed(CapturedOutput output) {
		failToStart(Server.class, "server.address=192.0.2.1", "server.port=0");
		assertThat(output).contains("Cannot listen on 192.0.2.1:0: ")
			.contains("Set server.address (or management.server.address) to an address of this machine");
	}

	@Test
	void aMisspeltModeListsTheModesAndSuggestsTheNearest(CapturedOutput output) {
		failToStart(Server.class, "bridge.mode=persistant");
		assertThat(output).contains("bridge.mode is set to \"persistant\" (\"bridge.mode\" from property source")
			.contains("It can be: persistent, sandbox, reboot.")
			.contains("Did you mean bridge.mode=persistent? Correct the value, or remove the property");
	}

	@Test
	void aModeThatResemblesNoneListsTheModes(CapturedOutput output) {
		failToStart(Server.class, "bridge.mode=classic");
		assertThat(output).contains("It can be: persistent, sandbox, reboot.").contains("Use one of these values");
	}

	@Test
	void aMisspeltThreadKindListsTheKindsAsTheyAreWritten(CapturedOutput output) {
		failToStart(Server.class, "bridge.threads=eventloops");
		assertThat(output).contains("It can be: auto, platform, virtual, event-loop.")
			.contains("Did you mean bridge.threads=event-loop?");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "bridge.max-active | many | a whole number",
					"bridge.idle-timeout | a while | a duration: a number with a unit, such as 500ms, 30s or 2m",
					"bridge.max-form-size | 2 big ones | a size: a number with a unit, such as 512B, 64KB or 2MB" })
	void aPropertyOfTheWrongTypeSaysWhatItMustBe(String name, String value, String expected, CapturedOutput output) {
		failToStart(Server.class, name + "=" + value);
		assertThat(output).contains(name + " is set to \"" + value + "\"").contains("It must be " + expected + ".");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "bridge.max-active | 0 | It must be 1 or more.",
			"bridge.event-loops | -1 | It must be 0 or more.",
			"bridge.idle-timeout | 0s | It must be longer than zero.",
			"bridge.acquire-timeout | -1s | It must not be negative.",
			"bridge.trusted-proxies | 10.0.0.1,proxy.example | proxy.example' is no address and no range of addresses",
			"bridge.trusted-proxies | 10.0.0.0/33 | needs a number from 0 to 32 behind the slash",
			"bridge.max-form-size | 4GB | It must be between 0B and 2147483647B.",
			"server.max-http-request-header-size | 0B | It must be between 1B and 2147483647B." })
	void aValueThatCannotWorkSaysWhy(String name, String value, String reason, CapturedOutput output) {
		failToStart(Server.class, name + "=" + value);
		assertThat(output).contains("Invalid value '" + value + "' for configuration property '" + name + "'")
			.contains(reason);
	}

	@Test
	void theLocationOfFilesNeedsTheirFolder(CapturedOutput output) {
		failToStart(Server.class, "bridge.static.accel=/internal/");
		assertThat(output).contains("Invalid value '/internal/' for configuration property 'bridge.static.accel'")
			.contains("It needs bridge.static.root, the folder that nginx serves at this location. Set both");
	}

	@Test
	void filesNeedAProxyThatIsTrusted(@TempDir Path folder, CapturedOutput output) {
		failToStart(Server.class, "bridge.static.accel=/internal/", "bridge.static.root=" + folder,
				"bridge.trusted-proxies=");
		assertThat(output).contains("Invalid value '' for configuration property 'bridge.trusted-proxies'")
			.contains("Name the proxy, or remove bridge.static.accel and bridge.static.root.");
	}

	@Test
	void theFolderOfFilesNeedsTheirLocation(@TempDir Path folder, CapturedOutput output) {
		failToStart(Server.class, "bridge.static.root=" + folder);
		assertThat(output).contains("Invalid value '" + folder + "' for configuration property 'bridge.static.root'")
			.contains("It has no effect without bridge.static.accel, the URI of nginx's internal location");
	}

	@Test
	void theFolderOfFilesMustExist(@TempDir Path folder, CapturedOutput output) {
		Path none = folder.resolve("none");
		failToStart(Server.class, "bridge.static.accel=/internal/", "bridge.static.root=" + none);
		assertThat(output).contains("Invalid value '" + none + "' for configuration property 'bridge.static.root'")
			.contains("There is no such folder. Create it before the start, and let nginx read it.");
	}

	@Test
	void theFolderOfFilesMustBeOne(@TempDir Path folder, CapturedOutput output) throws Exception {
		Path file = Files.createFile(folder.resolve("file"));
		failToStart(Server.class, "bridge.static.accel=/internal/", "bridge.static.root=" + file);
		assertThat(output).contains("Invalid value '" + file + "' for configuration property 'bridge.static.root'")
			.contains("It is a file. Name the folder that nginx serves.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "internal", "/internal", "internal/", "/", "/in ternal/" })
	void theLocationOfFilesIsTheUriOfOne(String accel, @TempDir Path folder, CapturedOutput output) {
		failToStart(Server.class, "bridge.static.accel=" + accel, "bridge.static.root=" + folder);
		assertThat(output).contains("Invalid value '" + accel + "' for configuration property 'bridge.static.accel'")
			.contains("The URI of a location begins and ends with a slash");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"server.ssl.certificate=cert.pem | TLS (server.ssl or management.server.ssl) | MVC Bridge does not serve TLS yet.",
			"server.ssl.enabled=true | TLS (server.ssl or management.server.ssl) | MVC Bridge does not serve TLS yet.",
			"server.http2.enabled=true | server.http2.enabled=true | MVC Bridge does not serve HTTP/2 yet.",
			"bridge.mode=sandbox | bridge.mode=sandbox | MVC Bridge does not run in this mode yet.",
			"bridge.mode=reboot | bridge.mode=reboot | MVC Bridge does not run in this mode yet." })
	void aSwitchThatIsNotBuiltFailsTheStartByName(String property, String name, String reason, CapturedOutput output) {
		failToStart(Server.class, property);
		assertThat(output).contains("The application asks for " + name + ". " + reason);
	}

	@Test
	void aBadPatternOfPathsIsNamed(CapturedOutput output) {
		failToStart(Server.class, "bridge.off-loop-paths=/reports/**,/{id");
		assertThat(output).contains("bridge.off-loop-paths")
			.contains("One is no pattern of paths: ")
			.contains("/{id")
			.contains("Write it as in a controller's mapping, for example /reports/** or /users/{id}/export.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "virtual", "event-loop" })
	@DisabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsNeedJava21(String threads, CapturedOutput output) {
		failToStart(Server.class, "bridge.threads=" + threads);
		assertThat(output)
			.contains("The application asks for bridge.threads=" + threads
					+ ". Virtual threads need Java 21, this is Java")
			.contains("set bridge.threads=platform");
	}

	@Test
	void aJspEngineOnTheClassPathFailsTheStart(CapturedOutput output) {
		failToStart(Server.class, "server.servlet.jsp.class-name=java.lang.String");
		assertThat(output).contains("The application asks for JSP pages (java.lang.String is on the class path).")
			.contains("or set server.servlet.jsp.registered=false.");
	}

	@ParameterizedTest
	@ValueSource(classes = { SpringWebSocket.class, StompMessaging.class, Handshake.class, JakartaWebSocket.class,
			Annotated.class })
	void anApplicationWithWebSocketEndpointsFailsToStart(Class<?> configuration, CapturedOutput output) {
		failToStart(configuration);
		assertThat(output).contains("The application asks for a WebSocket endpoint (bean '")
			.contains("MVC Bridge does not serve WebSocket yet.")
			.contains("Run this application on Tomcat or Jetty for the time being");
	}

	private static void failToStart(Class<?> configuration, String... properties) {
		List<String> arguments = new ArrayList<>();
		for (String property : properties) {
			arguments.add("--" + property);
		}
		assertThatException()
			.isThrownBy(() -> SpringApplication.run(configuration, arguments.toArray(String[]::new)).close());
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ ReactorNettyServletWebServerAutoConfiguration.class,
			AcceleratedFilesAutoConfiguration.class })
	static class Server {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebSocket
	static class SpringWebSocket extends Server {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebSocketMessageBroker
	static class StompMessaging extends Server implements WebSocketMessageBrokerConfigurer {

		@Override
		public void registerStompEndpoints(StompEndpointRegistry registry) {
			registry.addEndpoint("/stomp");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Handshake extends Server {

		@Bean
		org.springframework.web.socket.server.support.DefaultHandshakeHandler handshakeHandler() {
			return new org.springframework.web.socket.server.support.DefaultHandshakeHandler();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class JakartaWebSocket extends Server {

		@Bean
		ServerEndpointExporter serverEndpointExporter() {
			return new ServerEndpointExporter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated extends Server {

		@Bean
		Chat chat() {
			return new Chat();
		}

	}

	@ServerEndpoint("/chat")
	static class Chat {

	}

}
