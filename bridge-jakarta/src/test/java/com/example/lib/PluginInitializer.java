package com.example.lib;

import java.util.Set;
import java.util.TreeSet;

import io.mvcbridge.jakarta.deploy.Gate;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;

/** Tells the test which classes it is given. */
@HandlesTypes({ Plugin.class, Marked.class })
public class PluginInitializer implements ServletContainerInitializer {

	@Override
	public void onStartup(Set<Class<?>> classes, ServletContext context) {
		Set<String> names = new TreeSet<>();
		if (classes != null) {
			classes.forEach((type) -> names.add(type.getSimpleName()));
		}
		Gate.event("plugins " + ((classes != null) ? names : null) + ", servlets "
				+ new TreeSet<>(context.getServletRegistrations().keySet()));
		var unfinished = context.addServlet("unfinished", LibraryServlet.class);
		if (unfinished != null) {
			unfinished.setInitParameter("by", "initializer");
		}
	}

}
