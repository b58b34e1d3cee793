package io.mvcbridge.jakarta.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ParametersTests {

	private final Parameters parameters = new Parameters(-1);

	@ParameterizedTest
	@CsvSource(textBlock = """
			p=1,              1
			p=,               ''
			p,                ''
			p=%2B,            +
			p=+,              ' '
			p=a+b%20c,        'a b c'
			p=a=b,            a=b
			p=%25,            %
			p=%2525,          %25
			p=%3D%26,         =&
			%70=1,            1
			p=America%2FLos_Angeles, America/Los_Angeles
			p=%C3%A9,         é
			p=%c3%a9,         é
			p=%E2%82%AC,      €
			p=%F0%9F%98%80,   😀
			p=?,              ?
			p=a;b,            a;b
			&&p=1,            1
			p=1&&,            1
			q=2&p=1,          1
			=x&p=1,           1
			=&p=1,            1
			p=1&p=2,          1
			pp=2&p=1,         1
			p=%00,            '\u0000'
			""")
	void queryIsDecodedOnce(String query, String value) {
		this.parameters.addQuery(query, UTF_8);
		assertThat(this.parameters.get("p")).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "p=%", "p=%2", "p=%zz", "p=%2g", "p=a%", "%=1", "%zz", "p=%2&q=1", "p=%%20", "p=%-1", "p=%+1" })
	void brokenEncodingIsRefused(String query) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> this.parameters.addQuery(query, UTF_8))
			.withMessageContaining("no '%' with two hexadecimal digits")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@Test
	void brokenEncodingIsShown() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> this.parameters.addQuery("a=b%zzc", UTF_8))
			.withMessage("A parameter is encoded wrongly: '%zz' is no '%' with two hexadecimal digits");
	}

	@Test
	void emptyQueryHoldsNothing() {
		this.parameters.addQuery("", UTF_8);
		assertThat(this.parameters.count()).isZero();
		assertThat(this.parameters.map()).isEmpty();
	}

	@Test
	void valueWithoutANameIsLeftOut() {
		this.parameters.addQuery("=x&=&&", UTF_8);
		assertThat(this.parameters.count()).isZero();
	}

	@Test
	void repeatedNameKeepsAllValuesInOrder() {
		this.parameters.addQuery("state=x&other=1&state=y&state=", UTF_8);
		assertThat(this.parameters.values("state")).containsExactly("x", "y", "");
	}

	@Test
	void namesComeInTheOrderTheyWereFirstSent() {
		this.parameters.addQuery("z=1&a=2&z=3&m=4", UTF_8);
		assertThat(this.parameters.names()).containsExactly("z", "a", "m");
	}

	@Test
	void missingParameterIsNull() {
		this.parameters.addQuery("a=1", UTF_8);
		assertThat(this.parameters.get("b")).isNull();
		assertThat(this.parameters.values("b")).isNull();
	}

	@Test
	void namesAreCaseSensitive() {
		this.parameters.addQuery("a=1", UTF_8);
		assertThat(this.parameters.get("A")).isNull();
	}

	@Test
	void formComesBehindTheQuery() {
		this.parameters.addQuery("p=query&q=1", UTF_8);
		this.parameters.addForm("p=form&f=2".getBytes(UTF_8), 0, 10, UTF_8);
		assertThat(this.parameters.values("p")).containsExactly("query", "form");
		assertThat(this.parameters.names()).containsExactly("p", "q", "f");
	}

	@Test
	void formIsReadFromItsPlaceInTheArray() {
		this.parameters.addForm("xxp=1yy".getBytes(UTF_8), 2, 3, UTF_8);
		assertThat(this.parameters.get("p")).isEqualTo("1");
	}

	@Test
	void plainOctetsOfAFormAreReadInItsCharset() {
		byte[] body = "p=Grüße €".getBytes(UTF_8);
		this.parameters.addForm(body, 0, body.length, UTF_8);
		assertThat(this.parameters.get("p")).isEqualTo("Grüße €");
	}

	@Test
	void encodedOctetsAreReadInTheGivenCharset() {
		this.parameters.addQuery("p=Gr%FC%DFe", ISO_8859_1);
		assertThat(this.parameters.get("p")).isEqualTo("Grüße");
	}

	@Test
	void characterMayMixEncodedAndPlainOctets() {
		this.parameters.addQuery("p=%83z", Charset.forName("Shift_JIS"));
		assertThat(this.parameters.get("p")).isEqualTo("ホ");
	}

	@Test
	void octetsThatAreNoTextOfTheCharsetAreReplaced() {
		this.parameters.addQuery("foo=%88%A4", UTF_8);
		assertThat(this.parameters.get("foo")).isEqualTo("\uFFFD\uFFFD");
	}

	@Test
	void dispatchQueryHoldsCharactersAsThemselves() {
		this.parameters.addDispatchQuery("p=é中😀%C3%A9&q=a+b");
		assertThat(this.parameters.get("p")).isEqualTo("é中😀é");
		assertThat(this.parameters.get("q")).isEqualTo("a b");
	}

	@Test
	void moreParametersThanAllowedAreRefused() {
		Parameters limited = new Parameters(2);
		limited.addQuery("a=1&b=2", UTF_8);
		assertThatExceptionOfType(RequestRejectedException.class).isThrownBy(() -> limited.addQuery("c=3", UTF_8))
			.withMessageContaining("more than the 2 parameters")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@Test
	void repeatedNamesCountTowardsTheLimit() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> new Parameters(2).addQuery("a=1&a=2&a=3", UTF_8));
	}

	@Test
	void emptyPairsDoNotCountTowardsTheLimit() {
		Parameters limited = new Parameters(1);
		limited.addQuery("&&a=1&&", UTF_8);
		assertThat(limited.count()).isEqualTo(1);
	}

	@Test
	void manyParametersAreFound() {
		StringBuilder query = new StringBuilder();
		for (int i = 0; i < 500; i++) {
			query.append("&p").append(i).append('=').append(i);
		}
		this.parameters.addQuery(query.toString(), UTF_8);
		assertThat(this.parameters.count()).isEqualTo(500);
		assertThat(this.parameters.get("p0")).isEqualTo("0");
		assertThat(this.parameters.get("p499")).isEqualTo("499");
		assertThat(this.parameters.get("p500")).isNull();
	}

	@Test
	void manyValuesOfOneNameAreKept() {
		this.parameters.addQuery("p=v&".repeat(100_000), UTF_8);
		assertThat(this.parameters.values("p")).hasSize(100_000).containsOnly("v");
	}

	@Test
	void addedParameterIsSeenAfterTheMapWasAskedFor() {
		this.parameters.addQuery("a=1", UTF_8);
		assertThat(this.parameters.map()).containsOnlyKeys("a");
		this.parameters.add("b", "2");
		assertThat(this.parameters.map()).containsOnlyKeys("a", "b");
	}

	@Test
	void othersAreAddedBehind() {
		Parameters others = new Parameters(-1);
		others.addQuery("a=2&b=3", UTF_8);
		this.parameters.addQuery("a=1", UTF_8);
		this.parameters.addAll(others);
		assertThat(this.parameters.values("a")).containsExactly("1", "2");
		assertThat(this.parameters.get("b")).isEqualTo("3");
	}

	@Test
	void mapCannotBeChanged() {
		this.parameters.addQuery("a=1", UTF_8);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.parameters.map().put("b", new String[0]));
	}

	@Test
	void valuesAreACopy() {
		this.parameters.addQuery("a=1", StandardCharsets.UTF_8);
		String[] values = this.parameters.values("a");
		assertThat(values).isNotNull();
		values[0] = "changed";
		assertThat(this.parameters.get("a")).isEqualTo("1");
		assertThat(this.parameters.values("a")).containsExactly("1");
	}

}
