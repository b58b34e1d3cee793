package io.mvcbridge.jakarta.context;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;

/**
 * Configures a servlet context while it starts, as a {@code ServletContainerInitializer}
 * may: registers servlets, filters and listeners. Called once, by the thread that builds
 * the kernel, with the application's class loader as context class loader.
 */
@FunctionalInterface
public interface ServletContextStartup {

	/**
	 * Registers what the application consists of.
	 * @param servletContext the context, open for registrations
	 * @throws ServletException if the application cannot start: the build fails with it
	 */
	void onStartup(ServletContext servletContext) throws ServletException;

}
