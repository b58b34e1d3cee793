package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A browser in which a person visits the shop. Every page that it comes to is looked at:
 * it fits into the window, all its pictures are there, no link leads elsewhere, nothing
 * failed in the background; and a screenshot of it is kept.
 */
final class Browser {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private static final String EVERYTHING_IS_THERE = """
			for (const image of document.images) { image.loading = 'eager'; }
			return document.readyState === 'complete'
			  && [...document.images].every((image) => image.complete)
			  && document.getAnimations().every((animation) => animation.playState !== 'running');
			""";

	private static final String BROKEN_PICTURES = """
			return [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src);
			""";

	private static final String TOO_WIDE = """
			const width = document.documentElement.clientWidth;
			return [...document.body.querySelectorAll('*')]
			  .filter((element) => element.getBoundingClientRect().right > width + 0.5)
			  .map((element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`);
			""";

	private static final String LEAD_AWAY = """
			return [...document.querySelectorAll('a, link, form, img, script')]
			  .map((element) => element.href || element.src || element.action)
			  .filter((url) => url && !url.startsWith(arguments[0]));
			""";

	private final ChromeDriver driver;

	private final Device device;

	private final URI base;

	private final Path screenshots;

	private final BrowserLog log;

	private final WebDriverWait patience;

	Browser(ChromeDriver driver, Device device, URI base, Path screenshots) {
		this.driver = driver;
		this.device = device;
		this.base = base;
		this.screenshots = screenshots;
		this.log = new BrowserLog(driver);
		this.patience = new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50));
		// A script may meet a page that is just being left.
		this.patience.ignoring(JavascriptException.class);
	}

	/** What the browser noted by itself. */
	BrowserLog log() {
		return this.log;
	}

	/** Forget who used the browser before, and what was sent to them. */
	void forget() {
		this.driver.get("about:blank");
		this.log.clear();
		this.driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
		this.driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
	}

	/**
	 * Type an address.
	 * @param path a path of the shop
	 * @param name what the page is called among the screenshots
	 */
	void open(String path, String name) {
		this.driver.get(this.base + path);
		look(name);
		assertNothingFailed();
	}

	/**
	 * Type an address that is answered with an error.
	 * @param path a path of the shop
	 * @param name what the page is called among the screenshots
	 * @param status the status of the answer, with its reason: {@code 404 (Not Found)}
	 */
	void openInVain(String path, String name, String status) {
		this.driver.get(this.base + path);
		look(name);
		assertOnlyFailure(path, status);
	}

	/**
	 * Click on what leads to another page, and wait until it is there.
	 * @param target what to click on
	 * @param name what the page is called among the screenshots
	 */
	void follow(By target, String name) {
		leave(target);
		look(name);
		assertNothingFailed();
	}

	/**
	 * Click on what is answered with an error.
	 * @param target what to click on
	 * @param path where it leads to
	 * @param name what the page is called among the screenshots
	 * @param status the status of the answer, with its reason
	 */
	void followInVain(By target, String path, String name, String status) {
		leave(target);
		look(name);
		assertOnlyFailure(path, status);
	}

	private void leave(By target) {
		this.driver.executeScript("window.leaving = true");
		await(ExpectedConditions.elementToBeClickable(target)).click();
		await((driver) -> Boolean.TRUE.equals(this.driver.executeScript("return window.leaving === undefined")) ? true
				: null);
	}

	/** Fill in a field, whatever was in it. */
	void type(String field, String text) {
		WebElement input = await(ExpectedConditions.elementToBeClickable(By.name(field)));
		input.clear();
		input.sendKeys(text);
	}

	/** Fill in fields by their names. */
	void type(Map<String, String> fields) {
		fields.forEach(this::type);
	}

	/** Choose a file to be uploaded. */
	void choose(String field, Path file) {
		await(ExpectedConditions.presenceOfElementLocated(By.name(field))).sendKeys(file.toAbsolutePath().toString());
	}

	/** The path of the page, with its query. */
	String path() {
		String url = Objects.requireNonNull(this.driver.getCurrentUrl());
		assertThat(url).startsWith(this.base + "/");
		return url.substring(this.base.toString().length());
	}

	String title() {
		return Objects.requireNonNull(this.driver.getTitle());
	}

	/** The text that is shown of the first such element. */
	String text(By element) {
		return await(ExpectedConditions.visibilityOfElementLocated(element)).getText();
	}

	/** The texts that are shown of all such elements now. */
	List<String> texts(By elements) {
		return this.driver.findElements(elements).stream().map(WebElement::getText).toList();
	}

	/** The value of an attribute or property. */
	String value(By element, String name) {
		return Objects.requireNonNull(await(ExpectedConditions.presenceOfElementLocated(element)).getDomProperty(name));
	}

	boolean shows(By element) {
		return this.driver.findElements(element).stream().anyMatch(WebElement::isDisplayed);
	}

	/** Let the page remember something that a reload would make it forget. */
	void leaveAMark() {
		this.driver.executeScript("window.mark = true");
	}

	boolean hasTheMark() {
		return Boolean.TRUE.equals(this.driver.executeScript("return window.mark === true"));
	}

	<T> T await(ExpectedCondition<T> condition) {
		return this.patience.until(condition);
	}

	/**
	 * Look at the page when everything on it is there.
	 * @param name what the page is called among the screenshots
	 */
	void look(String name) {
		await((driver) -> Boolean.TRUE.equals(this.driver.executeScript(EVERYTHING_IS_THERE)) ? true : null);
		keepScreenshot(name);
		assertThat(this.driver.executeScript(BROKEN_PICTURES)).as("broken pictures of %s", name).isEqualTo(List.of());
		assertThat(this.driver.executeScript(LEAD_AWAY, this.base + "/")).as("links of %s that lead away", name)
			.isEqualTo(List.of());
		assertThat(number("document.documentElement.scrollWidth"))
			.as("width of %s; what sticks out of the window: %s", name, this.driver.executeScript(TOO_WIDE))
			.isLessThanOrEqualTo(number("document.documentElement.clientWidth"));
		// A phone zooms out of a page that is too wide, and then all of it fits.
		assertThat(number("window.innerWidth")).as("width of the window in %s", name).isEqualTo(this.device.width());
		assertThat(title()).contains("Kiln Street");
	}

	/**
	 * Every request since the last call was answered well, by the shop, and the console
	 * shows no error.
	 */
	void assertNothingFailed() {
		this.log.read();
		assertThat(this.log.takeFailures()).as("failed requests").isEmpty();
		assertThat(this.log.takeErrors()).as("errors on the console").isEmpty();
		assertThat(this.log.replies()).extracting((reply) -> reply.uri().toString())
			.allSatisfy((url) -> assertThat(url).startsWith(this.base + "/"));
	}

	private void assertOnlyFailure(String path, String status) {
		this.log.read();
		assertThat(this.log.takeFailures()).as("failed requests")
			.containsExactly(status.substring(0, 3) + " " + this.base + path);
		assertThat(this.log.takeErrors()).as("errors on the console")
			.containsExactly(
					this.base + path + " - Failed to load resource: the server responded with a status of " + status);
	}

	private long number(String expression) {
		return ((Number) Objects.requireNonNull(this.driver.executeScript("return " + expression))).longValue();
	}

	// The whole page, also what one would have to scroll to.
	private void keepScreenshot(String name) {
		Object data = this.driver
			.executeCdpCommand("Page.captureScreenshot",
					Map.of("format", "png", "captureBeyondViewport", true, "optimizeForSpeed", true))
			.get("data");
		try {
			Files.createDirectories(this.screenshots);
			Files.write(this.screenshots.resolve(name + ".png"),
					Base64.getDecoder().decode(Objects.requireNonNull(data).toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void close() {
		this.driver.quit();
	}

}
