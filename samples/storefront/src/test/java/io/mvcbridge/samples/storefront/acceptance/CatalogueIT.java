package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages everybody sees.
 */
@AcceptanceTest
class CatalogueIT {

	private final Storefront storefront;

	CatalogueIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void theCatalogueShowsTwelveProductsAPage() {
		Answer answer = this.storefront.visitor().get("/");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(answer.page().elements("card")).hasSize(12);
		assertThat(answer.page().text()).contains("Stoneware for every day", "€ 44.00", "Page 1 of ");
		assertThat(answer.page().markup()).endsWith("</html>\n");
	}

	@Test
	void theNextLinksLeadThroughEveryProductOnce() {
		Visitor visitor = this.storefront.visitor();
		long total = visitor.get("/api/products?size=1").json().get("totalItems").asLong();
		Set<URI> seen = new LinkedHashSet<>();

		HtmlPage page = visitor.get("/").page();
		int links = 0;
		while (true) {
			for (URI product : page.links((href) -> href.contains("/products/"))) {
				seen.add(product);
				links++;
			}
			if (!page.markup().contains("rel=\"next\"")) {
				break;
			}
			page = visitor.get(page.link("next")).page();
		}

		assertThat(total).isGreaterThanOrEqualTo(45);
		assertThat(seen).hasSize((int) total);
		assertThat(links).isEqualTo((int) total);
	}

	@Test
	void aPageBehindTheLastIsEmptyAndLeadsBack() {
		HtmlPage page = this.storefront.visitor().get("/?page=9").page();

		assertThat(page.elements("card")).isEmpty();
		assertThat(this.storefront.path(page.link("prev"))).contains("page=8");
	}

	@Test
	void searchFindsWordsInAnyCase() {
		HtmlPage page = this.storefront.visitor().get("/?q=TEAPOT").page();

		assertThat(page.elements("card")).hasSize(5);
		assertThat(page.text()).contains("Results for “ TEAPOT ”", "Night Ink Teapot").doesNotContain("Mug");
	}

	@Test
	void searchTakesWildcardsLiterally() {
		assertThat(this.storefront.visitor().get("/?q=%25").page().text()).contains("Nothing found.");
		assertThat(this.storefront.visitor().get("/?q=_").page().text()).contains("Nothing found.");
	}

	@Test
	void searchKeepsUnicodeAndNeverEchoesMarkup() {
		HtmlPage page = this.storefront.visitor().get("/?q=%3Cscript%3E%C3%A4%E2%82%AC%F0%9F%8F%BA").page();

		assertThat(page.text()).contains("Results for “ <script>ä€🏺 ”");
		assertThat(page.markup()).doesNotContain("<script>ä");
	}

	@Test
	void aCategoryShowsItsProductsOnly() {
		HtmlPage page = this.storefront.visitor().get("/?category=Vases").page();

		assertThat(page.elements("card")).hasSize(6);
		assertThat(page.text()).contains("Honey Bottle Vase").doesNotContain("Teapot");
	}

	@Test
	void aProductHasAPageWithItsPicture() {
		Visitor visitor = this.storefront.visitor();
		URI product = visitor.get("/?q=honey+milk+jug").page().links((href) -> href.contains("/products/")).get(0);

		HtmlPage page = visitor.get(product).page();

		assertThat(page.text()).contains("Honey Milk Jug", "€ 28.00", "In stock", "The lip is pulled by hand");
		Answer picture = visitor.get(URI.create(product + "/picture"));
		assertThat(picture.status()).isEqualTo(200);
		assertThat(picture.mediaType()).isEqualTo("image/svg+xml");
		assertThat(picture.text()).startsWith("<svg ").contains("#dba445").endsWith("</svg>\n");
	}

	@Test
	void aProductWithoutAPictureShowsTheDrawingForThose() {
		JsonNode product = this.storefront.newProduct(1);
		try {
			Answer picture = this.storefront.visitor().get("/products/" + product.get("id").asLong() + "/picture");

			assertThat(picture.status()).isEqualTo(200);
			assertThat(picture.mediaType()).isEqualTo("image/svg+xml");
			assertThat(picture.text()).contains("stroke-dasharray");
		}
		finally {
			this.storefront.withdraw(product);
		}
	}

	@Test
	void aProductThatDoesNotExistIsNotFound() {
		Answer answer = this.storefront.visitor().get("/products/987654321");

		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.page().text()).contains("404 There is nothing here");
	}

	@Test
	void aProductNumberThatIsNoneIsABadRequest() {
		Answer answer = this.storefront.visitor().get("/products/mug");

		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.page().text()).contains("400 We did not understand this");
	}

	@Test
	void anUnknownPageShowsTheWayBack() {
		Answer answer = this.storefront.visitor().get("/no/such/page");

		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.mediaType()).isEqualTo("text/html");
		assertThat(answer.page().text()).contains("404 There is nothing here", "To the catalogue");
		assertThat(answer.page().markup()).endsWith("</html>\n");
	}

	@Test
	void pagesForbidFramesAndForeignScripts() {
		Answer answer = this.storefront.visitor().get("/");

		assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
		assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
		assertThat(answer.header("Content-Security-Policy")).contains("default-src 'self'");
	}

	@Test
	void aHeadRequestSaysWhatTheGetWould() {
		Visitor visitor = this.storefront.visitor();
		Answer get = visitor.get("/api/products/1");

		Answer head = visitor.send("HEAD", "/api/products/1");

		assertThat(head.status()).isEqualTo(200);
		assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
		assertThat(head.body()).isEmpty();
	}

}
