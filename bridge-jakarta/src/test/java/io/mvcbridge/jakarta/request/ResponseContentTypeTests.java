package io.mvcbridge.jakarta.request;

import java.io.UnsupportedEncodingException;
import java.util.Locale;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ResponseContentTypeTests {

	private final ResponseContentType type = new ResponseContentType(TestContext.create());

	@Test
	void thereIsNoneUntilItIsSet() throws Exception {
		assertThat(this.type.value()).isNull();
		assertThat(this.type.charsetName()).isEqualTo("ISO-8859-1");
		this.type.fix();
		assertThat(this.type.value()).isNull();
	}

	@Test
	void charsetOfTheTypeIsKeptAsItWasWritten() {
		this.type.setType("text/html; charset=utf-8");
		assertThat(this.type.value()).isEqualTo("text/html; charset=utf-8");
		assertThat(this.type.charsetName()).isEqualTo("utf-8");
	}

	@Test
	void typeWithoutCharsetLeavesTheCharset() {
		this.type.setCharset("UTF-8");
		this.type.setType("text/html");
		assertThat(this.type.value()).isEqualTo("text/html;charset=UTF-8");
	}

	@Test
	void charsetReplacesThatOfTheType() {
		this.type.setType("text/html;charset=iso-8859-1;level=1");
		this.type.setCharset("UTF-8");
		assertThat(this.type.value()).isEqualTo("text/html;level=1;charset=UTF-8");
	}

	@Test
	void nullForgetsTheCharset() {
		this.type.setType("text/html;charset=utf-8");
		this.type.setCharset(null);
		assertThat(this.type.value()).isEqualTo("text/html");
		assertThat(this.type.charsetName()).isEqualTo("ISO-8859-1");
	}

	@Test
	void nullForgetsTypeAndCharset() {
		this.type.setType("text/html;charset=utf-8");
		this.type.setType(null);
		assertThat(this.type.value()).isNull();
		assertThat(this.type.charsetName()).isEqualTo("ISO-8859-1");
	}

	@Test
	void writerSaysItsCharset() throws Exception {
		this.type.setType("text/plain");
		this.type.fix();
		assertThat(this.type.value()).isEqualTo("text/plain;charset=ISO-8859-1");
	}

	@Test
	void writerFixesTheCharsetAndNotTheType() throws Exception {
		this.type.setType("text/plain;charset=utf-8");
		this.type.fix();
		this.type.setCharset("UTF-16");
		this.type.setLocale(Locale.JAPANESE);
		this.type.setType("text/html;charset=iso-8859-1");
		assertThat(this.type.charsetName()).isEqualTo("utf-8");
		assertThat(this.type.value()).isEqualTo("text/html;charset=utf-8");
	}

	@Test
	void localeImpliesACharsetUnlessOneWasSet() {
		this.type.setType("text/html");
		this.type.setLocale(Locale.JAPANESE);
		assertThat(this.type.value()).isEqualTo("text/html;charset=Shift_JIS");
		this.type.setLocale(Locale.ENGLISH);
		assertThat(this.type.charsetName()).isEqualTo("ISO-8859-1");
		this.type.setCharset("UTF-8");
		this.type.setLocale(Locale.JAPANESE);
		assertThat(this.type.charsetName()).isEqualTo("UTF-8");
	}

	@Test
	void unknownCharsetIsKeptButThereIsNoWriter() {
		this.type.setType("text/html;charset=klingon");
		assertThat(this.type.value()).isEqualTo("text/html;charset=klingon");
		assertThatExceptionOfType(UnsupportedEncodingException.class).isThrownBy(this.type::fix)
			.withMessageContaining("'klingon'");
	}

}
