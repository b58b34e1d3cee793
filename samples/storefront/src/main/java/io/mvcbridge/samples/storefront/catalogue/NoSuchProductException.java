package io.mvcbridge.samples.storefront.catalogue;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Thrown for a product that does not exist, or is no longer sold.
 */
@ResponseStatus(HttpStatus.NOT_FOUND)
public class NoSuchProductException extends RuntimeException {

	public NoSuchProductException(long id) {
		super("There is no product " + id);
	}

}
