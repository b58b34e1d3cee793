package io.mvcbridge.jakarta.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class HeaderValuesTests {

	@Test
	void plainValueStaysTheSame() {
		String value = "no-cache, \"x\"\tä";
		assertThat(HeaderValues.toWire("X-Test", value)).isSameAs(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\rb", "a\nb", "a\u0000b", "a\r\nSet-Cookie: x=y" })
	void characterThatEndsTheHeaderIsRefused(String value) {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> HeaderValues.toWire("X-Test", value))
			.withMessageContaining("The value of the header 'X-Test' has the character 0x0")
			.withMessageContaining("at position 1");
	}

	@Test
	void characterThatEndsTheHeaderIsRefusedInALocationToo() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> HeaderValues.toWire("Location", "/é\r\nX: y"));
	}

	@Test
	void characterBeyondLatinIsRefusedByNameAndPosition() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> HeaderValues.toWire("X-Test", "é中"))
			.withMessage("The value of the header 'X-Test' has a character beyond ISO-8859-1 at position 1, which HTTP"
					+ " cannot send; encode the value first");
	}

	@ParameterizedTest
	@CsvSource({ "/é,/%C3%A9", "/中,/%E4%B8%AD", "/😀?q=ü,/%F0%9F%98%80?q=%C3%BC", "/%C3%A9,/%C3%A9",
			"http://x/a b,http://x/a b" })
	void locationIsPercentEncoded(String value, String expected) {
		assertThat(HeaderValues.toWire("location", value)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					attachment; filename="中.txt"       | attachment; filename="_.txt"; filename*=UTF-8''%E4%B8%AD.txt
					attachment; filename=中.txt         | attachment; filename="_.txt"; filename*=UTF-8''%E4%B8%AD.txt
					attachment; filename="é中 1.txt"    | attachment; filename="__ 1.txt"; filename*=UTF-8''%C3%A9%E4%B8%AD%201.txt
					attachment; filename="😀"; size=3   | attachment; filename="_"; size=3; filename*=UTF-8''%F0%9F%98%80
					attachment; filename="a\\"中"       | attachment; filename="a\\"_"; filename*=UTF-8''a%22%E4%B8%AD
					attachment; filename="中"; filename*=UTF-8''x | attachment; filename="_"; filename*=UTF-8''x
					""")
	void fileNameBeyondLatinIsSentTwice(String value, String expected) {
		assertThat(HeaderValues.toWire("Content-Disposition", value)).isEqualTo(expected);
	}

	@Test
	void latinFileNameStaysTheSame() {
		assertThat(HeaderValues.toWire("Content-Disposition", "attachment; filename=\"é.txt\""))
			.isEqualTo("attachment; filename=\"é.txt\"");
	}

	@Test
	void dispositionBeyondLatinOutsideTheFileNameIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> HeaderValues.toWire("Content-Disposition", "attachment; name=\"中\""))
			.withMessageContaining("outside its file name, at position 18");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a:b", "a\r\n", "é", "a(b", "a\u0000" })
	void nameThatIsNoTokenIsRefused(String name) {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> HeaderValues.checkName(name))
			.withMessageContaining("is no token");
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Test", "a", "x_y.z~1!" })
	void tokenIsAName(String name) {
		assertThatNoException().isThrownBy(() -> HeaderValues.checkName(name));
	}

}
