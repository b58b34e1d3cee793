package io.mvcbridge.samples.storefront.catalogue;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

import org.springframework.stereotype.Component;

/**
 * Writes pictures together with what a conditional request compares: their digest, and
 * the time to the second that an HTTP date can carry.
 */
@Component
class PictureStore {

	private final ProductPictureRepository pictures;

	private final Clock clock;

	PictureStore(ProductPictureRepository pictures, Clock clock) {
		this.pictures = pictures;
		this.clock = clock;
	}

	void save(Product product, byte[] content, String contentType) {
		this.pictures.save(new ProductPicture(product.getId(), content, contentType, digest(content),
				this.clock.instant().truncatedTo(ChronoUnit.SECONDS)));
	}

	private static String digest(byte[] content) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
