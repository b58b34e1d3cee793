package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shop as people see it.
 */
@AcceptanceTest
@Tag("long")
@EnabledIfInstalled({ "chromium", "chromedriver" })
class BrowserIT {

	@Nested
	@EnabledIfInstalled("nginx")
	class OnADesktop extends ThroughNginx {

		OnADesktop() {
			super(Device.DESKTOP);
		}

	}

	@Nested
	@EnabledIfInstalled("nginx")
	class OnAPhone extends ThroughNginx {

		OnAPhone() {
			super(Device.PHONE);
		}

	}

	@Nested
	class WithoutNginx extends BrowserStories {

		WithoutNginx() {
			super(Device.DESKTOP);
		}

		@Override
		Storefront enter(Storefront direct, Path folder) {
			return direct;
		}

	}

	/**
	 * The sample's nginx at the door.
	 */
	abstract static class ThroughNginx extends BrowserStories {

		private Nginx nginx;

		private int bridgePort;

		ThroughNginx(Device device) {
			super(device);
		}

		@Override
		Storefront enter(Storefront direct, Path folder) {
			Assumptions.assumeTrue(System.getProperty("storefront.base-url", "").isBlank(),
					"The shop runs already, perhaps behind a proxy of its own");
			this.bridgePort = direct.uri("").getPort();
			this.nginx = Nginx.start(folder, this.bridgePort);
			return this.nginx.storefront();
		}

		@Test
		void nginxSendsStaticFilesAndTheBridgeThePages() {
			browser().open("/", "catalogue");

			Map<String, String> senders = new TreeMap<>();
			for (BrowserLog.Reply reply : browser().log().replies()) {
				String path = reply.uri().getPath();
				senders.put(path.replaceFirst("-[0-9a-f]{32}", "").replaceFirst("\\d+", "{id}"), sender(path));
			}

			String bridge = "127.0.0.1:" + this.bridgePort;
			assertThat(senders).containsEntry("/", bridge)
				.containsEntry("/css/storefront.css", "-")
				.containsEntry("/favicon.svg", "-")
				.containsEntry("/products/{id}/picture", bridge);
			assertThat(browser().log().replies())
				.allSatisfy((reply) -> assertThat(reply.headers().get("Server")).isEqualTo("nginx"));
		}

		/** Who nginx says has answered the request of a path. */
		private String sender(String path) {
			Pattern line = Pattern.compile("\"GET " + Pattern.quote(path) + " HTTP/1.1\" \\d+ .* upstream=(\\S+) ");
			// nginx writes the line after the last byte of the answer.
			return browser().await((driver) -> {
				try (Stream<String> lines = Files.lines(this.nginx.accessLog())) {
					return lines.map(line::matcher)
						.filter(Matcher::find)
						.map((found) -> found.group(1))
						.findFirst()
						.orElse(null);
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
		}

		@AfterAll
		void stopNginx() {
			if (this.nginx != null) {
				this.nginx.close();
			}
		}

	}

}
