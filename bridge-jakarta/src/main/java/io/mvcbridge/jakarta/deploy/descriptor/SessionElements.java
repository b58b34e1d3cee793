package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.SessionTrackingMode;
import org.jspecify.annotations.Nullable;

/** Sessions and their cookie. */
final class SessionElements {

	private SessionElements() {
	}

	static SessionConfig sessionConfig(XmlElement element) {
		element.allow("session-timeout", "cookie-config", "tracking-mode");
		List<Setting<SessionTrackingMode>> modes = element.children("tracking-mode")
			.stream()
			.map((mode) -> new Setting<>(ElementValues.constant(mode, SessionTrackingMode.class), mode.source()))
			.toList();
		return new SessionConfig(ElementValues.integer(element, "session-timeout"),
				cookie(element.child("cookie-config")), modes, element.source());
	}

	private static SessionConfig.Cookie cookie(@Nullable XmlElement element) {
		if (element == null) {
			return SessionConfig.Cookie.DEFAULT;
		}
		element.allow("name", "domain", "path", "comment", "http-only", "secure", "max-age", "attribute");
		Map<String, Parameter> attributes = new LinkedHashMap<>();
		for (XmlElement child : element.children("attribute")) {
			Parameter attribute = ElementValues.parameter(child, "attribute-name", "attribute-value");
			attributes.put(attribute.name().toLowerCase(Locale.ROOT), attribute);
		}
		return new SessionConfig.Cookie(element.settingOf("name"), element.settingOf("domain"),
				element.settingOf("path"), element.settingOf("comment"), ElementValues.flag(element, "http-only"),
				ElementValues.flag(element, "secure"), ElementValues.integer(element, "max-age"),
				List.copyOf(attributes.values()));
	}

}
