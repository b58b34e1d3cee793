package io.mvcbridge.samples.storefront.catalogue;

import java.time.Instant;

/**
 * What a conditional request needs to know of a picture, without its bytes.
 *
 * @param digest the SHA-256 of the content in hexadecimal
 * @param modifiedAt when the picture was stored, to the second
 */
public record PictureVersion(String digest, Instant modifiedAt) {

}
