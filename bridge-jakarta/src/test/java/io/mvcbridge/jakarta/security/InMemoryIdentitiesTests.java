package io.mvcbridge.jakarta.security;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class InMemoryIdentitiesTests {

	private static final InMemoryIdentities USERS = InMemoryIdentities.builder()
		.iterations(1000)
		.user("ada", "secret", "ADMIN", "STAFF")
		.user("zoë", "schlüssel")
		.build();

	@Test
	void userIsKnownByNameAndPasswordEveryTime() {
		for (int i = 0; i < 3; i++) {
			Identity ada = USERS.authenticate("ada", "secret");
			assertThat(ada).isNotNull();
			assertThat(ada.name()).isEqualTo("ada");
			assertThat(ada.principal().getName()).isEqualTo("ada");
			assertThat(ada.roles()).isEqualTo(Set.of("ADMIN", "STAFF"));
		}
		assertThat(USERS.authenticate("zoë", "schlüssel")).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "ada,Secret", "ada,''", "Ada,secret", "eve,secret", "eve,''", "'',''", "zoë,secret" })
	void nobodyElseIs(String username, String password) {
		USERS.authenticate("ada", "secret");
		assertThat(USERS.authenticate(username, password)).isNull();
	}

	@Test
	void whoWasLetInIsLetInAgainWithoutMuchComputing() {
		InMemoryIdentities slow = InMemoryIdentities.builder().iterations(300_000).user("ada", "secret").build();
		long start = System.nanoTime();
		assertThat(slow.authenticate("ada", "secret")).isNotNull();
		long first = System.nanoTime() - start;
		start = System.nanoTime();
		for (int i = 0; i < 100; i++) {
			assertThat(slow.authenticate("ada", "secret")).isNotNull();
		}
		assertThat(System.nanoTime() - start).isLessThan(10 * first);
		assertThat(slow.authenticate("ada", "other")).isNull();
	}

	@Test
	void passwordIsKeptByNobodyAndInNoText() {
		String hash = PasswordHash.of("secret", 1000).toString();
		assertThat(hash).startsWith("pbkdf2-sha512:1000:").doesNotContain("secret");
		assertThat(PasswordHash.of("secret", 1000).toString()).isNotEqualTo(hash);
	}

	@Test
	void hashThatWasMadeBeforeIsGood() {
		String hash = PasswordHash.of("secret", 1000).toString();
		InMemoryIdentities users = InMemoryIdentities.builder()
			.iterations(1000)
			.hashedUser("ada", hash, "ADMIN")
			.build();
		assertThat(users.authenticate("ada", "secret")).isEqualTo(Identity.of("ada", "ADMIN"));
		assertThat(users.authenticate("ada", hash)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "secret", "", "pbkdf2-sha512:x:AAAA:AAAA", "pbkdf2-sha512:1000:AAAA:AAAA",
			"pbkdf2-sha512:0:AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
			"md5:1000:AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pbkdf2-sha512:1000:!:AAAA" })
	void textThatIsNoHashIsRefusedAndNotShown(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> InMemoryIdentities.builder().hashedUser("ada", text))
			.withMessage("Not a password hash: it has the form 'pbkdf2-sha512:iterations:salt:hash', as"
					+ " InMemoryIdentities.hash makes it");
	}

	@Test
	void digestHashesAreThoseOfTheRealmAlone() {
		InMemoryIdentities users = InMemoryIdentities.builder()
			.iterations(1000)
			.digestRealm("http-auth@example.org")
			.user("Mufasa", "Circle of Life")
			.build();
		// The example of RFC 7616 §3.9.1
		assertThat(users.digestSecret("Mufasa", "http-auth@example.org", "MD5").hash())
			.isEqualTo("3d78807defe7de2157e2b0b6573a855f");
		assertThat(users.digestSecret("Mufasa", "http-auth@example.org", "SHA-256").hash())
			.isEqualTo("7987c64c30e25f1b74be53f966b49b90f2808aa92faf9a00262392d7b4794232");
		assertThat(users.digestSecret("Mufasa", "other", "MD5")).isNull();
		assertThat(users.digestSecret("Scar", "http-auth@example.org", "MD5")).isNull();
		assertThat(USERS.digestSecret("ada", "default", "MD5")).isNull();
	}

	@Test
	void certificateIsKnownByItsSubjectHoweverThatIsWritten() throws Exception {
		InMemoryIdentities users = InMemoryIdentities.builder()
			.iterations(1000)
			.certificate("cn=Ada,o=Analytical  Engines, C=GB", "ADMIN")
			.build();
		Identity ada = users.authenticate(List.of(Certificates.ada()));
		assertThat(ada).isEqualTo(Identity.of("cn=Ada,o=Analytical  Engines, C=GB", "ADMIN"));
		assertThat(USERS.authenticate(List.of(Certificates.ada()))).isNull();
	}

	@Test
	void userIsAddedOnce() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> InMemoryIdentities.builder().iterations(1000).user("ada", "a").user("ada", "b"))
			.withMessage("The user 'ada' is added twice");
	}

	@Test
	void nameWithAColonIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> InMemoryIdentities.builder().iterations(1000).user("a:b", "x"))
			.withMessage("The user name 'a:b' has a colon: neither BASIC nor DIGEST can say it (RFC 7617 §2)");
	}

	@Test
	void realmAndIterationsComeBeforeTheUsers() {
		InMemoryIdentities.Builder builder = InMemoryIdentities.builder().iterations(1000).user("ada", "secret");
		assertThatIllegalStateException().isThrownBy(() -> builder.digestRealm("shop"))
			.withMessage("digestRealm has to be called before the first user is added");
		assertThatIllegalStateException().isThrownBy(() -> builder.iterations(2000));
		assertThatIllegalArgumentException().isThrownBy(() -> InMemoryIdentities.builder().iterations(999))
			.withMessage("Passwords are to be hashed 999 times: at least 1000 are needed");
	}

}
