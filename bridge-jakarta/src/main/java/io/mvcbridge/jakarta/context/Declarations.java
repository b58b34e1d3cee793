package io.mvcbridge.jakarta.context;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Where the components go that are declared and not added by a program: those of
 * descriptors and annotations. They are there before the first initializer runs, which
 * may look at them and add to them. Other than {@link ServletContext} it loads no class
 * and takes nothing from the annotations of one: whoever declares has looked at these.
 */
public interface Declarations {

	/**
	 * What declares; called once, by the thread that builds the kernel, with the
	 * application's class loader as context class loader.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * Declares what the application consists of.
		 * @param declarations where it goes
		 * @throws ServletException if the application cannot start
		 */
		void declare(Declarations declarations) throws ServletException;

	}

	/**
	 * The context, for all that it takes from programs too: JSP files, init parameters,
	 * sessions, encodings.
	 */
	ServletContext context();

	/**
	 * Declares a servlet.
	 * @param name its name
	 * @param className its class; null for a registration that is not complete until an
	 * initializer or a declared listener adds a servlet of that name (Servlet 6.1 §4.4.1)
	 * @return the registration
	 * @throws IllegalArgumentException if a servlet of that name is declared
	 */
	ServletRegistration.Dynamic servlet(String name, @Nullable String className);

	/**
	 * Takes a declared servlet out of service: its mappings stay and answer 404.
	 * @param name its name
	 * @throws IllegalArgumentException if no servlet of that name is declared
	 */
	void disable(String name);

	/**
	 * Declares a filter.
	 * @param name its name
	 * @param className its class, or null, as for a servlet
	 * @return the registration
	 * @throws IllegalArgumentException if a filter of that name is declared
	 */
	FilterRegistration.Dynamic filter(String name, @Nullable String className);

	/**
	 * Declares a listener, to be made before the first initializer runs.
	 * @param className its class
	 */
	void listener(String className);

}
