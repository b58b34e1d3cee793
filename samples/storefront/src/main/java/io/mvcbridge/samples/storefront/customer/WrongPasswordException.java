package io.mvcbridge.samples.storefront.customer;

/**
 * Thrown when the current password, asked for before it is changed, is wrong.
 */
public class WrongPasswordException extends RuntimeException {

	public WrongPasswordException() {
		super("The current password is wrong");
	}

}
