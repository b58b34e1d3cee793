package io.mvcbridge.spring.diagnostics;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NearestNameTests {

	private static final List<String> MODES = List.of("persistent", "sandbox", "reboot");

	@ParameterizedTest
	@CsvSource({ "persistant,persistent", "persist,persistent", "sandbx,sandbox", "rebot,reboot", "sand-box,sandbox",
			"reboot,reboot" })
	void aNameWithFewWrongLettersFindsTheOneThatWasMeant(String given, String meant) {
		assertThat(NearestName.of(given, MODES)).isEqualTo(meant);
	}

	@Test
	void aNameThatResemblesNoneFindsNone() {
		assertThat(NearestName.of("classic", MODES)).isNull();
	}

}
