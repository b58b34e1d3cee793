package io.mvcbridge.samples.storefront.order;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Thrown for an order that does not exist, or is none of the asker's business.
 */
@ResponseStatus(HttpStatus.NOT_FOUND)
public class NoSuchOrderException extends RuntimeException {

	public NoSuchOrderException(String number) {
		super("There is no order '" + number + "'");
	}

}
