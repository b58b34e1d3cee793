package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ContentTypeTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			text/html                            | text/html
			Text/HTML;charset=utf-8              | text/html
			text/html ; charset=utf-8            | text/html
			Application/X-WWW-Form-Urlencoded    | application/x-www-form-urlencoded
			nonsense                             | nonsense
			;charset=utf-8                       | ''
			'  text/html  '                      | text/html
			""")
	void mediaTypeIsInLowerCaseAndWithoutParameters(String value, String mediaType) {
		assertThat(ContentType.parse(value).mediaType()).isEqualTo(mediaType);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html;charset=utf-8", "text/html; charset=utf-8", "text/html; CHARSET=utf-8",
			"text/html; charset=\"utf-8\"", "text/html; charset='utf-8'", "text/html;a=b;charset=utf-8;c=d",
			"text/html; charset = utf-8 ", "text/html;a=\"x;charset=latin1\";charset=utf-8", "text/html;;charset=utf-8",
			"text/html;charset=utf-8;charset=latin1" })
	void charsetIsFound(String value) {
		ContentType contentType = ContentType.parse(value);
		assertThat(contentType.charsetName()).isEqualTo("utf-8");
		assertThat(contentType.charset()).isEqualTo(StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "text/html;", "text/html;charset", "text/html;charset=",
			"text/html;charset=\"\"", "text/html;xcharset=utf-8", "text/html;a=\"charset=utf-8\"" })
	void missingCharsetIsNull(String value) {
		assertThat(ContentType.parse(value).charset()).isNull();
		assertThat(ContentType.parse(value).charsetName()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html;charset=klingon", "text/html;charset=a b", "text/html;charset=\"a/b\"",
			"text/html;charset='" })
	void unknownCharsetIsRefusedWhenAskedFor(String value) {
		ContentType contentType = ContentType.parse(value);
		assertThatExceptionOfType(RequestRejectedException.class).isThrownBy(contentType::charset)
			.withMessageContaining("names a charset that is not supported")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			multipart/form-data; boundary=abc        | abc
			multipart/form-data; boundary="a b;c"    | a b;c
			multipart/form-data; boundary="a\\"b"    | a"b
			multipart/form-data; BOUNDARY=AbC        | AbC
			multipart/form-data; boundary="abc       | abc
			multipart/form-data; boundary=a=b==      | a=b==
			""")
	void boundaryIsFound(String value, String boundary) {
		assertThat(ContentType.parse(value).boundary()).isEqualTo(boundary);
	}

	@ParameterizedTest
	@ValueSource(strings = { "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary",
			"multipart/form-data; boundary=\"\"" })
	void missingBoundaryIsNull(String value) {
		assertThat(ContentType.parse(value).boundary()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Text/HTML ;  Charset = \"UTF-8\" ; q", "x", "", "a/b;=c;;" })
	void textComesBackAsItWas(String value) {
		assertThat(ContentType.parse(value)).hasToString(value);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			text/html                             | text/html;charset=UTF-8
			text/html; charset=latin1             | text/html;charset=UTF-8
			text/html; charset=latin1; a="b"      | text/html; a="b";charset=UTF-8
			text/html;a=b;charset=x;c=d;charset=y | text/html;a=b;c=d;charset=UTF-8
			""")
	void charsetIsReplaced(String value, String expected) {
		assertThat(ContentType.parse(value).withCharset("UTF-8")).hasToString(expected);
	}

	@Test
	void charsetIsRemoved() {
		assertThat(ContentType.parse("text/html; charset=utf-8; a=b").withCharset(null)).hasToString("text/html; a=b");
	}

	@Test
	void formIsKnownInAnyCase() {
		assertThat(ContentType.parse("Application/X-WWW-Form-URLEncoded; charset=x").isForm()).isTrue();
		assertThat(ContentType.parse("application/json").isForm()).isFalse();
	}

	@Test
	void multipartFormIsKnownInAnyCase() {
		assertThat(ContentType.parse("Multipart/Form-Data; boundary=x").isMultipartForm()).isTrue();
		assertThat(ContentType.parse("multipart/mixed; boundary=x").isMultipartForm()).isFalse();
	}

	/** "Aa" and "BB" have the same hash, so that these have to share a place. */
	@Test
	void typesOfTheSameHashAreKeptApart() {
		for (int i = 0; i < 3; i++) {
			assertThat(ContentType.parse("text/Aa").mediaType()).isEqualTo("text/aa");
			assertThat(ContentType.parse("text/BB").mediaType()).isEqualTo("text/bb");
		}
	}

	@Test
	void charsetsOfOneTypeAreKeptApart() {
		ContentType type = ContentType.parse("text/plain;charset=utf-8");
		for (int i = 0; i < 2; i++) {
			assertThat(type.withCharset("a")).hasToString("text/plain;charset=a");
			assertThat(type.withCharset(null)).hasToString("text/plain");
			assertThat(type.withCharset("b")).hasToString("text/plain;charset=b");
		}
		assertThat(type.charsetName()).isEqualTo("utf-8");
	}

}
