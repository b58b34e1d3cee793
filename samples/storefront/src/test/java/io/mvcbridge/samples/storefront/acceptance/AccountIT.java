package io.mvcbridge.samples.storefront.acceptance;

import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sign-up, login, logout and the account's pages.
 */
@AcceptanceTest
class AccountIT {

	private static final String SESSION_COOKIE = "JSESSIONID";

	private final Storefront storefront;

	AccountIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void signUpNamesEverythingThatIsWrong() {
		Visitor visitor = this.storefront.visitor();

		Answer answer = visitor.submit(visitor.get("/sign-up")
			.page()
			.form("/sign-up")
			.with(Map.of("name", " ", "email", "not an address", "password", "short", "repeated", "shorter")));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.page().text()).contains("Please tell us your name.", "This is not an e-mail address.",
				"Use at least 10 characters", "The two passwords differ.");
		assertThat(answer.page().form("/sign-up").fields()).containsEntry("email", "not an address")
			.containsEntry("password", "");
	}

	@Test
	void signUpRefusesAnAddressThatIsTaken() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();

		Answer answer = visitor.submit(visitor.get("/sign-up")
			.page()
			.form("/sign-up")
			.with(Map.of("name", "Someone else", "email", email.toUpperCase(Locale.ROOT), "password",
					Storefront.PASSWORD, "repeated", Storefront.PASSWORD)));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.page().text()).contains("There is an account for this address already.");
	}

	@Test
	void signUpLeadsToTheLoginWithTheAddressFilledIn() {
		Visitor visitor = this.storefront.visitor();
		Answer answer = visitor.submit(visitor.get("/sign-up")
			.page()
			.form("/sign-up")
			.with(Map.of("name", "Änne Öß", "email", "aenne." + System.nanoTime() + "@example.org", "password",
					"tausend Töpfe", "repeated", "tausend Töpfe")));

		assertThat(answer.status()).isEqualTo(302);
		assertThat(this.storefront.path(answer.location())).isEqualTo("/login");
		HtmlPage login = visitor.follow(answer).page();
		assertThat(login.text()).contains("Welcome! Please log in with your new account.");
		String email = login.form("/login").fields().get("email");
		assertThat(email).startsWith("aenne.");
		visitor.logIn(email, "tausend Töpfe");
		assertThat(visitor.get("/account").page().text()).contains("Hello, Änne Öß");
	}

	@Test
	void aWrongPasswordDoesNotLogIn() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();

		Answer answer = visitor.submit(visitor.get("/login")
			.page()
			.form("/login")
			.with(Map.of("email", email, "password", "thrown-by-foot-1")));

		assertThat(answer.status()).isEqualTo(302);
		assertThat(this.storefront.path(answer.location())).isEqualTo("/login?error");
		assertThat(visitor.follow(answer).page().text()).contains("This e-mail address and password do not match.");
		assertThat(visitor.get("/account").status()).isEqualTo(302);
	}

	@Test
	void loginChangesTheSessionIdAndTheOldOneIsWorthNothing() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();
		visitor.get("/login");
		String before = visitor.cookie(SESSION_COOKIE);

		visitor.logIn(email, Storefront.PASSWORD);

		String after = visitor.cookie(SESSION_COOKIE);
		assertThat(before).isNotBlank();
		assertThat(after).isNotBlank().isNotEqualTo(before);
		Visitor thief = this.storefront.visitor();
		thief.setCookie(SESSION_COOKIE, String.valueOf(before));
		assertThat(thief.get("/account").status()).isEqualTo(302);
		assertThat(visitor.get("/account").status()).isEqualTo(200);
	}

	@Test
	void loginLeadsToThePageThatAskedForIt() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();
		Answer asked = visitor.get("/account/address");
		assertThat(this.storefront.path(asked.location())).isEqualTo("/login");

		Answer answer = visitor.submit(visitor.follow(asked)
			.page()
			.form("/login")
			.with(Map.of("email", email, "password", Storefront.PASSWORD)));

		assertThat(this.storefront.path(answer.location())).startsWith("/account/address");
		assertThat(visitor.follow(answer).page().text()).contains("Your address");
	}

	@Test
	void aFormWithoutItsTokenIsForbidden() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();

		Answer answer = visitor.submit(visitor.get("/login")
			.page()
			.form("/login")
			.with(Map.of("email", email, "password", Storefront.PASSWORD))
			.without("_csrf"));

		assertThat(answer.status()).isEqualTo(403);
		assertThat(answer.page().text()).contains("403 This is not for you");
		assertThat(visitor.get("/account").status()).isEqualTo(302);
	}

	@Test
	void anotherVisitorsTokenIsForbidden() {
		Visitor visitor = this.storefront.visitor();
		String foreign = this.storefront.visitor().get("/sign-up").page().form("/sign-up").fields().get("_csrf");

		Answer answer = visitor
			.submit(visitor.get("/login").page().form("/login").with("_csrf", String.valueOf(foreign)));

		assertThat(foreign).isNotBlank();
		assertThat(answer.status()).isEqualTo(403);
	}

	@Test
	void logoutEndsTheSessionForWhoeverHasItsCookie() {
		Visitor visitor = this.storefront.customer();
		assertThat(visitor.get("/account").status()).isEqualTo(200);
		String session = visitor.cookie(SESSION_COOKIE);

		visitor.logOut();

		Visitor thief = this.storefront.visitor();
		thief.setCookie(SESSION_COOKIE, String.valueOf(session));
		Answer answer = thief.get("/account");
		assertThat(answer.status()).isEqualTo(302);
		assertThat(this.storefront.path(answer.location())).isEqualTo("/login");
		assertThat(visitor.get("/").page().text()).contains("Log in").doesNotContain("Log out");
	}

	@Test
	void customersKeepOutOfTheWarehouse() {
		Answer answer = this.storefront.customer().get("/warehouse");

		assertThat(answer.status()).isEqualTo(403);
		assertThat(answer.page().text()).contains("403 This is not for you");
	}

	@Test
	void theAddressIsKeptAndOfferedAtTheCheckout() {
		Visitor visitor = this.storefront.customer();
		HtmlPage.Form form = visitor.get("/account/address").page().form("/account/address");

		Answer wrong = visitor.submit(form.with(Storefront.ADDRESS).with("postcode", "?"));
		Answer right = visitor.submit(form.with(Storefront.ADDRESS));

		assertThat(wrong.page().text()).contains("A postcode has 3 to 12 letters and digits.");
		HtmlPage account = visitor.follow(right).page();
		assertThat(account.text()).contains("Your address is saved.", "Mill Lane 4", "A-1010 Vienna");
		assertThat(visitor.get("/account").page().text()).doesNotContain("Your address is saved.");
		visitor.addToCart(1, 1);
		assertThat(visitor.get("/checkout").page().form("/checkout").fields()).containsAllEntriesOf(Storefront.ADDRESS);
	}

	@Test
	void thePasswordIsChangedOnlyByWhoKnowsIt() {
		Visitor visitor = this.storefront.visitor();
		String email = visitor.signUp();
		visitor.logIn(email, Storefront.PASSWORD);
		HtmlPage.Form form = visitor.get("/account/password").page().form("/account/password");

		Answer wrong = visitor.submit(form
			.with(Map.of("current", "not this one", "changed", "glazed-twice-2", "repeated", "glazed-twice-2")));
		Answer right = visitor.submit(form
			.with(Map.of("current", Storefront.PASSWORD, "changed", "glazed-twice-2", "repeated", "glazed-twice-2")));

		assertThat(wrong.page().text()).contains("This is not your current password.");
		assertThat(visitor.follow(right).page().text()).contains("Your password is changed.");
		this.storefront.visitor().logIn(email, "glazed-twice-2");
	}

}
