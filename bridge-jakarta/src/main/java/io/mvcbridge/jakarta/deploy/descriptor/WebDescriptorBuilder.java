package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Collects what a {@link WebDescriptor} says. Lists keep the order in which they are
 * added to; a scalar that is set again is replaced. Checks nothing: each reader knows
 * what its source must not say, {@link DescriptorMerge} what contradicts the rest. For
 * one thread.
 */
public final class WebDescriptorBuilder {

	private final Source source;

	private boolean metadataComplete;

	private boolean distributable;

	private boolean denyUncoveredHttpMethods;

	private WebDescriptor.@Nullable Version version;

	private @Nullable Setting<String> name;

	private @Nullable Setting<String> displayName;

	private @Nullable SessionConfig sessionConfig;

	private @Nullable LoginConfig loginConfig;

	private @Nullable Setting<String> defaultContextPath;

	private @Nullable Setting<String> requestCharacterEncoding;

	private @Nullable Setting<String> responseCharacterEncoding;

	private @Nullable AbsoluteOrdering absoluteOrdering;

	private @Nullable RelativeOrdering ordering;

	private final List<Parameter> contextParams = new ArrayList<>();

	private final List<FilterDeclaration> filters = new ArrayList<>();

	private final List<FilterMapping> filterMappings = new ArrayList<>();

	private final List<Setting<String>> listeners = new ArrayList<>();

	private final List<ServletDeclaration> servlets = new ArrayList<>();

	private final List<ServletMapping> servletMappings = new ArrayList<>();

	private final List<Parameter> mimeMappings = new ArrayList<>();

	private final List<Setting<String>> welcomeFiles = new ArrayList<>();

	private final List<ErrorPage> errorPages = new ArrayList<>();

	private final List<JspConfig.TagLibrary> tagLibraries = new ArrayList<>();

	private final List<JspConfig.PropertyGroup> jspPropertyGroups = new ArrayList<>();

	private final List<SecurityConstraint> securityConstraints = new ArrayList<>();

	private final List<Setting<String>> securityRoles = new ArrayList<>();

	private final List<Parameter> localeEncodings = new ArrayList<>();

	private final List<ResourceReference> resourceReferences = new ArrayList<>();

	private final List<Parameter> postConstruct = new ArrayList<>();

	private final List<Parameter> preDestroy = new ArrayList<>();

	private final List<AnnotatedClass> annotatedClasses = new ArrayList<>();

	WebDescriptorBuilder(Source source) {
		this.source = source;
	}

	public WebDescriptorBuilder metadataComplete(boolean metadataComplete) {
		this.metadataComplete = metadataComplete;
		return this;
	}

	public WebDescriptorBuilder distributable(boolean distributable) {
		this.distributable = distributable;
		return this;
	}

	public WebDescriptorBuilder denyUncoveredHttpMethods(boolean denyUncoveredHttpMethods) {
		this.denyUncoveredHttpMethods = denyUncoveredHttpMethods;
		return this;
	}

	public WebDescriptorBuilder version(WebDescriptor.@Nullable Version version) {
		this.version = version;
		return this;
	}

	public WebDescriptorBuilder name(@Nullable Setting<String> name) {
		this.name = name;
		return this;
	}

	public WebDescriptorBuilder displayName(@Nullable Setting<String> displayName) {
		this.displayName = displayName;
		return this;
	}

	public WebDescriptorBuilder sessionConfig(@Nullable SessionConfig sessionConfig) {
		this.sessionConfig = sessionConfig;
		return this;
	}

	public WebDescriptorBuilder loginConfig(@Nullable LoginConfig loginConfig) {
		this.loginConfig = loginConfig;
		return this;
	}

	public WebDescriptorBuilder defaultContextPath(@Nullable Setting<String> defaultContextPath) {
		this.defaultContextPath = defaultContextPath;
		return this;
	}

	public WebDescriptorBuilder requestCharacterEncoding(@Nullable Setting<String> requestCharacterEncoding) {
		this.requestCharacterEncoding = requestCharacterEncoding;
		return this;
	}

	public WebDescriptorBuilder responseCharacterEncoding(@Nullable Setting<String> responseCharacterEncoding) {
		this.responseCharacterEncoding = responseCharacterEncoding;
		return this;
	}

	public WebDescriptorBuilder absoluteOrdering(@Nullable AbsoluteOrdering absoluteOrdering) {
		this.absoluteOrdering = absoluteOrdering;
		return this;
	}

	public WebDescriptorBuilder ordering(@Nullable RelativeOrdering ordering) {
		this.ordering = ordering;
		return this;
	}

	public WebDescriptorBuilder contextParam(Parameter contextParam) {
		this.contextParams.add(contextParam);
		return this;
	}

	public WebDescriptorBuilder filter(FilterDeclaration filter) {
		this.filters.add(filter);
		return this;
	}

	public WebDescriptorBuilder filterMapping(FilterMapping filterMapping) {
		this.filterMappings.add(filterMapping);
		return this;
	}

	public WebDescriptorBuilder listener(Setting<String> listener) {
		this.listeners.add(listener);
		return this;
	}

	public WebDescriptorBuilder servlet(ServletDeclaration servlet) {
		this.servlets.add(servlet);
		return this;
	}

	public WebDescriptorBuilder servletMapping(ServletMapping servletMapping) {
		this.servletMappings.add(servletMapping);
		return this;
	}

	public WebDescriptorBuilder mimeMapping(Parameter mimeMapping) {
		this.mimeMappings.add(mimeMapping);
		return this;
	}

	public WebDescriptorBuilder welcomeFile(Setting<String> welcomeFile) {
		this.welcomeFiles.add(welcomeFile);
		return this;
	}

	public WebDescriptorBuilder errorPage(ErrorPage errorPage) {
		this.errorPages.add(errorPage);
		return this;
	}

	public WebDescriptorBuilder tagLibrary(JspConfig.TagLibrary tagLibrary) {
		this.tagLibraries.add(tagLibrary);
		return this;
	}

	public WebDescriptorBuilder jspPropertyGroup(JspConfig.PropertyGroup jspPropertyGroup) {
		this.jspPropertyGroups.add(jspPropertyGroup);
		return this;
	}

	public WebDescriptorBuilder securityConstraint(SecurityConstraint securityConstraint) {
		this.securityConstraints.add(securityConstraint);
		return this;
	}

	public WebDescriptorBuilder securityRole(Setting<String> securityRole) {
		this.securityRoles.add(securityRole);
		return this;
	}

	public WebDescriptorBuilder localeEncoding(Parameter localeEncoding) {
		this.localeEncodings.add(localeEncoding);
		return this;
	}

	public WebDescriptorBuilder resourceReference(ResourceReference resourceReference) {
		this.resourceReferences.add(resourceReference);
		return this;
	}

	public WebDescriptorBuilder postConstruct(Parameter postConstruct) {
		this.postConstruct.add(postConstruct);
		return this;
	}

	public WebDescriptorBuilder preDestroy(Parameter preDestroy) {
		this.preDestroy.add(preDestroy);
		return this;
	}

	public WebDescriptorBuilder annotatedClass(AnnotatedClass annotatedClass) {
		this.annotatedClasses.add(annotatedClass);
		return this;
	}

	/** Builds the descriptor. */
	public WebDescriptor build() {
		return new WebDescriptor(this.source, this.version, this.metadataComplete, this.name, this.displayName,
				this.distributable, this.contextParams, this.filters, this.filterMappings, this.listeners,
				this.servlets, this.servletMappings, this.sessionConfig, this.mimeMappings, this.welcomeFiles,
				this.errorPages, new JspConfig(this.tagLibraries, this.jspPropertyGroups), this.securityConstraints,
				this.loginConfig, this.securityRoles, this.localeEncodings, this.defaultContextPath,
				this.requestCharacterEncoding, this.responseCharacterEncoding, this.denyUncoveredHttpMethods,
				this.absoluteOrdering, this.ordering, this.resourceReferences, this.postConstruct, this.preDestroy,
				this.annotatedClasses);
	}

}
