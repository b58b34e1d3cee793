package io.mvcbridge.jakarta.security;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The client's TLS certificate (Servlet 6.1 §13.6.4), which the store maps to a user. The
 * connection asks for one only if its listener was told to.
 * <p>
 * HTTP has no scheme to ask for a certificate with, but a 401 needs one (RFC 9110
 * §15.5.2): the challenge names one that no client knows, for people who read it.
 */
final class CertificateLogin implements LoginMechanism {

	private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

	private final IdentityStore store;

	CertificateLogin(IdentityStore store) {
		this.store = store;
	}

	@Override
	public @Nullable Identity authenticate(SecuredRequest request, HttpServletResponse response) throws IOException {
		Object certificates = request.request().getAttribute(CERTIFICATES);
		Identity identity = null;
		if (certificates instanceof X509Certificate[] chain && chain.length > 0) {
			identity = this.store.authenticate(List.of(chain));
		}
		if (identity == null) {
			response.setHeader("WWW-Authenticate", "ClientCertificate");
			response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
		}
		return identity;
	}

	@Override
	public boolean takesPasswords() {
		return false;
	}

}
