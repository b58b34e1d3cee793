package io.mvcbridge.jakarta.deploy;

import java.nio.charset.Charset;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.mvcbridge.jakarta.context.LifecycleCallbacks;
import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import io.mvcbridge.jakarta.deploy.descriptor.ErrorPage;
import io.mvcbridge.jakarta.deploy.descriptor.Parameter;
import io.mvcbridge.jakarta.deploy.descriptor.SessionConfig;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import org.jspecify.annotations.Nullable;

/** Sets what a descriptor says of the application as a whole. */
final class DescriptorSettings {

	/** Looked for in directories where no descriptor says otherwise, by old custom. */
	private static final List<String> WELCOME_FILES = List.of("index.html", "index.htm", "index.jsp");

	/** What locales imply where no descriptor says otherwise, by old custom. */
	private static final Map<Locale, Charset> LOCALE_CHARSETS = localeCharsets();

	/** What an application that says nothing counts on (Servlet 6.1 §7.1). */
	private static final Set<SessionTrackingMode> TRACKING_MODES = Set.of(SessionTrackingMode.COOKIE,
			SessionTrackingMode.URL);

	private final WebDescriptor descriptor;

	private final ClassLoader classLoader;

	DescriptorSettings(WebDescriptor descriptor, ClassLoader classLoader) {
		this.descriptor = descriptor;
		this.classLoader = classLoader;
	}

	private static Map<Locale, Charset> localeCharsets() {
		Map<Locale, Charset> charsets = new HashMap<>();
		if (Charset.isSupported("Shift_JIS")) {
			charsets.put(Locale.JAPANESE, Charset.forName("Shift_JIS"));
		}
		return charsets;
	}

	void apply(WebApplicationBuilder<?> builder) {
		WebDescriptor.Version version = this.descriptor.version();
		if (version != null) {
			builder.effectiveVersion(version.major(), version.minor());
		}
		builder.displayName((this.descriptor.displayName() != null) ? this.descriptor.displayName().value() : null)
			.initParameters(map(this.descriptor.contextParams()))
			.mimeTypes(map(this.descriptor.mimeMappings()))
			.welcomeFiles(welcomeFiles())
			.localeCharsets(localeEncodings())
			.jspConfig(JspConfiguration.of(this.descriptor.jspConfig()))
			.lifecycleCallbacks(new LifecycleCallbacks(!this.descriptor.metadataComplete(),
					map(this.descriptor.postConstruct()), map(this.descriptor.preDestroy())));
		for (ErrorPage page : this.descriptor.errorPages()) {
			builder.errorPage(page.status(), exceptionType(page), page.location());
		}
		applySession(builder, this.descriptor.sessionConfig());
	}

	private static Map<String, String> map(List<Parameter> parameters) {
		Map<String, String> map = new LinkedHashMap<>();
		for (Parameter parameter : parameters) {
			map.put(parameter.name(), parameter.value());
		}
		return map;
	}

	private List<String> welcomeFiles() {
		List<Setting<String>> declared = this.descriptor.welcomeFiles();
		return declared.isEmpty() ? WELCOME_FILES
				: declared.stream().map(Setting::value).filter((file) -> !file.isEmpty()).toList();
	}

	private Map<Locale, Charset> localeEncodings() {
		Map<Locale, Charset> charsets = new HashMap<>(LOCALE_CHARSETS);
		for (Parameter mapping : this.descriptor.localeEncodings()) {
			Locale locale = Locale.forLanguageTag(mapping.name().replace('_', '-'));
			charsets.put(locale, Charset.forName(mapping.value()));
		}
		return charsets;
	}

	private @Nullable Class<? extends Throwable> exceptionType(ErrorPage page) {
		if (page.exceptionType() == null) {
			return null;
		}
		try {
			return Class.forName(page.exceptionType(), false, this.classLoader).asSubclass(Throwable.class);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw new DeploymentException(
					page.source() + ": the exception " + page.exceptionType() + " of the error page " + page.location()
							+ " is not found in the archive: correct its name, or add it",
					ex);
		}
		catch (ClassCastException ex) {
			throw new DeploymentException(page.source() + ": " + page.exceptionType() + ", which has the error page "
					+ page.location() + ", is no exception: name a class that can be thrown", ex);
		}
	}

	private static void applySession(WebApplicationBuilder<?> builder, @Nullable SessionConfig config) {
		// Out of the reach of scripts unless a descriptor says otherwise
		SessionConfig.Cookie cookie = (config != null) ? config.cookie() : SessionConfig.Cookie.DEFAULT;
		builder.sessionCookie((settings) -> {
			settings.setHttpOnly(true);
			applyCookie(settings, cookie);
		});
		if (config != null && config.timeout() != null) {
			builder.sessionTimeout(Duration.ofMinutes(config.timeout().value()));
		}
		builder.trackingModes(TRACKING_MODES);
	}

	private static void applyCookie(SessionCookieConfig settings, SessionConfig.Cookie cookie) {
		cookie.attributes().forEach((attribute) -> settings.setAttribute(attribute.name(), attribute.value()));
		if (cookie.name() != null) {
			settings.setName(cookie.name().value());
		}
		if (cookie.domain() != null) {
			settings.setDomain(cookie.domain().value());
		}
		if (cookie.path() != null) {
			settings.setPath(cookie.path().value());
		}
		if (cookie.httpOnly() != null) {
			settings.setHttpOnly(cookie.httpOnly().value());
		}
		if (cookie.secure() != null) {
			settings.setSecure(cookie.secure().value());
		}
		if (cookie.maxAge() != null) {
			settings.setMaxAge(cookie.maxAge().value());
		}
	}

}
