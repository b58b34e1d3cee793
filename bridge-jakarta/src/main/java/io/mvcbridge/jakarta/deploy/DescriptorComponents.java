package io.mvcbridge.jakarta.deploy;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.context.Declarations;
import io.mvcbridge.jakarta.deploy.descriptor.FilterDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.FilterMapping;
import io.mvcbridge.jakarta.deploy.descriptor.Parameter;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration.Multipart;
import io.mvcbridge.jakarta.deploy.descriptor.ServletMapping;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.Source;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Registration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.SessionTrackingMode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Declares the servlets, filters and listeners of a descriptor. */
final class DescriptorComponents implements Declarations.Source {

	private static final Logger logger = LoggerFactory.getLogger(DescriptorComponents.class);

	private final WebDescriptor descriptor;

	private final @Nullable List<String> orderedLibraries;

	private final ClassLoader classLoader;

	/**
	 * Makes the source.
	 * @param descriptor what descriptors and annotations amount to
	 * @param orderedLibraries the jars in their order, null if they have none
	 * @param classLoader the application's class loader
	 */
	DescriptorComponents(WebDescriptor descriptor, @Nullable List<String> orderedLibraries, ClassLoader classLoader) {
		this.descriptor = descriptor;
		this.orderedLibraries = orderedLibraries;
		this.classLoader = classLoader;
	}

	@Override
	public void declare(Declarations declarations) {
		ServletContext context = declarations.context();
		if (this.orderedLibraries != null) {
			context.setAttribute(ServletContext.ORDERED_LIBS, this.orderedLibraries);
		}
		Setting<String> requestEncoding = this.descriptor.requestCharacterEncoding();
		if (requestEncoding != null) {
			context.setRequestCharacterEncoding(requestEncoding.value());
		}
		Setting<String> responseEncoding = this.descriptor.responseCharacterEncoding();
		if (responseEncoding != null) {
			context.setResponseCharacterEncoding(responseEncoding.value());
		}
		if (this.descriptor.sessionConfig() != null && !this.descriptor.sessionConfig().trackingModes().isEmpty()) {
			Set<SessionTrackingMode> modes = new LinkedHashSet<>();
			this.descriptor.sessionConfig().trackingModes().forEach((mode) -> modes.add(mode.value()));
			context.setSessionTrackingModes(modes);
		}
		for (ServletDeclaration servlet : this.descriptor.servlets()) {
			declare(declarations, servlet);
		}
		for (ServletMapping mapping : this.descriptor.servletMappings()) {
			map(context, mapping);
		}
		for (FilterDeclaration filter : this.descriptor.filters()) {
			declare(declarations, filter);
		}
		for (FilterMapping mapping : this.descriptor.filterMappings()) {
			map(context, mapping);
		}
		for (Setting<String> listener : this.descriptor.listeners()) {
			declarations.listener(listener.value());
		}
	}

	private void declare(Declarations declarations, ServletDeclaration servlet) {
		ServletRegistration.Dynamic registration;
		if (servlet.jspFile() != null) {
			registration = declarations.context().addJspFile(servlet.name(), servlet.jspFile().value());
			if (registration == null) {
				throw new DeploymentException(servlet.source() + ": servlet '" + servlet.name()
						+ "' is declared twice: give one of them another name", null);
			}
		}
		else {
			Setting<String> className = servlet.className();
			registration = declarations.servlet(servlet.name(), (className != null) ? className.value() : null);
			warnIfMissing("Servlet", servlet.name(), className);
		}
		addInitParams(registration, servlet.initParams());
		if (servlet.loadOnStartup() != null) {
			registration.setLoadOnStartup(servlet.loadOnStartup().value());
		}
		if (servlet.asyncSupported() != null) {
			registration.setAsyncSupported(servlet.asyncSupported().value());
		}
		if (servlet.runAs() != null) {
			registration.setRunAsRole(servlet.runAs().value());
		}
		if (servlet.multipart() != null) {
			registration.setMultipartConfig(multipart(servlet.multipart()));
		}
		if (servlet.enabled() != null && !servlet.enabled().value()) {
			declarations.disable(servlet.name());
		}
	}

	private static MultipartConfigElement multipart(Multipart multipart) {
		return new MultipartConfigElement((multipart.location() != null) ? multipart.location() : "",
				(multipart.maxFileSize() != null) ? multipart.maxFileSize() : -1,
				(multipart.maxRequestSize() != null) ? multipart.maxRequestSize() : -1,
				(multipart.fileSizeThreshold() != null) ? multipart.fileSizeThreshold() : 0);
	}

	/**
	 * A class that is missing matters when it is needed: an application may carry
	 * declarations that nobody calls.
	 */
	private void warnIfMissing(String what, String name, @Nullable Setting<String> className) {
		if (className != null && this.classLoader.getResource(className.value().replace('.', '/') + ".class") == null) {
			logger.warn("{}: {} '{}' cannot be used, its class {} is not in the archive", className.source(), what,
					name, className.value());
		}
	}

	private static void addInitParams(Registration registration, List<Parameter> parameters) {
		for (Parameter parameter : parameters) {
			registration.setInitParameter(parameter.name(), parameter.value());
		}
	}

	private static void map(ServletContext context, ServletMapping mapping) {
		ServletRegistration registration = context.getServletRegistration(mapping.servletName());
		if (registration == null) {
			throw unknown("servlet", mapping.servletName(), mapping.source());
		}
		for (Setting<String> pattern : mapping.patterns()) {
			Set<String> conflicts;
			try {
				conflicts = registration.addMapping(pattern.value());
			}
			catch (IllegalArgumentException ex) {
				throw new DeploymentException(pattern.source() + ": " + ex.getMessage(), ex);
			}
			if (!conflicts.isEmpty()) {
				throw new DeploymentException(pattern.source() + ": the URL pattern '" + pattern.value()
						+ "' of servlet '" + mapping.servletName()
						+ "' is that of another servlet too: give it to one of them (Servlet 6.1 §12.2)", null);
			}
		}
	}

	private static DeploymentException unknown(String what, String name, Source source) {
		return new DeploymentException(source + ": there is no " + what + " '" + name
				+ "' to map: declare one of that name, or remove the mapping", null);
	}

	private void declare(Declarations declarations, FilterDeclaration filter) {
		Setting<String> className = filter.className();
		FilterRegistration.Dynamic registration = declarations.filter(filter.name(),
				(className != null) ? className.value() : null);
		addInitParams(registration, filter.initParams());
		if (filter.asyncSupported() != null) {
			registration.setAsyncSupported(filter.asyncSupported().value());
		}
	}

	private static void map(ServletContext context, FilterMapping mapping) {
		FilterRegistration registration = context.getFilterRegistration(mapping.filterName());
		if (registration == null) {
			throw unknown("filter", mapping.filterName(), mapping.source());
		}
		EnumSet<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
		types.addAll(mapping.dispatchers().isEmpty() ? Collections.singleton(DispatcherType.REQUEST)
				: mapping.dispatchers());
		String[] patterns = mapping.patterns().stream().map(Setting::value).toArray(String[]::new);
		String[] servletNames = mapping.servletNames().stream().map(Setting::value).toArray(String[]::new);
		try {
			if (patterns.length > 0) {
				registration.addMappingForUrlPatterns(types, true, patterns);
			}
			if (servletNames.length > 0) {
				registration.addMappingForServletNames(types, true, servletNames);
			}
		}
		catch (IllegalArgumentException ex) {
			throw new DeploymentException(mapping.source() + ": " + ex.getMessage(), ex);
		}
	}

}
