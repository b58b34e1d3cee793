package io.mvcbridge.core.exchange;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusPhrasesTests {

	@ParameterizedTest
	@CsvSource({ "200, OK", "208, Already Reported", "226, IM Used", "302, Found", "404, Not Found",
			"413, Content Too Large", "414, URI Too Long", "416, Range Not Satisfiable", "422, Unprocessable Content",
			"425, Too Early", "431, Request Header Fields Too Large", "451, Unavailable For Legal Reasons",
			"500, Internal Server Error", "508, Loop Detected" })
	void phraseIsTheRegisteredOne(int code, String phrase) {
		HttpResponseStatus status = StatusPhrases.status(code);
		assertThat(status.code()).isEqualTo(code);
		assertThat(status.reasonPhrase()).isEqualTo(phrase);
	}

	@ParameterizedTest
	@ValueSource(ints = { 299, 399, 418, 499, 599, 799 })
	void statusWithoutARegisteredPhraseHasNone(int code) {
		HttpResponseStatus status = StatusPhrases.status(code);
		assertThat(status.code()).isEqualTo(code);
		assertThat(status.reasonPhrase()).isEmpty();
	}

	@Test
	void frequentStatusIsNotMadeAnew() {
		assertThat(StatusPhrases.status(200)).isSameAs(HttpResponseStatus.OK);
	}

}
