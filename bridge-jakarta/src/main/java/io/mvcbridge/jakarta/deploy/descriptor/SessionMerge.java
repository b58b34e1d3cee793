package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import jakarta.servlet.SessionTrackingMode;
import org.jspecify.annotations.Nullable;

/** Assembles the configuration of sessions, setting by setting. */
final class SessionMerge {

	private final List<Contribution> contributions;

	private SessionMerge(List<Contribution> contributions) {
		this.contributions = contributions;
	}

	static @Nullable SessionConfig merge(List<Contribution> contributions) {
		for (Contribution contribution : contributions) {
			SessionConfig config = contribution.descriptor().sessionConfig();
			if (config != null) {
				return new SessionMerge(contributions).merge(config.source());
			}
		}
		return null;
	}

	private SessionConfig merge(Source source) {
		return new SessionConfig(settled("session-timeout", SessionConfig::timeout), cookie(), trackingModes(), source);
	}

	private SessionConfig.Cookie cookie() {
		return new SessionConfig.Cookie(ofCookie("name", SessionConfig.Cookie::name),
				ofCookie("domain", SessionConfig.Cookie::domain), ofCookie("path", SessionConfig.Cookie::path),
				ofCookie("comment", SessionConfig.Cookie::comment),
				ofCookie("http-only", SessionConfig.Cookie::httpOnly), ofCookie("secure", SessionConfig.Cookie::secure),
				ofCookie("max-age", SessionConfig.Cookie::maxAge), attributes());
	}

	private <T> @Nullable Setting<T> ofCookie(String name,
			Function<SessionConfig.Cookie, @Nullable Setting<T>> setting) {
		return settled(name + " of the session cookie", (config) -> setting.apply(config.cookie()));
	}

	private <T> @Nullable Setting<T> settled(String what, Function<SessionConfig, @Nullable Setting<T>> setting) {
		Statements<Setting<T>> statements = new Statements<>();
		for (Contribution contribution : this.contributions) {
			SessionConfig config = contribution.descriptor().sessionConfig();
			if (config != null) {
				statements.add(setting.apply(config), contribution.layer());
			}
		}
		return Statements.settled(statements, "The " + what);
	}

	private List<Parameter> attributes() {
		NamedStatements<Parameter> attributes = new NamedStatements<>();
		for (Contribution contribution : this.contributions) {
			SessionConfig config = contribution.descriptor().sessionConfig();
			if (config != null) {
				attributes.addAll(config.cookie().attributes(),
						(attribute) -> attribute.name().toLowerCase(Locale.ROOT), contribution.layer());
			}
		}
		return NamedStatements.settled(attributes, "The attribute '%s' of the session cookie");
	}

	/** Those of fragments add up, unless the {@code web.xml} names any. */
	private List<Setting<SessionTrackingMode>> trackingModes() {
		Statements<Setting<SessionTrackingMode>> statements = new Statements<>();
		for (Contribution contribution : this.contributions) {
			SessionConfig config = contribution.descriptor().sessionConfig();
			if (config != null) {
				config.trackingModes().forEach((mode) -> statements.add(mode, contribution.layer()));
			}
		}
		Map<SessionTrackingMode, Setting<SessionTrackingMode>> modes = new LinkedHashMap<>();
		statements.all().forEach((mode) -> modes.putIfAbsent(mode.value(), mode));
		return new ArrayList<>(modes.values());
	}

}
