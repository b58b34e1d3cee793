package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.http.UriPolicy.Backslash;
import io.mvcbridge.jakarta.http.UriPolicy.EncodedSlash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Random text made of the pieces that parsers stumble over. Whatever it is, it is read or
 * refused, and never gets an exception that nobody expects. The seeds are fixed, so a
 * failure can be repeated.
 */
class HostileInputTests {

	private static final int ROUNDS = 5_000;

	private static final String[] PIECES = { "/", "/", "/", ".", "..", "%2e", "%2F", "%2f", "%5C", "\\", ";", "=", "&",
			"?", "#", "%", "%2", "%zz", "%00", "%C3%A9", "%FF", "\u00C3\u00A9", "\u00FF", "\u0000", "\r", "\n", "\t",
			" ", "\"", "'", ",", "+", "*", "a", "q", "app", "name", "0", "9", "-", ":", "[", "]", "@", "bytes",
			"charset", "utf-8", "boundary", "W/", "$Version", "GMT", "Sun, 06 Nov 1994 08:49:37", "http://" };

	private static void eachRandomText(long seed, Consumer<String> consumer) {
		Random random = new Random(seed);
		for (int i = 0; i < ROUNDS; i++) {
			StringBuilder text = new StringBuilder();
			for (int length = random.nextInt(12); length > 0; length--) {
				text.append(PIECES[random.nextInt(PIECES.length)]);
			}
			consumer.accept(text.toString());
		}
	}

	@Test
	void pathThatIsNotRefusedIsCanonicalUnderEveryPolicy() {
		int[] accepted = { 0 };
		for (EncodedSlash slash : EncodedSlash.values()) {
			for (Backslash backslash : Backslash.values()) {
				UriPolicy policy = new UriPolicy(slash, backslash);
				eachRandomText(1, (text) -> {
					try {
						assertCanonical(RequestTarget.parse("/" + text, policy).path());
						accepted[0]++;
					}
					catch (RequestRejectedException ex) {
						assertThat(ex.status()).isEqualTo(400);
					}
				});
			}
		}
		assertThat(accepted[0]).isGreaterThan(ROUNDS / 10);
	}

	private static void assertCanonical(String path) {
		assertThat(path).startsWith("/").doesNotContain("\u0000", "\r", "\n", "//");
		assertThat(Arrays.asList(path.split("[/\\\\]"))).doesNotContain(".", "..");
	}

	@Test
	void contextPathIsAlwaysAPrefixOfTheRawPath() {
		int[] matched = { 0 };
		eachRandomText(2, (text) -> {
			try {
				RequestTarget target = RequestTarget.parse("/app" + text, UriPolicy.STRICT);
				ContextMatch match = target.matchContext("/app");
				if (match != null) {
					matched[0]++;
					assertThat(target.rawPath()).startsWith(match.contextPath());
					assertThat("/app" + match.path()).isEqualTo(target.path());
				}
			}
			catch (RequestRejectedException ex) {
				assertThat(ex.status()).isEqualTo(400);
			}
		});
		assertThat(matched[0]).isPositive();
	}

	@Test
	void parametersAreReadOrRefused() {
		eachRandomText(3, (text) -> {
			try {
				new Parameters(100).addQuery(text, StandardCharsets.UTF_8);
			}
			catch (RequestRejectedException ex) {
				assertThat(ex.status()).isEqualTo(400);
			}
		});
	}

	@Test
	void fieldsAreReadLeniently() {
		eachRandomText(4, (text) -> {
			assertThat(CookieHeader.parse(List.of(text))).doesNotContainNull();
			assertThat(AcceptLanguage.parse(List.of(text))).doesNotContainNull();
			ContentType contentType = ContentType.parse(text);
			assertThat(contentType).hasToString(text);
			contentType.boundary();
			contentType.withCharset("utf-8").charset();
			EntityTags.matchesWeakly(text, "\"a\"");
			Ranges ranges = Ranges.parse("bytes=" + text, 10);
			if (ranges != null) {
				assertThat(ranges.ranges()).allMatch((range) -> range.first() >= 0 && range.last() < 10);
			}
		});
	}

	@Test
	void fieldsThatCannotBeReadAreRefused() {
		eachRandomText(5, (text) -> {
			try {
				assertThat(HostHeader.parse(text).host()).isNotEmpty();
			}
			catch (RequestRejectedException ex) {
				assertThat(ex.status()).isEqualTo(400);
			}
			if (!text.strip().equals("Sun, 06 Nov 1994 08:49:37 GMT")) {
				assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> HttpDate.parse(text));
			}
		});
	}

	@Test
	void headerValueThatIsNotRefusedIsFitForTheWire() {
		eachRandomText(6, (text) -> {
			try {
				String wire = HeaderValues.toWire("Content-Disposition", "attachment; filename=\"" + text + "中\"");
				assertThat(wire).doesNotContain("\r", "\n", "\u0000")
					.matches((value) -> value.chars().allMatch((c) -> c < 256));
			}
			catch (IllegalArgumentException ex) {
				assertThat(ex).hasMessageContaining("Content-Disposition");
			}
		});
	}

}
