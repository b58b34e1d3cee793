package io.mvcbridge.spring.env;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MavenCommandLineTests {

	@ParameterizedTest
	@ValueSource(strings = { "-Dbridge.mode=sandbox", "-D bridge.mode=sandbox", "--define bridge.mode=sandbox",
			"--define=bridge.mode=sandbox", "\"-Dbridge.mode=sandbox\"", "-Dbridge.mode=\"sandbox\"",
			"-D \"bridge.mode=sandbox\"", " -Dbridge.mode=sandbox ", "-Dbridge.mode=reboot -Dbridge.mode=sandbox" })
	void everyFormOfADefinitionIsRead(String arguments) {
		assertThat(MavenCommandLine.parse(arguments).properties()).isEqualTo(Map.of("bridge.mode", "sandbox"));
	}

	@Test
	void spacesWithinDoubleQuotesBelongToTheValue() {
		assertThat(MavenCommandLine.parse("-X \"-Da=one two\" \"-Db=three\"").properties())
			.isEqualTo(Map.of("a", "one two", "b", "three"));
	}

	@Test
	void spacesWithoutQuotesEndTheValue() {
		assertThat(MavenCommandLine.parse("-Da=one two:run").properties()).isEqualTo(Map.of("a", "one"));
	}

	@Test
	void aSingleQuoteOrALoneDoubleQuoteIsPartOfTheValue() {
		assertThat(MavenCommandLine.parse("-Da=O'Brien -Db=12\" -Dc=x").properties())
			.isEqualTo(Map.of("a", "O'Brien", "b", "12\"", "c", "x"));
	}

	@Test
	void aDefinitionWithoutAValueIsTrueAsForMaven() {
		assertThat(MavenCommandLine.parse("-DskipTests").properties()).isEqualTo(Map.of("skipTests", "true"));
	}

	@Test
	void aValueKeepsItsEqualsSigns() {
		assertThat(MavenCommandLine.parse("-Da=b=c").properties()).isEqualTo(Map.of("a", "b=c"));
	}

	@Test
	void aDefinitionThatIsCutOffIsLeftOut() {
		assertThat(MavenCommandLine.parse("spring-boot:run -D").properties()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring-boot:run", "spring-boot:test-run", "spring-boot:start", "spring-boot:run@dev",
			"org.springframework.boot:spring-boot-maven-plugin:run",
			"org.springframework.boot:spring-boot-maven-plugin:4.1.2:run",
			"org.springframework.boot:spring-boot-maven-plugin:4.1.2:run@dev", "clean spring-boot:run -o",
			"-pl :storefront -am spring-boot:run", "-f pom.xml spring-boot:run" })
	void goalsThatStartTheApplicationAreKnown(String arguments) {
		assertThat(MavenCommandLine.parse(arguments).startsApplication()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "verify", "run", "spring-boot:build-image", "spring-boot:stop", "surefire:test",
			"-Dgoal=spring-boot:run verify", "-f spring-boot:run verify", "-pl :run test", "spring-boot:runner",
			"a:b:c:d:run", "-Dx spring-boot:repackage" })
	void otherGoalsAndValuesOfOptionsAreNot(String arguments) {
		assertThat(MavenCommandLine.parse(arguments).startsApplication()).isFalse();
	}

}
