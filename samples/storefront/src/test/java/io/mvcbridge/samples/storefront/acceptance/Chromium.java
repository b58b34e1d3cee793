package io.mvcbridge.samples.storefront.acceptance;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * The Chromium of this machine, without a window. Both programs are named, so that
 * Selenium looks for none, and downloads none. What a page asks of another host than this
 * one fails as if there were no network.
 */
final class Chromium implements AutoCloseable {

	/**
	 * Selenium warns of each browser for which it has no generated classes of the
	 * developer tools. The few commands used here need none.
	 */
	private static final List<Logger> UNHELPFUL = Stream
		.of("org.openqa.selenium.devtools.CdpVersionFinder", "org.openqa.selenium.chromium.ChromiumDriver")
		.map(Logger::getLogger)
		.toList();

	static {
		UNHELPFUL.forEach((logger) -> logger.setLevel(Level.SEVERE));
	}

	private final List<Browser> browsers = new ArrayList<>();

	/**
	 * Open a browser with a profile of its own.
	 * @param device what it looks and feels like
	 * @param base where the shop is
	 * @param screenshots the folder for pictures of the pages
	 * @return the browser, which is closed with this
	 */
	Browser open(Device device, URI base, Path screenshots) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(program("chromium"));
		// The sandbox needs rights that root in a container has not; only our own pages
		// are shown. What scrolls smoothly would still be on its way when it is clicked.
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--force-prefers-reduced-motion", "--no-first-run", "--disable-background-networking",
				"--disable-component-update", "--disable-sync", "--lang=en-GB",
				"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE " + base.getHost());
		options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL", "performance", "ALL"));
		device.applyTo(options);
		// One for each browser: a browser that ends takes its service with it.
		ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(program("chromedriver"))
			.usingAnyFreePort()
			.build();
		Browser browser = new Browser(new ChromeDriver(service, options), device, base, screenshots);
		this.browsers.add(browser);
		return browser;
	}

	private static File program(String name) {
		Path program = Programs.find(name);
		if (program == null) {
			throw new IllegalStateException(Programs.missing(name));
		}
		return program.toFile();
	}

	@Override
	public void close() {
		this.browsers.forEach(Browser::close);
	}

}
