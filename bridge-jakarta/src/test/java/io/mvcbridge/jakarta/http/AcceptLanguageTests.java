package io.mvcbridge.jakarta.http;

import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AcceptLanguageTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			de                                   | de
			de-DE                                | de-DE
			de-de, en;q=0.5                      | de-DE en
			en;q=0.5, de                         | de en
			en;q=0.8,fr;q=0.9,de;q=0.8           | fr en de
			da, en-gb;q=0.8, en;q=0.7            | da en-GB en
			fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5   | fr-CH fr en
			zh-Hans-CN, zh-Hant;q=0.3            | zh-Hans-CN zh-Hant
			en;q=0, de                           | de
			de;q=0.001, en;q=0.002               | en de
			de ; q = 0.5 , en ; q=0.6            | en de
			de;q=1.000, en;q=1                   | de en
			de, de;q=0.5, en                     | de en
			""")
	void bestComesFirstAndEqualsKeepTheirOrder(String value, String tags) {
		assertThat(AcceptLanguage.parse(List.of(value))).extracting(Locale::toLanguageTag)
			.containsExactly(tags.split(" "));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			,,de,,              | de
			de;q=x, en          | en
			de;q=1.5, en        | en
			de;q=-1, en         | en
			de;q=, en           | en
			d_e, en             | en
			<script>, en        | en
			de;foo=bar, en      | de en
			en us, de           | de
			""")
	void malformedElementIsLeftOut(String value, String tags) {
		assertThat(AcceptLanguage.parse(List.of(value))).extracting(Locale::toLanguageTag)
			.containsExactly(tags.split(" "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", "en;q=0", ";;;", "*;q=0.5, ,", "toolonglanguagetag" })
	void nothingAcceptableLeavesTheListEmpty(String value) {
		assertThat(AcceptLanguage.parse(List.of(value))).isEmpty();
	}

	@Test
	void noFieldLeavesTheListEmpty() {
		assertThat(AcceptLanguage.parse(List.of())).isEmpty();
	}

	@Test
	void fieldsAreReadAsOne() {
		assertThat(AcceptLanguage.parse(List.of("en;q=0.5", "de", "fr;q=0.7"))).containsExactly(Locale.GERMAN,
				Locale.FRENCH, Locale.ENGLISH);
	}

}
