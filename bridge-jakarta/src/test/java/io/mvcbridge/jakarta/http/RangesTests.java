package io.mvcbridge.jakarta.http;

import java.util.List;

import io.mvcbridge.jakarta.http.Ranges.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RangesTests {

	@ParameterizedTest
	@CsvSource({ "bytes=0-0,0,0", "bytes=0-9,0,9", "bytes=5-,5,9", "bytes=-3,7,9", "bytes=-10,0,9", "bytes=-99,0,9",
			"bytes=0-99,0,9", "bytes=9-9,9,9", "Bytes = 1 - 2,1,2", "bytes=3-99999999999999999999,3,9" })
	void rangeIsResolvedAgainstTheLength(String value, long first, long last) {
		assertThat(Ranges.parse(value, 10)).isEqualTo(new Ranges(List.of(new ByteRange(first, last))));
	}

	@Test
	void severalRangesKeepTheirOrder() {
		assertThat(Ranges.parse("bytes=5-6, 0-1 ,,-1", 10))
			.isEqualTo(new Ranges(List.of(new ByteRange(5, 6), new ByteRange(0, 1), new ByteRange(9, 9))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes=10-", "bytes=10-20", "bytes=99-", "bytes=-0", "bytes=10-,11-12" })
	void rangeBeyondTheEndCannotBeSatisfied(String value) {
		Ranges ranges = Ranges.parse(value, 10);
		assertThat(ranges).isNotNull();
		assertThat(ranges.isSatisfiable()).isFalse();
	}

	@Test
	void nothingCanBeSatisfiedFromAnEmptyBody() {
		assertThat(Ranges.parse("bytes=0-", 0)).isEqualTo(new Ranges(List.of()));
		assertThat(Ranges.parse("bytes=-5", 0)).isEqualTo(new Ranges(List.of()));
	}

	@Test
	void rangesThatCanBeSatisfiedRemain() {
		assertThat(Ranges.parse("bytes=20-30,0-1", 10)).isEqualTo(new Ranges(List.of(new ByteRange(0, 1))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "bytes", "bytes=", "bytes=,", "lines=0-1", "bytes=a-b", "bytes=1", "bytes=5-4",
			"bytes=-", "bytes=1-2-3", "bytes=0-1,x", "bytes=+1-2", "bytes=--1" })
	void fieldThatIsMalformedOrOfAnotherUnitIsIgnored(String value) {
		assertThat(Ranges.parse(value, 10)).isNull();
	}

	@Test
	void fieldWithMoreRangesThanAnybodyNeedsIsIgnored() {
		assertThat(Ranges.parse("bytes=" + "0-0,".repeat(50), 10)).isNotNull();
		assertThat(Ranges.parse("bytes=" + "0-0,".repeat(51), 10)).isNull();
	}

	@Test
	void rangeKnowsItsLengthAndItsContentRange() {
		ByteRange range = new ByteRange(2, 5);
		assertThat(range.length()).isEqualTo(4);
		assertThat(range.contentRange(10)).isEqualTo("bytes 2-5/10");
	}

}
