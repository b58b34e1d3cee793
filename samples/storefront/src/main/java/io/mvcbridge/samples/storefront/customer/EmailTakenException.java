package io.mvcbridge.samples.storefront.customer;

/**
 * Thrown when an account with the e-mail address exists already.
 */
public class EmailTakenException extends RuntimeException {

	public EmailTakenException(String email) {
		super("There is an account for " + email + " already");
	}

}
