package io.mvcbridge.jakarta.request;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

/** What TLS says of a request (Servlet 6.1 §3.10). */
final class TlsAttributes {

	private static final String PREFIX = "jakarta.servlet.request.";

	private static final List<String> NAMES = List.of(PREFIX + "secure_protocol", PREFIX + "cipher_suite",
			PREFIX + "key_size", PREFIX + "ssl_session_id", PREFIX + "X509Certificate");

	private TlsAttributes() {
	}

	static @Nullable Object get(SSLSession session, String name) {
		if (!name.startsWith(PREFIX)) {
			return null;
		}
		return switch (name.substring(PREFIX.length())) {
			case "secure_protocol" -> session.getProtocol();
			case "cipher_suite" -> session.getCipherSuite();
			case "key_size" -> keySize(session.getCipherSuite());
			case "ssl_session_id" -> sessionId(session);
			case "X509Certificate" -> certificates(session);
			default -> null;
		};
	}

	static void addNames(SSLSession session, List<String> names) {
		for (String name : NAMES) {
			if (get(session, name) != null && !names.contains(name)) {
				names.add(name);
			}
		}
	}

	private static @Nullable String sessionId(SSLSession session) {
		byte[] id = session.getId();
		return (id == null || id.length == 0) ? null : HexFormat.of().formatHex(id);
	}

	/** Strength of the bulk cipher in bits, which the name of the suite tells. */
	private static @Nullable Integer keySize(String cipherSuite) {
		if (cipherSuite.contains("_256_") || cipherSuite.contains("CHACHA20")) {
			return 256;
		}
		if (cipherSuite.contains("_128_")) {
			return 128;
		}
		return cipherSuite.contains("3DES") ? 168 : null;
	}

	private static X509Certificate @Nullable [] certificates(SSLSession session) {
		Certificate[] chain;
		try {
			chain = session.getPeerCertificates();
		}
		catch (SSLPeerUnverifiedException ex) {
			// The client showed no certificate: no attribute.
			return null;
		}
		List<X509Certificate> certificates = new ArrayList<>(chain.length);
		for (Certificate certificate : chain) {
			if (certificate instanceof X509Certificate x509) {
				certificates.add(x509);
			}
		}
		return certificates.isEmpty() ? null : certificates.toArray(X509Certificate[]::new);
	}

}
