package io.mvcbridge.jakarta.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The table is that of RFC 9110 §8.8.3.2, and lists of tags. */
class EntityTagsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			W/"1"               | W/"1" | false | true
			W/"1"               | W/"2" | false | false
			W/"1"               | "1"   | false | true
			"1"                 | W/"1" | false | true
			"1"                 | "1"   | true  | true
			"1"                 | "2"   | false | false
			*                   | "1"   | true  | true
			` * `               | W/"1" | true  | true
			"0", "1"            | "1"   | true  | true
			"0",W/"1" , "2"     | "1"   | false | true
			"0" "1"             | "1"   | true  | true
			"a,b", "c"          | "a,b" | true  | true
			"a,b"               | "b"   | false | false
			1                   | "1"   | false | false
			"11"                | "1"   | false | false
			"1                  | "1"   | false | false
			``                  | "1"   | false | false
			,,"1"               | "1"   | true  | true
			w/"1"               | "1"   | false | false
			""")
	void tagsAreCompared(String list, String etag, boolean strongly, boolean weakly) {
		assertThat(EntityTags.matchesStrongly(list, etag)).isEqualTo(strongly);
		assertThat(EntityTags.matchesWeakly(list, etag)).isEqualTo(weakly);
	}

	@Test
	void nothingMatchesWhatDoesNotExist() {
		assertThat(EntityTags.matchesStrongly("*", null)).isFalse();
		assertThat(EntityTags.matchesWeakly("\"1\"", null)).isFalse();
	}

}
