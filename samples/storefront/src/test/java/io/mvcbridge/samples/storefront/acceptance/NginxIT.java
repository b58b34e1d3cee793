package io.mvcbridge.samples.storefront.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nobody can tell whether nginx sent a file, passed on what the storefront sent, or was
 * not there: status, validators, ranges, encodings and bodies are the same.
 */
@NginxTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NginxIT {

	/** Fields that say something about what is sent, or how it may be used. */
	private static final List<String> FIELDS = List.of("ETag", "Last-Modified", "Accept-Ranges", "Content-Range",
			"Content-Encoding", "Content-Language", "Content-Disposition", "Cache-Control", "Pragma", "Expires", "Vary",
			"Allow", "Location", "X-Content-Type-Options", "X-XSS-Protection", "X-Frame-Options",
			"Content-Security-Policy", "Strict-Transport-Security", "Referrer-Policy");

	private final Storefront storefront;

	private final Storefront direct;

	private final List<String> differences = new ArrayList<>();

	NginxIT(ProxiedStorefront proxied) {
		this.storefront = proxied.storefront();
		this.direct = proxied.direct();
	}

	@AfterEach
	void nothingDiffers() {
		List<String> differences = List.copyOf(this.differences);
		this.differences.clear();
		assertThat(differences).isEmpty();
	}

	Stream<String> found() {
		HtmlPage page = this.direct.visitor().get("/").page();
		return Stream.of("/css/storefront.css", this.direct.path(page.link("stylesheet")), "/favicon.svg",
				"/webjars/fontsource__source-sans-pro/4.5.11/400.css", "/products/1/picture", "/products/1",
				"/api/products/1");
	}

	Stream<String> all() {
		return Stream.concat(found(),
				Stream.of("/", "/api/products", "/css/", "/css/no-such.css", "/no/such/page", "/api/no-such-thing"));
	}

	@ParameterizedTest
	@MethodSource("all")
	void theSameIsGot(String path) {
		compare("GET", path);
		compare("GET", path, "Accept-Encoding", "gzip");
		compare("GET", path, "Accept-Encoding", "br, gzip;q=0.5, *;q=0");
		compare("GET", path, "Accept-Encoding", "gzip;q=0");
	}

	@ParameterizedTest
	@MethodSource("found")
	void theSameIsToldWithoutABody(String path) {
		compare("HEAD", path);
		compare("HEAD", path, "Accept-Encoding", "gzip");
		compare("HEAD", path, "Range", "bytes=0-9");
	}

	@ParameterizedTest
	@MethodSource("all")
	void otherMethodsAreAnsweredTheSame(String path) {
		compare("OPTIONS", path);
		compare("POST", path);
		compare("DELETE", path);
	}

	@ParameterizedTest
	@MethodSource("found")
	void theSameIsSentInParts(String path) {
		for (String range : List.of("bytes=0-9", "bytes=10-", "bytes=-10", "bytes=0-0", "bytes=0-9,20-29,-5",
				"bytes=5-99999999", "bytes=99999999-", "lines=1-2")) {
			compare("GET", path, "Range", range);
			compare("GET", path, "Range", range, "Accept-Encoding", "gzip");
		}
	}

	@ParameterizedTest
	@MethodSource("found")
	void theSameConditionsHold(String path) {
		for (String encoding : List.of("identity", "gzip")) {
			Answer known = this.direct.visitor().get(path, "Accept-Encoding", encoding);
			for (String[] condition : conditions(known)) {
				List<String> headers = new ArrayList<>(List.of(condition));
				headers.addAll(List.of("Accept-Encoding", encoding));
				compare("GET", path, headers.toArray(new String[0]));
			}
		}
	}

	// Without those that Spring does not evaluate for GET and nginx does as RFC 9110
	// says:
	// "If-None-Match: *", and If-Match and If-Unmodified-Since that do not hold.
	private static List<String[]> conditions(Answer known) {
		List<String[]> conditions = new ArrayList<>();
		conditions.add(new String[] { "If-None-Match", "*" });
		conditions.add(new String[] { "If-None-Match", "\"other\"" });
		conditions.add(new String[] { "If-Range", "\"other\"", "Range", "bytes=0-9" });
		conditions.add(new String[] { "If-Modified-Since", "Thu, 01 Jan 2037 00:00:00 GMT" });
		conditions.add(new String[] { "If-Modified-Since", "Thu, 01 Jan 2015 00:00:00 GMT" });
		String etag = known.header("ETag");
		if (!etag.isEmpty()) {
			conditions.add(new String[] { "If-None-Match", etag });
			conditions.add(new String[] { "If-None-Match", "\"a\", " + etag + ", \"b\"" });
			conditions.add(new String[] { "If-None-Match", "W/" + etag.replace("W/", "") });
			conditions.add(new String[] { "If-Range", etag, "Range", "bytes=0-9" });
			conditions.add(new String[] { "If-Range", "W/" + etag.replace("W/", ""), "Range", "bytes=0-9" });
			conditions.add(new String[] { "If-Match", etag });
			conditions.add(new String[] { "If-Match", "\"other\"" });
		}
		String date = known.header("Last-Modified");
		if (!date.isEmpty()) {
			conditions.add(new String[] { "If-Modified-Since", date });
			conditions.add(new String[] { "If-None-Match", etag, "If-Modified-Since", date });
			conditions.add(new String[] { "If-Range", date, "Range", "bytes=0-9" });
			conditions.add(new String[] { "If-Unmodified-Since", date });
			conditions.add(new String[] { "If-Unmodified-Since", "Thu, 01 Jan 2015 00:00:00 GMT" });
		}
		return conditions;
	}

	@Test
	void aStyleSheetIsSentByNginx() {
		Answer answer = this.storefront.visitor().get("/css/storefront.css");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Server")).isEqualTo("nginx");
		assertThat(answer.header("Cache-Control")).isEqualTo("max-age=3600");
	}

	private void compare(String method, String path, String... headers) {
		Map<String, Object> direct = described(this.direct.visitor().send(method, path, headers));
		Map<String, Object> proxied = described(this.storefront.visitor().send(method, path, headers));
		direct.forEach((name, expected) -> {
			if (!expected.equals(proxied.get(name))) {
				this.differences.add("%s %s %s, %s\n\tdirectly:      %s\n\tthrough nginx: %s\n".formatted(method, path,
						List.of(headers), name, expected, proxied.get(name)));
			}
		});
	}

	/** What two answers must have in common. */
	private static Map<String, Object> described(Answer answer) {
		Map<String, Object> described = new LinkedHashMap<>();
		described.put("status", answer.status());
		if (answer.status() == 412 || answer.status() == 416) {
			// Each says so in its own words.
			described.put("Content-Range", answer.headers().allValues("Content-Range"));
			return described;
		}
		String type = answer.header("Content-Type");
		if (type.startsWith("multipart/byteranges")) {
			described.put("Content-Type", "multipart/byteranges");
			described.put("body", parts(answer, type.substring(type.indexOf("boundary=") + "boundary=".length())));
		}
		else {
			described.put("Content-Type", type);
			described.put("body", body(answer));
		}
		for (String name : FIELDS) {
			described.put(name, answer.headers().allValues(name));
		}
		if (answer.status() == 206) {
			// That ranges are accepted goes without saying, and nginx does.
			described.remove("Accept-Ranges");
		}
		return described;
	}

	private static String body(Answer answer) {
		byte[] body = answer.body();
		if ("gzip".equals(answer.header("Content-Encoding")) && answer.status() == 200 && body.length > 0) {
			body = gunzip(body);
		}
		// Each visitor has a token of its own, and an error has its time.
		return new String(body, StandardCharsets.ISO_8859_1).replaceAll("(name=\"_csrf\" value=)\"[^\"]*\"", "$1")
			.replaceAll("\"timestamp\":\"[^\"]*\"", "");
	}

	/** The parts without what separates them; the order of their fields is free. */
	private static List<String> parts(Answer answer, String boundary) {
		String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
		assertThat(body.stripTrailing()).endsWith("\r\n--" + boundary + "--");
		List<String> parts = new ArrayList<>();
		for (String part : body.substring(0, body.lastIndexOf("\r\n--" + boundary))
			.split("(^|\r\n)--" + boundary + "\r\n")) {
			String[] headAndContent = part.split("\r\n\r\n", 2);
			if (headAndContent.length == 2) {
				parts.add(Stream.of(headAndContent[0].split("\r\n")).sorted().toList() + headAndContent[1]);
			}
		}
		return parts;
	}

	private static byte[] gunzip(byte[] body) {
		try (GZIPInputStream input = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return input.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
