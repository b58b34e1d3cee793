package io.mvcbridge.benchmarks.server;

import java.nio.file.Path;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who takes part.
 */
class CandidateTests {

	private static final Path HOME = Path.of("benchmarks");

	@Test
	void serversAndThreadsAreCombinedWhereTheyExist() {
		assertThat(names(25, "platform", "virtual", "event-loop")).containsExactly("bridge-platform", "bridge-virtual",
				"bridge-event-loop", "tomcat-platform", "tomcat-virtual", "webflux");
	}

	@Test
	void virtualThreadsNeedJava21() {
		assertThat(names(17, "platform", "virtual", "event-loop")).containsExactly("bridge-platform", "tomcat-platform",
				"webflux");
	}

	@Test
	void aRowMayHaveSettingsAndAJarOfItsOwn() {
		assertThat(Candidate.parse("one-loop=bridge/virtual jar=old.jar -Xmx1g --bridge.event-loops=1", HOME))
			.isEqualTo(new Candidate("one-loop", ServerKind.BRIDGE, ThreadKind.VIRTUAL, Path.of("old.jar"),
					List.of("-Xmx1g"), List.of("--spring.threads.virtual.enabled=true", "--bridge.event-loops=1")));
	}

	@Test
	void anArgumentMayBeAddedToARow() {
		Candidate plain = Candidate.parse("a=tomcat/platform --x=1", HOME);
		assertThat(plain.with("--y=2").arguments()).containsExactly("--x=1", "--y=2");
		assertThat(plain.arguments()).containsExactly("--x=1");
	}

	@Test
	void mistakesAreNamed() {
		assertMistake("bridge", "A candidate is given as 'NAME=SERVER/THREADS [jar=FILE] [ARGUMENT]...', not 'bridge'");
		assertMistake("a=iis/virtual", "No server is named 'iis'; there are bridge, tomcat, jetty, webflux");
		assertMistake("a=jetty/green", "No kind of threads is named 'green'; there are platform, virtual, event-loop");
	}

	private static List<String> names(int java, String... threads) {
		return Candidate.combine(List.of("bridge", "tomcat", "webflux"), List.of(threads), java, HOME)
			.stream()
			.map(Candidate::name)
			.toList();
	}

	private static void assertMistake(String text, String message) {
		assertThatExceptionOfType(BenchmarkException.class).isThrownBy(() -> Candidate.parse(text, HOME))
			.withMessage(message);
	}

}
