package io.mvcbridge.samples.storefront.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files that pages link, and their export for a web server in front.
 */
@AcceptanceTest
class AssetIT {

	/** What pages link, but neither pages nor pictures: these have no file extension. */
	private static final Pattern LINK = Pattern
		.compile("(?:href|src)=\"([^\":?#]+\\.\\w+)(?:#\\w+)?\"|url\\(['\"]?([^'\")]+)['\"]?\\)");

	private static final Pattern HASHED = Pattern.compile(".+-[0-9a-f]{32}\\.\\w+");

	private final Storefront storefront;

	AssetIT(Storefront storefront) {
		this.storefront = storefront;
	}

	@Test
	void pagesLinkFilesByTheirDigest() {
		assertThat(linked()).isNotEmpty()
			.allMatch((path) -> HASHED.matcher(path).matches())
			.anyMatch((path) -> path.startsWith("/css/storefront-"))
			.anyMatch((path) -> path.startsWith("/js/order-"))
			.anyMatch((path) -> path.startsWith("/img/icons-"))
			.anyMatch((path) -> path.startsWith("/favicon-"))
			.anyMatch((path) -> path.startsWith("/webjars/") && path.endsWith(".woff2"));
	}

	@Test
	void anErrorPageLinksTheSameFiles() {
		Set<String> files = links(this.storefront.visitor().get("/no/such/page").page().markup());

		assertThat(files).isNotEmpty().allMatch((path) -> HASHED.matcher(path).matches());
	}

	@Test
	void aNameWithADigestIsKeptForEver() {
		Visitor visitor = this.storefront.visitor();
		String path = stylesheet();
		Answer first = visitor.get(path);

		Answer second = visitor.get(path, "If-None-Match", first.header("ETag"));

		assertThat(first.status()).isEqualTo(200);
		assertThat(first.mediaType()).isEqualTo("text/css");
		assertThat(first.header("Cache-Control")).isEqualTo("max-age=31536000, public, immutable");
		assertThat(second.status()).isEqualTo(304);
		assertThat(second.body()).isEmpty();
		assertThat(second.header("Cache-Control")).isEqualTo("max-age=31536000, public, immutable");
		assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
		assertThat(second.header("Vary")).isEqualTo("Accept-Encoding");
	}

	@Test
	void aPlainNameIsKeptForAnHour() {
		Visitor visitor = this.storefront.visitor();
		Answer first = visitor.get("/css/storefront.css");

		Answer second = visitor.get("/css/storefront.css", "If-Modified-Since", first.header("Last-Modified"));

		assertThat(first.header("Cache-Control")).isEqualTo("max-age=3600");
		assertThat(second.status()).isEqualTo(304);
		assertThat(second.header("Cache-Control")).isEqualTo("max-age=3600");
		assertThat(visitor.get(stylesheet()).body()).isEqualTo(first.body());
	}

	@Test
	void aNameWithAnotherDigestIsNotFoundAndNotKept() {
		Answer answer = this.storefront.visitor().get("/css/storefront-0123456789abcdef0123456789abcdef.css");

		assertThat(answer.status()).isEqualTo(404);
		assertThat(answer.header("Cache-Control")).doesNotContain("max-age=3", "immutable");
	}

	@Test
	void theTagIsMadeOfDateAndSize() {
		Answer answer = this.storefront.visitor().get(stylesheet());

		assertThat(answer.header("ETag")).isEqualTo("\"" + Long.toHexString(lastModified(answer).getEpochSecond()) + "-"
				+ Integer.toHexString(answer.body().length) + "\"");
	}

	@Test
	void aCompressedFileHasATagOfItsOwnAndTheSameContent() throws IOException {
		Visitor visitor = this.storefront.visitor();
		Answer plain = visitor.get(stylesheet());

		Answer compressed = visitor.get(stylesheet(), "Accept-Encoding", "br, gzip");

		assertThat(compressed.header("Content-Encoding")).isEqualTo("gzip");
		assertThat(compressed.header("Vary")).isEqualTo("Accept-Encoding");
		assertThat(plain.header("Vary")).isEqualTo("Accept-Encoding");
		assertThat(compressed.header("ETag")).isEqualTo("\"" + Long.toHexString(lastModified(plain).getEpochSecond())
				+ "-" + Integer.toHexString(compressed.body().length) + "\"");
		assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
			.isEqualTo(plain.body());
		assertThat(visitor.get(stylesheet(), "Accept-Encoding", "gzip;q=0, br").headers().map())
			.doesNotContainKey("content-encoding");
	}

	@Test
	void partOfAFileIsSent() {
		Visitor visitor = this.storefront.visitor();
		Answer whole = visitor.get(stylesheet());

		Answer part = visitor.get(stylesheet(), "Range", "bytes=1-4");

		assertThat(part.status()).isEqualTo(206);
		assertThat(part.header("Content-Range")).isEqualTo("bytes 1-4/" + whole.body().length);
		assertThat(part.header("ETag")).isEqualTo(whole.header("ETag"));
		assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole.body(), 1, 5));
	}

	@Test
	void aConditionOnAnotherFileIsNotMet() {
		Visitor visitor = this.storefront.visitor();
		String tag = visitor.get(stylesheet()).header("ETag");

		assertThat(visitor.get(stylesheet(), "If-None-Match", "\"other\"").status()).isEqualTo(200);
		assertThat(visitor.get(stylesheet(), "If-None-Match", "\"other\", W/" + tag).status()).isEqualTo(304);
		assertThat(visitor.get(stylesheet(), "If-None-Match", "*").status()).isEqualTo(304);
		assertThat(visitor.get(stylesheet(), "If-Match", "\"other\"").status()).isEqualTo(412);
		assertThat(visitor.get(stylesheet(), "If-Match", "\"other\", " + tag).status()).isEqualTo(200);
	}

	@Test
	void aRangeIsSentOnlyOfTheFileThatTheClientKnows() {
		Visitor visitor = this.storefront.visitor();
		Answer whole = visitor.get(stylesheet());
		String[] range = { "Range", "bytes=0-9", "If-Range", "" };

		for (String known : new String[] { whole.header("ETag"), whole.header("Last-Modified") }) {
			range[3] = known;
			assertThat(visitor.get(stylesheet(), range).status()).as(known).isEqualTo(206);
		}
		for (String unknown : new String[] { "\"other\"", "W/" + whole.header("ETag"), "Mon, 01 Jan 2001 00:00:00 GMT",
				"whatever" }) {
			range[3] = unknown;
			assertThat(visitor.get(stylesheet(), range).status()).as(unknown).isEqualTo(200);
		}
	}

	@Test
	void aRangeIsIgnoredIfItIsNone() {
		Visitor visitor = this.storefront.visitor();
		int length = visitor.get(stylesheet()).body().length;

		assertThat(visitor.get(stylesheet(), "Range", "lines=1-2").status()).isEqualTo(200);
		assertThat(visitor.get(stylesheet(), "Range", "bytes=0-9", "Accept-Encoding", "gzip").status()).isEqualTo(200);
		assertThat(visitor.get(stylesheet(), "Range", "bytes=" + length + "-").status()).isEqualTo(416);
		assertThat(visitor.get(stylesheet(), "Range", "bytes=" + length + "-,0-1").header("Content-Range"))
			.isEqualTo("bytes 0-1/" + length);
	}

	@Test
	void aHeadRequestSaysWhatTheGetWould() {
		Visitor visitor = this.storefront.visitor();
		Answer get = visitor.get(stylesheet());

		Answer head = visitor.send("HEAD", stylesheet());

		assertThat(head.status()).isEqualTo(200);
		assertThat(head.body()).isEmpty();
		assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(get.body().length));
		assertThat(fields(head)).isEqualTo(fields(get));
	}

	/**
	 * What a web server makes of the exported files is what the application sends: it
	 * takes the bytes, the date, and the tag from date and size, from them.
	 */
	@Test
	@EnabledIfSystemProperty(named = "storefront.static", matches = ".+")
	void everyLinkedFileIsInTheExportAsTheApplicationSendsIt() throws IOException {
		Path export = Path.of(System.getProperty("storefront.static"));
		Visitor visitor = this.storefront.visitor();
		for (String path : linked()) {
			Answer plain = visitor.get(path, "Accept-Encoding", "identity");
			assertExported(export.resolve(path.substring(1)), plain);
			Answer compressed = visitor.get(path, "Accept-Encoding", "gzip");
			Path file = export.resolve(path.substring(1) + ".gz");
			if (compressed.header("Content-Encoding").isEmpty()) {
				assertThat(file).doesNotExist();
			}
			else {
				assertExported(file, compressed);
			}
		}
	}

	private static void assertExported(Path file, Answer answer) throws IOException {
		assertThat(file).hasBinaryContent(answer.body());
		assertThat(Files.getLastModifiedTime(file).toInstant()).as("date of %s", file).isEqualTo(lastModified(answer));
	}

	private static Map<String, String> fields(Answer answer) {
		Map<String, String> fields = new TreeMap<>();
		answer.headers().map().forEach((name, values) -> fields.put(name, String.join(", ", values)));
		fields.remove("date");
		return fields;
	}

	private static Instant lastModified(Answer answer) {
		return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(answer.header("Last-Modified")));
	}

	private String stylesheet() {
		return this.storefront.path(this.storefront.visitor().get("/").page().link("stylesheet"));
	}

	/**
	 * Every file that is linked by a page of each kind, or by a style sheet linked there.
	 */
	private Set<String> linked() {
		Visitor visitor = this.storefront.visitor();
		visitor.logIn(visitor.signUp(), Storefront.PASSWORD);
		visitor.addToCart(1, 1);
		Set<String> found = new TreeSet<>();
		for (String page : new String[] { "/", "/products/1", "/cart", "/checkout", "/account" }) {
			found.addAll(links(visitor.get(page).page().markup()));
		}
		found.addAll(links(visitor.get("/orders/" + visitor.order()).page().markup()));
		Deque<String> sheets = new ArrayDeque<>(found.stream().filter((path) -> path.endsWith(".css")).toList());
		while (!sheets.isEmpty()) {
			String sheet = sheets.pop();
			for (String link : links(visitor.get(sheet).text())) {
				String path = this.storefront.path(this.storefront.uri(sheet).resolve(link));
				if (found.add(path) && path.endsWith(".css")) {
					sheets.push(path);
				}
			}
		}
		return found;
	}

	private static Set<String> links(String text) {
		Set<String> found = new TreeSet<>();
		Matcher link = LINK.matcher(text);
		while (link.find()) {
			found.add((link.group(1) != null) ? link.group(1) : link.group(2));
		}
		return found;
	}

}
