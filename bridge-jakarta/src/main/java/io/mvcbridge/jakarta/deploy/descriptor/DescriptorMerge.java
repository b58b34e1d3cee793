package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Assembles the descriptor that counts from {@code web.xml}, web fragments and
 * annotations (Servlet 6.1 §8.2.3). The {@code web.xml} wins over fragments, those over
 * annotations. What may be there any number of times adds up; where one thing is said
 * twice, two fragments (or two annotations) that contradict each other are an error
 * unless somebody stronger has spoken.
 */
public final class DescriptorMerge {

	private final @Nullable WebDescriptor webXml;

	private final List<WebFragment> fragments;

	private final List<Contribution> contributions;

	private final WebDescriptorBuilder merged;

	private DescriptorMerge(@Nullable WebDescriptor webXml, @Nullable WebDescriptor classes,
			List<WebFragment> fragments) {
		this.webXml = webXml;
		this.fragments = fragments;
		this.contributions = Contribution.all(webXml, classes, fragments);
		this.merged = WebDescriptor.builder((webXml != null) ? webXml.source() : Source.of("WEB-INF/web.xml"));
	}

	/**
	 * Assembles the descriptor of an application. Of what must not count according to
	 * {@code metadata-complete} nothing does, whether it is given or not.
	 * @param webXml the {@code web.xml}, null if there is none
	 * @param classes what the classes in {@code WEB-INF/classes} say, null if they were
	 * not scanned
	 * @param fragments the archives that take part, in order: what
	 * {@link FragmentOrder#included()} says
	 * @param containerServlets names of servlets that the container has, like
	 * {@code default}, which may be mapped without being declared
	 * @return the descriptor that counts
	 * @throws DescriptorException if they contradict each other, or if together they make
	 * no sense
	 */
	public static WebDescriptor merge(@Nullable WebDescriptor webXml, @Nullable WebDescriptor classes,
			List<WebFragment> fragments, Set<String> containerServlets) {
		DescriptorMerge merge = new DescriptorMerge(webXml, classes, fragments);
		merge.takeOver();
		merge.mergeLists();
		merge.mergeNamed();
		merge.mergeResourceReferences();
		merge.merged.sessionConfig(SessionMerge.merge(merge.contributions));
		merge.merged.loginConfig(merge.loginConfig());
		ServletMerge servlets = new ServletMerge(merge.contributions, containerServlets);
		servlets.mergeInto(merge.merged);
		new FilterMerge(merge.contributions).mergeInto(merge.merged);
		return merge.merged.build();
	}

	/** What only the {@code web.xml} can say. */
	private void takeOver() {
		if (this.webXml == null) {
			return;
		}
		this.merged.version(this.webXml.version())
			.metadataComplete(this.webXml.metadataComplete())
			.name(this.webXml.name())
			.displayName(this.webXml.displayName())
			.distributable(distributable(this.webXml))
			.defaultContextPath(this.webXml.defaultContextPath())
			.requestCharacterEncoding(this.webXml.requestCharacterEncoding())
			.responseCharacterEncoding(this.webXml.responseCharacterEncoding())
			.denyUncoveredHttpMethods(this.webXml.denyUncoveredHttpMethods())
			.absoluteOrdering(this.webXml.absoluteOrdering());
	}

	/** Only if all say so; an archive without a descriptor has no say. */
	private boolean distributable(WebDescriptor main) {
		if (main.metadataComplete()) {
			return main.distributable();
		}
		for (WebFragment fragment : this.fragments) {
			if (fragment.descriptor() != null && !fragment.descriptor().distributable()) {
				return false;
			}
		}
		return main.distributable();
	}

	private void mergeLists() {
		distinct(WebDescriptor::listeners, this.merged::listener);
		distinct(WebDescriptor::welcomeFiles, this.merged::welcomeFile);
		distinct(WebDescriptor::securityRoles, this.merged::securityRole);
		for (Contribution contribution : this.contributions) {
			contribution.descriptor().jspConfig().propertyGroups().forEach(this.merged::jspPropertyGroup);
			contribution.descriptor().securityConstraints().forEach(this.merged::securityConstraint);
		}
		strongest(WebDescriptor::postConstruct, this.merged::postConstruct);
		strongest(WebDescriptor::preDestroy, this.merged::preDestroy);
	}

	private void distinct(Function<WebDescriptor, List<Setting<String>>> list, Consumer<Setting<String>> target) {
		Set<String> values = new LinkedHashSet<>();
		for (Contribution contribution : this.contributions) {
			list.apply(contribution.descriptor()).forEach((setting) -> {
				if (values.add(setting.value())) {
					target.accept(setting);
				}
			});
		}
	}

	/** A {@code web.xml} that names one of them has to name all of them. */
	private void strongest(Function<WebDescriptor, List<Parameter>> list, Consumer<Parameter> target) {
		Statements<Parameter> statements = new Statements<>();
		for (Contribution contribution : this.contributions) {
			list.apply(contribution.descriptor())
				.forEach((parameter) -> statements.add(parameter, contribution.layer()));
		}
		statements.all().forEach(target);
	}

	private void mergeNamed() {
		NamedStatements<Parameter> contextParams = new NamedStatements<>();
		NamedStatements<Parameter> mimeMappings = new NamedStatements<>();
		NamedStatements<Parameter> localeEncodings = new NamedStatements<>();
		NamedStatements<ErrorPage> errorPages = new NamedStatements<>();
		NamedStatements<JspConfig.TagLibrary> tagLibraries = new NamedStatements<>();
		for (Contribution contribution : this.contributions) {
			WebDescriptor descriptor = contribution.descriptor();
			contextParams.addAll(descriptor.contextParams(), Parameter::name, contribution.layer());
			mimeMappings.addAll(descriptor.mimeMappings(), Parameter::name, contribution.layer());
			localeEncodings.addAll(descriptor.localeEncodings(), Parameter::name, contribution.layer());
			errorPages.addAll(descriptor.errorPages(), DescriptorMerge::error, contribution.layer());
			tagLibraries.addAll(descriptor.jspConfig().tagLibraries(), JspConfig.TagLibrary::uri, contribution.layer());
		}
		NamedStatements.settled(contextParams, "The context-param '%s'").forEach(this.merged::contextParam);
		NamedStatements.settled(mimeMappings, "The media type of the extension '%s'").forEach(this.merged::mimeMapping);
		NamedStatements.settled(localeEncodings, "The encoding of the locale '%s'")
			.forEach(this.merged::localeEncoding);
		errorPages.settled("The error page for %s", ErrorPage::location, ErrorPage::source)
			.forEach(this.merged::errorPage);
		tagLibraries
			.settled("The location of the taglib '%s'", JspConfig.TagLibrary::location, JspConfig.TagLibrary::source)
			.forEach(this.merged::tagLibrary);
	}

	private static String error(ErrorPage page) {
		if (page.status() != null) {
			return "status " + page.status();
		}
		return (page.exceptionType() != null) ? page.exceptionType() : "all errors";
	}

	private @Nullable LoginConfig loginConfig() {
		Statements<LoginConfig> statements = new Statements<>();
		for (Contribution contribution : this.contributions) {
			statements.add(contribution.descriptor().loginConfig(), contribution.layer());
		}
		return statements.settled("The login-config", (login) -> Arrays.asList(login.authMethod(), login.realm(),
				login.formLoginPage(), login.formErrorPage()), LoginConfig::source);
	}

	/** Injection targets add up, whoever's word counts for the rest. */
	private void mergeResourceReferences() {
		NamedStatements<ResourceReference> references = new NamedStatements<>();
		Map<String, Map<String, ResourceReference.InjectionTarget>> targets = new LinkedHashMap<>();
		for (Contribution contribution : this.contributions) {
			for (ResourceReference reference : contribution.descriptor().resourceReferences()) {
				references.add(key(reference), reference, contribution.layer());
				Map<String, ResourceReference.InjectionTarget> own = targets.computeIfAbsent(key(reference),
						(key) -> new LinkedHashMap<>());
				reference.injectionTargets()
					.forEach((target) -> own.putIfAbsent(target.className() + "#" + target.target(), target));
			}
		}
		for (ResourceReference reference : references.settled("The %s", DescriptorMerge::content,
				ResourceReference::source)) {
			this.merged
				.resourceReference(new ResourceReference(reference.element(), reference.name(), reference.content(),
						List.copyOf(targets.getOrDefault(key(reference), Map.of()).values()), reference.source()));
		}
	}

	private static String key(ResourceReference reference) {
		return reference.element() + " '" + reference.name() + "'";
	}

	private static List<String> content(ResourceReference reference) {
		return reference.content().stream().map((part) -> part.name() + "=" + part.value()).toList();
	}

}
