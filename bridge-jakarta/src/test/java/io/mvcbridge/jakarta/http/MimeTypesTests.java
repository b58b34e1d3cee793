package io.mvcbridge.jakarta.http;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MimeTypesTests {

	@ParameterizedTest
	@CsvSource({ "a.html,text/html", "/x/y.z/a.css,text/css", "A.PNG,image/png", "a.min.js,text/javascript",
			"a.svg,image/svg+xml", "a.woff2,font/woff2", ".json,application/json" })
	void typeIsKnownByTheExtension(String file, String type) {
		assertThat(MimeTypes.DEFAULTS.forFile(file)).isEqualTo(type);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "a.", "a.unknown", "/x.html/a", "" })
	void typeOfOtherFilesIsNotKnown(String file) {
		assertThat(MimeTypes.DEFAULTS.forFile(file)).isNull();
	}

	@Test
	void overrideWins() {
		MimeTypes types = MimeTypes.DEFAULTS.with(Map.of("HTML", "text/x-mine", "foo", "text/foo", "css", ""));
		assertThat(types.forFile("a.html")).isEqualTo("text/x-mine");
		assertThat(types.forFile("a.foo")).isEqualTo("text/foo");
		assertThat(types.forFile("a.css")).isNull();
		assertThat(types.forFile("a.js")).isEqualTo("text/javascript");
		assertThat(MimeTypes.DEFAULTS.forFile("a.html")).isEqualTo("text/html");
	}

}
