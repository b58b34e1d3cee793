package io.mvcbridge.samples.storefront.acceptance;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.ExpectedConditions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A person with a browser, and the administrator with another one. Both browsers stay
 * open from one story to the next; the administrator stays logged in, the other one is
 * somebody new each time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserStories {

	private static final By HEADING = By.cssSelector("main h1");

	private static final By NOTICE = By.className("notice");

	private static final By PROBLEM = By.className("problem");

	private static final By PRODUCTS = By.className("card-name");

	private static final By STATUS = By.id("order-status");

	private static final By STEPS_DONE = By.cssSelector("#order-status .done");

	private final Device device;

	private final Chromium chromium = new Chromium();

	private Storefront storefront;

	private Browser browser;

	private Browser counter;

	BrowserStories(Device device) {
		this.device = device;
	}

	/**
	 * Open the door through which these people come.
	 * @param direct the shop, with nothing in front of it
	 * @param folder an empty folder
	 * @return the shop as they see it
	 */
	abstract Storefront enter(Storefront direct, Path folder);

	@BeforeAll
	void open(Storefront direct, @TempDir Path folder) {
		this.storefront = enter(direct, folder);
		Path screenshots = Path.of("target", "screenshots", getClass().getSimpleName());
		this.browser = this.chromium.open(this.device, this.storefront.uri(""), screenshots);
		this.counter = this.chromium.open(this.device, this.storefront.uri(""), screenshots);
		logIn(this.counter, StorefrontProcess.USERNAME, StorefrontProcess.PASSWORD);
	}

	@AfterAll
	void close() {
		this.chromium.close();
	}

	@BeforeEach
	void somebodyElseComes() {
		this.browser.forget();
	}

	@AfterEach
	void nothingFailedAfterwards() {
		this.browser.assertNothingFailed();
		this.counter.assertNothingFailed();
	}

	/** The browser of whoever comes in by the door. */
	Browser browser() {
		return this.browser;
	}

	@Test
	void aVisitorLooksAroundAndFindsAPot() {
		this.browser.open("/", "catalogue");
		assertThat(this.browser.texts(PRODUCTS)).hasSize(12);
		this.browser.follow(By.cssSelector("a[rel=next]"), "catalogue-2");
		assertThat(this.browser.texts(PRODUCTS)).hasSize(12);

		this.browser.follow(By.linkText("Bowls"), "category");
		assertThat(this.browser.text(HEADING)).isEqualTo("Bowls");

		search("honey milk jug");
		assertThat(this.browser.texts(PRODUCTS)).containsExactly("Honey Milk Jug");
		this.browser.follow(By.className("card"), "product");
		assertThat(this.browser.text(HEADING)).isEqualTo("Honey Milk Jug");

		search("no such pot");
		assertThat(this.browser.text(By.className("empty"))).startsWith("Nothing found.");
	}

	@Test
	void aCustomerOrdersAndSeesTheParcelLeaveWithoutAReload() {
		String email = newEmail();
		this.browser.open("/sign-up", "sign-up");
		this.browser.type(Map.of("name", "Ada Turner", "email", email, "password", Storefront.PASSWORD, "repeated",
				Storefront.PASSWORD));
		this.browser.follow(button("/sign-up"), "login-after-sign-up");
		assertThat(this.browser.text(NOTICE)).isEqualTo("Welcome! Please log in with your new account.");
		assertThat(this.browser.value(By.name("email"), "value")).isEqualTo(email);
		this.browser.type("password", Storefront.PASSWORD);
		this.browser.follow(button("/login"), "catalogue-of-a-customer");

		search("honey milk jug");
		this.browser.follow(By.className("card"), "product");
		this.browser.follow(button("/cart"), "cart");
		assertThat(this.browser.text(NOTICE)).isEqualTo("Honey Milk Jug is in your cart.");
		assertThat(this.browser.text(By.cssSelector(".sum .price"))).isEqualTo("€ 28.00");
		this.browser.type("quantity", "3");
		this.browser.follow(By.xpath("//button[normalize-space()='Change']"), "cart-changed");
		assertThat(this.browser.text(By.cssSelector(".sum .price"))).isEqualTo("€ 84.00");

		this.browser.follow(By.cssSelector("main a[href$='/checkout']"), "checkout");
		this.browser.type(Storefront.ADDRESS);
		this.browser.follow(button("/checkout"), "order-placed");
		assertThat(this.browser.text(NOTICE)).isEqualTo("Thank you! We have your order.");
		assertThat(this.browser.path()).matches("/orders/\\w+");
		String number = this.browser.path().substring("/orders/".length());
		assertThat(this.browser.text(HEADING)).isEqualTo("Order " + number);
		assertThat(this.browser.texts(STEPS_DONE)).containsExactly("placed");
		this.browser.leaveAMark();

		this.counter.open("/warehouse", "warehouse");
		this.counter.follow(button("/warehouse/orders/" + number + "/advance"), "warehouse-packed");
		assertThat(this.counter.text(NOTICE)).isEqualTo("Order " + number + " is packed.");
		this.browser.await(ExpectedConditions.attributeToBe(STATUS, "data-status", "PACKED"));
		assertThat(this.browser.texts(STEPS_DONE)).containsExactly("placed", "packed");
		this.browser.look("order-packed");

		this.counter.follow(button("/warehouse/orders/" + number + "/advance"), "warehouse-shipped");
		this.browser.await(ExpectedConditions.attributeToBe(STATUS, "data-status", "SHIPPED"));
		assertThat(this.browser.texts(STEPS_DONE)).containsExactly("placed", "packed", "shipped");
		assertThat(this.browser.hasTheMark()).as("the page was not loaded again").isTrue();
		this.browser.look("order-shipped");
		this.browser.assertNothingFailed();

		this.browser.follow(By.linkText("Account"), "account");
		assertThat(this.browser.text(By.className("line"))).contains(number, "shipped", "€ 84.00");
		this.browser.follow(button("/logout"), "logged-out");
		assertThat(this.browser.shows(By.linkText("Log in"))).isTrue();
		this.browser.open("/account", "login");
		assertThat(this.browser.path()).isEqualTo("/login");
	}

	@Test
	void aCustomerKeepsTheAccountUpToDate() {
		logInAsCustomer();
		this.browser.open("/cart", "cart-empty");
		this.browser.open("/account", "account-new");
		this.browser.follow(By.linkText("Change the address"), "address");
		this.browser.follow(button("/account/address"), "address-wrong");
		assertThat(this.browser.texts(By.className("error"))).contains("Please name the recipient.");
		this.browser.type(Storefront.ADDRESS);
		this.browser.follow(button("/account/address"), "account-with-address");
		assertThat(this.browser.text(NOTICE)).isEqualTo("Your address is saved.");
		assertThat(this.browser.text(By.tagName("address"))).contains("Mill Lane 4");

		this.browser.follow(By.linkText("Change the password"), "password");
		this.browser.type(Map.of("current", "wrong", "changed", "short", "repeated", "other"));
		this.browser.follow(button("/account/password"), "password-wrong");
		assertThat(this.browser.texts(By.className("error"))).contains("The two passwords differ.");
	}

	@Test
	void theAdministratorOffersAProductWithItsPicture(@TempDir Path folder) throws IOException {
		this.counter.open("/", "catalogue-of-the-administrator");
		this.counter.follow(By.linkText("Warehouse"), "warehouse");
		this.counter.follow(By.linkText("Offer a new product"), "new-product");
		this.counter.type(Map.of("name", "Blue Moon Bowl", "category", "Bowls", "description",
				"Glazed twice.\nFired once more.", "price", "48.50", "stock", "3"));
		this.counter.choose("picture", picture(folder.resolve("moon.png")));
		this.counter.follow(button("/warehouse/products"), "product-offered");
		assertThat(this.counter.text(NOTICE)).isEqualTo("The picture is in the catalogue.");
		assertThat(this.counter.text(HEADING)).isEqualTo("Blue Moon Bowl");
		String path = this.counter.path();
		assertThat(this.counter.value(By.className("product-picture"), "naturalWidth")).isEqualTo("640");

		this.browser.open(path, "product-new");
		assertThat(this.browser.value(By.className("product-picture"), "naturalWidth")).isEqualTo("640");

		Path text = Files.writeString(folder.resolve("notes.png"), "This is no picture.");
		this.counter.choose("picture", text);
		this.counter.follow(button(path + "/picture"), "picture-refused");
		assertThat(this.counter.text(PROBLEM)).startsWith("This file is not a picture.");

		this.counter.choose("picture", Files.write(folder.resolve("large.png"), new byte[1_200_000]));
		this.counter.followInVain(button(path + "/picture"), "/warehouse" + path + "/picture", "error-413",
				"413 (Content Too Large)");
		assertThat(this.counter.text(HEADING)).isEqualTo("This file is too large");

		this.counter.open(path, "product-of-the-administrator");
		this.counter.follow(button("/withdraw"), "withdrawn");
		assertThat(this.counter.text(NOTICE)).isEqualTo("The product is no longer on sale.");
		this.browser.openInVain(path, "error-404-product", "404 (Not Found)");
	}

	@Test
	void whatGoesWrongLooksLikeTheShop() {
		this.browser.openInVain("/no/such/page", "error-404", "404 (Not Found)");
		assertThat(this.browser.text(HEADING)).isEqualTo("There is nothing here");
		this.browser.openInVain("/products/twelve", "error-400", "400 (Bad Request)");
		assertThat(this.browser.text(HEADING)).isEqualTo("We did not understand this");

		this.browser.open("/sign-up", "sign-up");
		this.browser.type(Map.of("name", "", "email", "ada", "password", "short", "repeated", "other"));
		this.browser.follow(button("/sign-up"), "sign-up-wrong");
		assertThat(this.browser.texts(By.className("error"))).contains("Please tell us your name.",
				"This is not an e-mail address.", "The two passwords differ.");
		this.browser.open("/login", "login");
		this.browser.type(Map.of("email", "nobody@example.org", "password", "wrong"));
		this.browser.follow(button("/login"), "login-wrong");
		assertThat(this.browser.text(PROBLEM)).isEqualTo("This e-mail address and password do not match.");

		logInAsCustomer();
		this.browser.openInVain("/warehouse", "error-403", "403 (Forbidden)");
		assertThat(this.browser.text(HEADING)).isEqualTo("This is not for you");
		this.browser.follow(By.linkText("To the catalogue"), "catalogue-of-a-customer");
	}

	private void search(String text) {
		this.browser.type("q", text);
		this.browser.follow(By.cssSelector("form[role=search] button"), "search-" + text.replace(' ', '-'));
	}

	private void logInAsCustomer() {
		String email = this.storefront.visitor().signUp();
		logIn(this.browser, email, Storefront.PASSWORD);
	}

	private static void logIn(Browser browser, String username, String password) {
		browser.open("/login", "login");
		browser.type(Map.of("email", username, "password", password));
		browser.follow(button("/login"), "catalogue-logged-in");
	}

	private static String newEmail() {
		return "ada-" + UUID.randomUUID() + "@example.org";
	}

	/** The button of the form that is sent to such a path. */
	private static By button(String action) {
		return By.cssSelector("form[action$='" + action + "'] button");
	}

	private static Path picture(Path file) throws IOException {
		BufferedImage image = new BufferedImage(640, 640, BufferedImage.TYPE_INT_RGB);
		Graphics2D graphics = image.createGraphics();
		graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
		graphics.setColor(new Color(0xdfe5ee));
		graphics.fillRect(0, 0, 640, 640);
		graphics.setColor(new Color(0x3d5f8f));
		graphics.fillArc(120, 60, 400, 400, 180, 180);
		graphics.fillRect(240, 440, 160, 40);
		graphics.dispose();
		ImageIO.write(image, "png", file.toFile());
		return file;
	}

}
