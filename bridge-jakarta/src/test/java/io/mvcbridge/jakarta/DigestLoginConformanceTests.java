package io.mvcbridge.jakarta;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import io.mvcbridge.jakarta.security.LoginConfig;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Servlet 6.1 §13.6.2, RFC 7616. */
class DigestLoginConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private void deploy() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.digest("shop"))
			.securityConstraint(SecurityConstraint.on("/staff/*").allowing("STAFF")));
	}

	private String nonce() throws Exception {
		String challenge = this.server.get("/admin/x").header("WWW-Authenticate");
		int start = challenge.indexOf("nonce=\"") + 7;
		return challenge.substring(start, challenge.indexOf('"', start));
	}

	private static String hash(String algorithm, String text) throws Exception {
		return HexFormat.of()
			.formatHex(MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
	}

	/** Right credentials for {@code GET /admin/x?a=b}, in a map to spoil. */
	private static Map<String, String> credentials(String algorithm, String password, String nonce, String nc)
			throws Exception {
		Map<String, String> parameters = new LinkedHashMap<>();
		parameters.put("username", "\"ada\"");
		parameters.put("realm", "\"shop\"");
		parameters.put("nonce", '"' + nonce + '"');
		parameters.put("uri", "\"/admin/x?a=b\"");
		parameters.put("cnonce", "\"0a4f113b\"");
		parameters.put("nc", nc);
		parameters.put("qop", "auth");
		parameters.put("algorithm", algorithm);
		parameters.put("response", '"' + hash(algorithm, hash(algorithm, "ada:shop:" + password) + ":" + nonce + ":"
				+ nc + ":0a4f113b:auth:" + hash(algorithm, "GET:/admin/x?a=b")) + '"');
		return parameters;
	}

	private RawResponse get(Map<String, String> credentials) throws Exception {
		StringJoiner field = new StringJoiner(", ", "Authorization: Digest ", "");
		credentials.forEach((name, value) -> field.add(name + "=" + value));
		return this.server.get("/admin/x?a=b", field.toString());
	}

	@Test
	void challengeOffersSha256AndThenMd5() throws Exception {
		deploy();
		RawResponse response = this.server.get("/admin/x");
		assertThat(response.status()).isEqualTo(401);
		List<String> challenges = response.headers("WWW-Authenticate");
		assertThat(challenges).hasSize(2);
		assertThat(challenges.get(0)).matches(
				"Digest realm=\"shop\", qop=\"auth\", algorithm=SHA-256, nonce=\"[A-Za-z0-9_-]{43}\", charset=UTF-8");
		assertThat(challenges.get(1)).isEqualTo(challenges.get(0).replace("SHA-256", "MD5"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "SHA-256", "MD5" })
	void whoKnowsThePasswordGetsIn(String algorithm) throws Exception {
		deploy();
		assertThat(get(credentials(algorithm, "secret", nonce(), "00000001")).text()).isEqualTo("ada ada DIGEST true");
	}

	@Test
	void md5IsWhatIsMeantByNoAlgorithm() throws Exception {
		deploy();
		Map<String, String> credentials = credentials("MD5", "secret", nonce(), "00000001");
		credentials.remove("algorithm");
		assertThat(get(credentials).status()).isEqualTo(200);
	}

	@Test
	void whoDoesNotKnowThePasswordIsAskedAgain() throws Exception {
		deploy();
		RawResponse response = get(credentials("SHA-256", "Secret", nonce(), "00000001"));
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.header("WWW-Authenticate")).doesNotContain("stale");
	}

	@ParameterizedTest
	@CsvSource({ "username,\"eve\"", "realm,\"other\"", "response,\"\"", "response,\"00\"" })
	void credentialsOfSomebodyElseAreAskedForAgain(String name, String value) throws Exception {
		deploy();
		Map<String, String> credentials = credentials("SHA-256", "secret", nonce(), "00000001");
		credentials.put(name, value);
		assertThat(get(credentials).status()).isEqualTo(401);
	}

	@Test
	void requestCannotBeSentTwice() throws Exception {
		deploy();
		Map<String, String> credentials = credentials("SHA-256", "secret", nonce(), "00000001");
		assertThat(get(credentials).status()).isEqualTo(200);
		RawResponse again = get(credentials);
		assertThat(again.status()).isEqualTo(401);
		assertThat(again.header("WWW-Authenticate")).endsWith(", stale=true");
	}

	@Test
	void requestsMayOvertakeEachOther() throws Exception {
		deploy();
		String nonce = nonce();
		assertThat(get(credentials("SHA-256", "secret", nonce, "00000003")).status()).isEqualTo(200);
		assertThat(get(credentials("SHA-256", "secret", nonce, "00000001")).status()).isEqualTo(200);
		assertThat(get(credentials("SHA-256", "secret", nonce, "00000003")).status()).isEqualTo(401);
		assertThat(get(credentials("SHA-256", "secret", nonce, "0000000f")).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "not base64!" })
	void rightPasswordWithANonceOfSomebodyElseIsStale(String nonce) throws Exception {
		deploy();
		RawResponse response = get(credentials("SHA-256", "secret", nonce, "00000001"));
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.header("WWW-Authenticate")).endsWith(", stale=true");
	}

	@ParameterizedTest
	@ValueSource(strings = { "username", "realm", "nonce", "uri", "cnonce", "nc", "qop", "response" })
	void credentialsWithoutOneOfTheirPartsAreMalformed(String missing) throws Exception {
		deploy();
		Map<String, String> credentials = credentials("SHA-256", "secret", nonce(), "00000001");
		credentials.remove(missing);
		assertThat(get(credentials).status()).isEqualTo(400);
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`',
			value = { "qop,auth-int", "qop,none", "nc,1", "nc,0000000g", "nc,000000001", "algorithm,SHA-512-256",
					"algorithm,MD5-sess", "userhash,true", "username*,UTF-8''ada", "uri,\"/admin/y\"",
					"uri,\"/admin/x\"", "uri,\"*\"", "nonce,\"a\"b", "realm,\"shop", "x,", "x,\"a\\\"" })
	void credentialsWithAPartThatCannotBeAreMalformed(String name, String value) throws Exception {
		deploy();
		Map<String, String> credentials = credentials("SHA-256", "secret", nonce(), "00000001");
		credentials.put(name, (value != null) ? value : "");
		assertThat(get(credentials).status()).isEqualTo(400);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "Digest username", "Digest =", "Digest \"ada\"", "Digest a=b, a=b", "Digest a b", "Digest " })
	void textThatIsNoListOfParametersIsMalformed(String field) throws Exception {
		deploy();
		assertThat(this.server.get("/admin/x", "Authorization: " + field + ",").status()).isEqualTo(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Basic YWRhOnNlY3JldA==", "Digest", "Bearer x" })
	void otherSchemesAreAskedForDigest(String field) throws Exception {
		deploy();
		RawResponse response = this.server.get("/admin/x", "Authorization: " + field);
		assertThat(response.status()).isEqualTo(401);
		assertThat(response.headers("WWW-Authenticate")).hasSize(2);
	}

	@Test
	void nameBeyondAsciiComesAsOctetsOrWithItsCharset() throws Exception {
		this.server.deploy((builder) -> LoginFixture.administration(builder, LoginConfig.digest("shop"))
			.securityConstraint(SecurityConstraint.on("/admin/*").allowing("STAFF")));
		String nonce = nonce();
		for (String nc : List.of("00000001", "00000002")) {
			Map<String, String> credentials = credentials("SHA-256", "secret", nonce, nc);
			String response = hash("SHA-256", hash("SHA-256", "zoë:shop:schlüssel") + ":" + nonce + ":" + nc
					+ ":0a4f113b:auth:" + hash("SHA-256", "GET:/admin/x?a=b"));
			credentials.put("response", '"' + response + '"');
			credentials.remove("username");
			if (nc.endsWith("1")) {
				credentials.put("username*", "UTF-8''zo%C3%AB");
			}
			else {
				credentials.put("username", '"' + ServletFixture.utf8("zoë") + '"');
			}
			assertThat(get(credentials).status()).isEqualTo(200);
		}
	}

	@Test
	void targetInItsAbsoluteFormIsTheSame() throws Exception {
		deploy();
		String nonce = nonce();
		Map<String, String> credentials = credentials("SHA-256", "secret", nonce, "00000001");
		String uri = "http://localhost/admin/x?a=b";
		credentials.put("uri", '"' + uri + '"');
		credentials.put("response", '"' + hash("SHA-256", hash("SHA-256", "ada:shop:secret") + ":" + nonce
				+ ":00000001:0a4f113b:auth:" + hash("SHA-256", "GET:" + uri)) + '"');
		assertThat(get(credentials).status()).isEqualTo(200);
	}

}
