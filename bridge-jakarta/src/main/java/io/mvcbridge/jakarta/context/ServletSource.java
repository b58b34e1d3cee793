package io.mvcbridge.jakarta.context;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;

/**
 * Where a servlet's instance comes from. Asked again for another one when the last could
 * not be initialised.
 */
@FunctionalInterface
interface ServletSource {

	/**
	 * Hands out an instance that was not initialised, or whose initialisation failed.
	 * @return the instance
	 * @throws ServletException if it cannot be made
	 */
	Servlet get() throws ServletException;

}
