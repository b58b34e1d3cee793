package io.mvcbridge.samples.storefront.catalogue;

import java.time.Instant;

/**
 * What a conditional request needs to know of a picture, without its bytes.
 *
 * @param digest the SHA-256 of the content in hexadecimal
 * @param contentType the type of the content
 * @param modifiedAt when the picture was stored, to the second
 */
public record PictureVersion(String digest, String contentType, Instant modifiedAt) {

}
