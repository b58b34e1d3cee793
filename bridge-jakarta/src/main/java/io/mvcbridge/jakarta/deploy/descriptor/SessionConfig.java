package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import jakarta.servlet.SessionTrackingMode;
import org.jspecify.annotations.Nullable;

/**
 * Sessions: {@code <session-config>}.
 *
 * @param timeout in minutes, zero or less for sessions that never time out; null for the
 * default
 * @param cookie the session cookie; each setting may be absent
 * @param trackingModes the modes, empty for the default
 * @param source where it was said
 */
public record SessionConfig(@Nullable Setting<Integer> timeout, Cookie cookie,
		List<Setting<SessionTrackingMode>> trackingModes, Source source) {

	public SessionConfig {
		trackingModes = List.copyOf(trackingModes);
	}

	/**
	 * The session cookie: {@code <cookie-config>}.
	 *
	 * @param name the name
	 * @param domain the domain
	 * @param path the path
	 * @param comment the comment, which RFC 6265 no longer knows
	 * @param httpOnly whether scripts do not see it
	 * @param secure whether it goes over secure connections only
	 * @param maxAge in seconds, negative for the life of the browser
	 * @param attributes any others, like {@code SameSite}; names differ in more than case
	 */
	public record Cookie(@Nullable Setting<String> name, @Nullable Setting<String> domain,
			@Nullable Setting<String> path, @Nullable Setting<String> comment, @Nullable Setting<Boolean> httpOnly,
			@Nullable Setting<Boolean> secure, @Nullable Setting<Integer> maxAge, List<Parameter> attributes) {

		/** A cookie of which nothing was said. */
		public static final Cookie DEFAULT = new Cookie(null, null, null, null, null, null, null, List.of());

		public Cookie {
			attributes = List.copyOf(attributes);
		}

	}

}
