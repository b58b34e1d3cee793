package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What one source says of a web application: a {@code web.xml}, a
 * {@code web-fragment.xml}, the annotations of an archive; or what all of them say
 * together, made by {@link DescriptorMerge}. Immutable; what is null was not said.
 *
 * @param source the file, or the archive whose classes were scanned
 * @param version the version of the Servlet specification that it was written for, null
 * if it does not say
 * @param metadataComplete whether nothing else counts (Servlet 6.1 §8.1)
 * @param name the name of a fragment; the module name of a {@code web.xml}
 * @param displayName what to call the application
 * @param distributable whether it may run in several JVMs
 * @param contextParams each name once
 * @param filters each name once
 * @param filterMappings in the order of the chain
 * @param listeners class names in the order in which they are called
 * @param servlets each name once
 * @param servletMappings in the order in which they were declared
 * @param sessionConfig sessions
 * @param mimeMappings file extensions without their dot as names, media types as values
 * @param welcomeFiles without a leading {@code /}; an empty one names no file, but counts
 * as a list of the application's own
 * @param errorPages each status and each exception once
 * @param jspConfig configuration of JSP pages
 * @param securityConstraints all that apply
 * @param loginConfig how users log in
 * @param securityRoles the roles of the application
 * @param localeEncodings locales as names, encodings as values
 * @param defaultContextPath where to deploy it if nobody says otherwise
 * @param requestCharacterEncoding the encoding of requests that name none
 * @param responseCharacterEncoding the encoding of responses that set none
 * @param denyUncoveredHttpMethods whether methods that no constraint of a URL covers are
 * refused (Servlet 6.1 §13.8.4.2)
 * @param absoluteOrdering of a {@code web.xml}
 * @param ordering of a {@code web-fragment.xml}
 * @param resourceReferences what it wants from its environment
 * @param postConstruct methods to call after an object was made: class names as names,
 * methods as values
 * @param preDestroy methods to call before an object is given up, likewise
 * @param annotatedClasses what annotations say of classes of servlets; in a merged
 * descriptor empty, because it was applied
 */
public record WebDescriptor(Source source, @Nullable Version version, boolean metadataComplete,
		@Nullable Setting<String> name, @Nullable Setting<String> displayName, boolean distributable,
		List<Parameter> contextParams, List<FilterDeclaration> filters, List<FilterMapping> filterMappings,
		List<Setting<String>> listeners, List<ServletDeclaration> servlets, List<ServletMapping> servletMappings,
		@Nullable SessionConfig sessionConfig, List<Parameter> mimeMappings, List<Setting<String>> welcomeFiles,
		List<ErrorPage> errorPages, JspConfig jspConfig, List<SecurityConstraint> securityConstraints,
		@Nullable LoginConfig loginConfig, List<Setting<String>> securityRoles, List<Parameter> localeEncodings,
		@Nullable Setting<String> defaultContextPath, @Nullable Setting<String> requestCharacterEncoding,
		@Nullable Setting<String> responseCharacterEncoding, boolean denyUncoveredHttpMethods,
		@Nullable AbsoluteOrdering absoluteOrdering, @Nullable RelativeOrdering ordering,
		List<ResourceReference> resourceReferences, List<Parameter> postConstruct, List<Parameter> preDestroy,
		List<AnnotatedClass> annotatedClasses) {

	public WebDescriptor {
		contextParams = List.copyOf(contextParams);
		filters = List.copyOf(filters);
		filterMappings = List.copyOf(filterMappings);
		listeners = List.copyOf(listeners);
		servlets = List.copyOf(servlets);
		servletMappings = List.copyOf(servletMappings);
		mimeMappings = List.copyOf(mimeMappings);
		welcomeFiles = List.copyOf(welcomeFiles);
		errorPages = List.copyOf(errorPages);
		securityConstraints = List.copyOf(securityConstraints);
		securityRoles = List.copyOf(securityRoles);
		localeEncodings = List.copyOf(localeEncodings);
		resourceReferences = List.copyOf(resourceReferences);
		postConstruct = List.copyOf(postConstruct);
		preDestroy = List.copyOf(preDestroy);
		annotatedClasses = List.copyOf(annotatedClasses);
	}

	/**
	 * Begins a descriptor that says nothing yet.
	 * @param source the file, or the archive whose classes were scanned
	 * @return a builder
	 */
	public static WebDescriptorBuilder builder(Source source) {
		return new WebDescriptorBuilder(source);
	}

	/**
	 * The version of a descriptor.
	 *
	 * @param major like 6
	 * @param minor like 1
	 */
	public record Version(int major, int minor) {

		@Override
		public String toString() {
			return this.major + "." + this.minor;
		}

	}

}
