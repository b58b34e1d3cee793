package io.mvcbridge.jakarta.context;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;

/** Where a filter's instance comes from. Asked once. */
@FunctionalInterface
interface FilterSource {

	/**
	 * Hands out the instance.
	 * @return the instance, not initialised
	 * @throws ServletException if it cannot be made
	 */
	Filter get() throws ServletException;

}
