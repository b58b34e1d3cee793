package io.mvcbridge.samples.storefront.catalogue;

/**
 * Thrown for an upload that is not a picture the shop can show. The message is written
 * for whoever uploaded it.
 */
public class UnusablePictureException extends RuntimeException {

	public UnusablePictureException(String message) {
		super(message);
	}

}
