package io.mvcbridge.benchmarks.commandline;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How a command line is read.
 */
class OptionsTests {

	private final Options options = new Options().add("rounds", "5", "Rounds.")
		.add("servers", "bridge,tomcat", "Servers.")
		.addRepeatable("candidate", "A row.");

	@Test
	void whatIsNotGivenHasItsDefault() {
		assertThat(this.options.parse().number("rounds", 1)).isEqualTo(5);
		assertThat(this.options.list("servers")).containsExactly("bridge", "tomcat");
		assertThat(this.options.all("candidate")).isEmpty();
	}

	@Test
	void theLastValueCountsUnlessAllDo() {
		this.options.parse("--rounds", "1", "--candidate", "a", "--rounds", "2", "--candidate", "b");
		assertThat(this.options.number("rounds", 1)).isEqualTo(2);
		assertThat(this.options.all("candidate")).containsExactly("a", "b");
	}

	@Test
	void partsOfAListMayBeNumbers() {
		assertThat(this.options.parse("--rounds", "100, 500").numbers("rounds", 1)).containsExactly(100, 500);
	}

	@Test
	void mistakesAreNamed() {
		assertMistake("Unknown option '--round'.\n" + this.options.usage(), "--round", "1");
		assertMistake("Option --rounds needs a value: Rounds.", "--rounds");
		assertThatExceptionOfType(BenchmarkException.class)
			.isThrownBy(() -> this.options.parse("--rounds", "many").number("rounds", 1))
			.withMessage("Option --rounds needs a whole number, not 'many'");
		assertThatExceptionOfType(BenchmarkException.class)
			.isThrownBy(() -> this.options.parse("--rounds", "0").number("rounds", 1))
			.withMessage("Option --rounds must be at least 1, not 0");
	}

	private void assertMistake(String message, String... arguments) {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> this.options.parse(arguments))
			.withMessage(message);
	}

}
