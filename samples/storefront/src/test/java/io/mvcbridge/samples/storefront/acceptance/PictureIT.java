package io.mvcbridge.samples.storefront.acceptance;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pictures, up and down.
 */
@AcceptanceTest
class PictureIT {

	private final Storefront storefront;

	private final JsonNode product;

	private final String path;

	private final byte[] png = noise(420);

	PictureIT(Storefront storefront) throws IOException {
		this.storefront = storefront;
		this.product = storefront.newProduct(5);
		this.path = "/products/" + this.product.get("id").asLong();
	}

	@BeforeEach
	void thePictureSpansManyBuffers() {
		assertThat(this.png.length).isBetween(400_000, 1_000_000);
	}

	@AfterEach
	void withdraw() {
		this.storefront.withdraw(this.product);
	}

	@Test
	void anUploadedPictureComesBackByteForByte() {
		Answer answer = upload(this.png);

		assertThat(answer.status()).isEqualTo(302);
		assertThat(this.storefront.path(answer.location())).isEqualTo(this.path);
		Answer picture = this.storefront.visitor().get(this.path + "/picture");
		assertThat(picture.status()).isEqualTo(200);
		assertThat(picture.mediaType()).isEqualTo("image/png");
		assertThat(picture.header("Content-Length")).isEqualTo(Integer.toString(this.png.length));
		assertThat(picture.body()).isEqualTo(this.png);
	}

	@Test
	void aNewProductComesWithItsPicture() {
		Visitor administrator = this.storefront.administrator();
		HtmlPage.Form form = administrator.get("/warehouse/products/new").page().form("/warehouse/products");

		Answer wrong = administrator.submit(form.with("price", "cheap").with("name", "Pötte & Töpfe"), "picture",
				"a.png", "image/png", this.png);
		Answer right = administrator.submit(form.with("name", "Pötte & Töpfe")
			.with("category", "Tests")
			.with("description", "Schön.")
			.with("price", "9.5")
			.with("stock", "1"), "picture", "Töpfe.png", "image/png", this.png);

		assertThat(wrong.status()).isEqualTo(200);
		assertThat(wrong.page().form("/warehouse/products").fields()).containsEntry("name", "Pötte & Töpfe")
			.containsEntry("price", "cheap");
		HtmlPage page = administrator.follow(right).page();
		assertThat(page.text()).contains("The picture is in the catalogue.", "Pötte & Töpfe", "€ 9.50", "Schön.",
				"Only 1 left");
		String made = this.storefront.path(right.location());
		assertThat(administrator.get(made + "/picture").body()).isEqualTo(this.png);
		assertThat(administrator.submit(page.form("/withdraw")).status()).isEqualTo(302);
		assertThat(administrator.get(made).status()).isEqualTo(404);
	}

	@Test
	void aProgramPutsARawPicture() {
		Answer answer = this.storefront.administratorProgram()
			.send("PUT", "/api/warehouse" + this.path + "/picture", this.png, "image/png");

		assertThat(answer.status()).isEqualTo(204);
		assertThat(this.storefront.visitor().get(this.path + "/picture").body()).isEqualTo(this.png);
	}

	@Test
	void anUnchangedPictureIsNotSentAgain() {
		upload(this.png);
		Visitor visitor = this.storefront.visitor();
		Answer first = visitor.get(this.path + "/picture");

		Answer byTag = visitor.get(this.path + "/picture", "If-None-Match", first.header("ETag"));
		Answer byDate = visitor.get(this.path + "/picture", "If-Modified-Since", first.header("Last-Modified"));
		Answer byOtherTag = visitor.get(this.path + "/picture", "If-None-Match", "\"other\"");

		assertThat(first.header("ETag")).matches("\"[0-9a-f]{64}\"");
		assertThat(byTag.status()).isEqualTo(304);
		assertThat(byTag.header("ETag")).isEqualTo(first.header("ETag"));
		assertThat(byTag.header("Cache-Control")).isEqualTo("max-age=0, public")
			.isEqualTo(first.header("Cache-Control"));
		assertThat(byTag.body()).isEmpty();
		assertThat(byDate.status()).isEqualTo(304);
		assertThat(byOtherTag.status()).isEqualTo(200);
		assertThat(byOtherTag.headers().allValues("ETag")).hasSize(1);
	}

	@Test
	void aChangedPictureHasAnotherTag() throws IOException {
		upload(this.png);
		Visitor visitor = this.storefront.visitor();
		String before = visitor.get(this.path + "/picture").header("ETag");
		byte[] other = noise(100);
		upload(other);

		Answer answer = visitor.get(this.path + "/picture", "If-None-Match", before);

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo(other);
	}

	@Test
	void aRangeIsSentAlone() {
		upload(this.png);
		Visitor visitor = this.storefront.visitor();

		Answer middle = visitor.get(this.path + "/picture", "Range", "bytes=1000-70999");
		Answer end = visitor.get(this.path + "/picture", "Range", "bytes=-500");

		assertThat(middle.status()).isEqualTo(206);
		assertThat(middle.header("Content-Range")).isEqualTo("bytes 1000-70999/" + this.png.length);
		assertThat(middle.header("Content-Length")).isEqualTo("70000");
		assertThat(middle.body()).isEqualTo(Arrays.copyOfRange(this.png, 1000, 71000));
		assertThat(end.status()).isEqualTo(206);
		assertThat(end.body()).isEqualTo(Arrays.copyOfRange(this.png, this.png.length - 500, this.png.length));
	}

	@Test
	void severalRangesAreSentAsParts() {
		upload(this.png);

		Answer answer = this.storefront.visitor().get(this.path + "/picture", "Range", "bytes=0-3,8-11");

		assertThat(answer.status()).isEqualTo(206);
		assertThat(answer.mediaType()).isEqualTo("multipart/byteranges");
		assertThat(answer.text()).contains("Content-Range: bytes 0-3/" + this.png.length)
			.contains("Content-Range: bytes 8-11/" + this.png.length);
	}

	@Test
	void aDownloadOfThisPictureIsResumed() {
		upload(this.png);
		String etag = this.storefront.visitor().get(this.path + "/picture").header("ETag");

		Answer answer = this.storefront.visitor().get(this.path + "/picture", "Range", "bytes=100-", "If-Range", etag);

		assertThat(answer.status()).isEqualTo(206);
		assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(this.png, 100, this.png.length));
	}

	@Test
	void aDownloadOfAnotherPictureStartsAnew() {
		upload(this.png);

		for (String validator : List.of("\"another\"", "Thu, 01 Jan 2015 00:00:00 GMT")) {
			Answer answer = this.storefront.visitor()
				.get(this.path + "/picture", "Range", "bytes=100-", "If-Range", validator);

			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.body()).isEqualTo(this.png);
		}
	}

	@Test
	void aRangeBehindTheEndCannotBeSent() {
		upload(this.png);

		Answer answer = this.storefront.visitor()
			.get(this.path + "/picture", "Range", "bytes=" + this.png.length + "-");

		assertThat(answer.status()).isEqualTo(416);
		assertThat(answer.header("Content-Range")).isEqualTo("bytes */" + this.png.length);
	}

	@Test
	void aHeadRequestTellsTheLengthAndNothingMore() {
		upload(this.png);

		Answer answer = this.storefront.visitor().send("HEAD", this.path + "/picture");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Content-Length")).isEqualTo(Integer.toString(this.png.length));
		assertThat(answer.header("Content-Type")).isEqualTo("image/png");
		assertThat(answer.header("ETag")).isNotBlank();
		assertThat(answer.body()).isEmpty();
	}

	@Test
	void aFileThatIsTooLargeIsRefusedWithAWordOfAdvice() {
		Answer answer = upload(new byte[1_200_000]);

		assertThat(answer.status()).isEqualTo(413);
		assertThat(answer.page().text()).contains("413 This file is too large", "A picture may have up to 1 MB");
	}

	@Test
	void aRequestThatIsTooLargeIsRefusedWithAWordOfAdvice() {
		Answer answer = upload(new byte[1_700_000]);

		assertThat(answer.status()).isEqualTo(413);
		assertThat(answer.page().text()).contains("413 This file is too large", "A picture may have up to 1 MB");
	}

	@Test
	void aFileThatIsNoPictureIsRefused() {
		Visitor administrator = this.storefront.administrator();
		HtmlPage.Form form = administrator.get(this.path).page().form("/picture");

		Answer answer = administrator.submit(form, "picture", "mug.png", "image/png",
				"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".getBytes());

		assertThat(administrator.follow(answer).page().text()).contains("This file is not a picture.");
		assertThat(administrator.get(this.path + "/picture").text()).contains("stroke-dasharray");
	}

	@Test
	void customersUploadNothing() {
		Visitor customer = this.storefront.customer();
		HtmlPage.Form form = customer.get(this.path).page().form("/cart");

		Answer answer = customer.submit(
				new HtmlPage.Form(this.storefront.uri("/warehouse" + this.path + "/picture"), form.fields()), "picture",
				"a.png", "image/png", this.png);

		assertThat(answer.status()).isEqualTo(403);
	}

	private Answer upload(byte[] content) {
		Visitor administrator = this.storefront.administrator();
		return administrator.submit(administrator.get(this.path).page().form("/picture"), "picture", "mug.png",
				"image/png", content);
	}

	/** A picture that cannot be compressed, always the same for the same size. */
	private static byte[] noise(int size) throws IOException {
		BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
		Random random = new Random(size);
		for (int x = 0; x < size; x++) {
			for (int y = 0; y < size; y++) {
				image.setRGB(x, y, random.nextInt());
			}
		}
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		ImageIO.write(image, "png", output);
		return output.toByteArray();
	}

}
