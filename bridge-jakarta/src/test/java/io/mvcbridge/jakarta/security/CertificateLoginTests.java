package io.mvcbridge.jakarta.security;

import java.lang.reflect.Proxy;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servlet 6.1 §13.6.4. Without a socket: a listener for TLS stands before the container.
 */
class CertificateLoginTests {

	private static final InMemoryIdentities USERS = InMemoryIdentities.builder()
		.iterations(1000)
		.certificate("CN=Ada, O=Analytical Engines, C=GB", "ADMIN")
		.build();

	private final List<String> answer = new ArrayList<>();

	private final HttpServletResponse response = proxy(HttpServletResponse.class, (method, arguments) -> {
		this.answer.add(method + " " + List.of(arguments));
		return null;
	});

	private @Nullable Identity authenticate(X509Certificate @Nullable [] certificates, IdentityStore store)
			throws Exception {
		HttpServletRequest request = proxy(
				HttpServletRequest.class, (method,
						arguments) -> method.equals("getAttribute")
								&& arguments[0].equals("jakarta.servlet.request.X509Certificate") ? certificates
										: null);
		SecuredRequest secured = proxy(SecuredRequest.class, (method, arguments) -> request);
		return new CertificateLogin(store).authenticate(secured, this.response);
	}

	@Test
	void ownerOfTheCertificateIsTheUser() throws Exception {
		Identity identity = authenticate(new X509Certificate[] { Certificates.ada() }, USERS);
		assertThat(identity).isEqualTo(Identity.of("CN=Ada, O=Analytical Engines, C=GB", "ADMIN"));
		assertThat(this.answer).isEmpty();
	}

	@Test
	void certificateThatTheStoreDoesNotKnowIsRefused() throws Exception {
		assertThat(authenticate(new X509Certificate[] { Certificates.ada() }, (username, password) -> null)).isNull();
		assertThat(this.answer).containsExactly("setHeader [WWW-Authenticate, ClientCertificate]", "sendError [401]");
	}

	@Test
	void connectionWithoutACertificateIsRefused() throws Exception {
		assertThat(authenticate(null, USERS)).isNull();
		assertThat(this.answer).containsExactly("setHeader [WWW-Authenticate, ClientCertificate]", "sendError [401]");
	}

	@SuppressWarnings("unchecked")
	private static <T> T proxy(Class<T> type, Answer answer) {
		return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (self, method,
				arguments) -> answer.to(method.getName(), (arguments != null) ? arguments : new Object[0]));
	}

	private interface Answer {

		@Nullable Object to(String method, Object[] arguments);

	}

}
