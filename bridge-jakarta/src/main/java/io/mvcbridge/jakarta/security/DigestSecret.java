package io.mvcbridge.jakarta.security;

/**
 * What DIGEST has to know to check a user without his password (RFC 7616 §3.4.2).
 *
 * @param identity the user
 * @param hash the hash of {@code username:realm:password} in UTF-8 by the algorithm that
 * was asked for, in hexadecimal digits of lower case
 */
public record DigestSecret(Identity identity, String hash) {

}
