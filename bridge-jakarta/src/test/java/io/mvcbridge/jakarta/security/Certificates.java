package io.mvcbridge.jakarta.security;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** A certificate for tests, of CN=Ada, O=Analytical Engines, C=GB. */
final class Certificates {

	private static final String ADA = """
			-----BEGIN CERTIFICATE-----
			MIIByDCCAW2gAwIBAgIUTy37XriHW7F2sh6ZlHvoVivrhb0wCgYIKoZIzj0EAwIw
			ODELMAkGA1UEBhMCR0IxGzAZBgNVBAoMEkFuYWx5dGljYWwgRW5naW5lczEMMAoG
			A1UEAwwDQWRhMCAXDTI2MTIwMTA1MzYwNFoYDzIxMjYxMTA3MDUzNjA0WjA4MQsw
			CQYDVQQGEwJHQjEbMBkGA1UECgwSQW5hbHl0aWNhbCBFbmdpbmVzMQwwCgYDVQQD
			DANBZGEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQSyISxuAGGe8Y/1zr6jcdk
			+9WqLyKcvQ4F/sy+PvLtJvBj0HW9oW1OVRWbtc3UZRJBuYQbGjixetZ7T1iQjJ1D
			o1MwUTAdBgNVHQ4EFgQUI8VGzZl2alc0W7lLyQ4lK5pEKT4wHwYDVR0jBBgwFoAU
			I8VGzZl2alc0W7lLyQ4lK5pEKT4wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
			AgNJADBGAiEA+MfjzfSriGHvfza3B0q2RScqm3wQantOfS3dqOG2cSACIQCwl8Wg
			Bc9ds+4E4W9FNSxc2Gqbcgwhvrz8OVV7r0G4WQ==
			-----END CERTIFICATE-----
			""";

	private Certificates() {
	}

	static X509Certificate ada() throws CertificateException {
		return (X509Certificate) CertificateFactory.getInstance("X.509")
			.generateCertificate(new ByteArrayInputStream(ADA.getBytes(StandardCharsets.US_ASCII)));
	}

}
