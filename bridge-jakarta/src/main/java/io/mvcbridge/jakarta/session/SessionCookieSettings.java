package io.mvcbridge.jakarta.session;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import jakarta.servlet.SessionCookieConfig;
import org.jspecify.annotations.Nullable;

/**
 * How the session cookie is to look. Attributes live in one map only, so that typed and
 * generic access cannot disagree. Written by the thread that initialises the context,
 * read by all after {@link #freeze()}.
 */
final class SessionCookieSettings implements SessionCookieConfig {

	private static final String SEPARATORS = "()<>@,;:\\\"/[]?={} \t";

	private static final String DOMAIN = "Domain";

	private static final String PATH = "Path";

	private static final String HTTP_ONLY = "HttpOnly";

	private static final String SECURE = "Secure";

	private static final String MAX_AGE = "Max-Age";

	private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	private @Nullable String name;

	private volatile boolean frozen;

	/** Scripts do not see the cookie unless the application wants them to. */
	SessionCookieSettings() {
		this.attributes.put(HTTP_ONLY, "");
	}

	void freeze() {
		this.frozen = true;
	}

	@Override
	public void setName(@Nullable String name) {
		requireConfigurable();
		if (name != null) {
			requireToken(name);
		}
		this.name = name;
	}

	@Override
	public @Nullable String getName() {
		return this.name;
	}

	@Override
	public void setDomain(@Nullable String domain) {
		put(DOMAIN, domain);
	}

	@Override
	public @Nullable String getDomain() {
		return getAttribute(DOMAIN);
	}

	@Override
	public void setPath(@Nullable String path) {
		put(PATH, path);
	}

	@Override
	public @Nullable String getPath() {
		return getAttribute(PATH);
	}

	@Override
	@Deprecated
	@SuppressWarnings("removal")
	public void setComment(@Nullable String comment) {
		requireConfigurable();
	}

	@Override
	@Deprecated
	@SuppressWarnings("removal")
	public @Nullable String getComment() {
		return null;
	}

	@Override
	public void setHttpOnly(boolean httpOnly) {
		put(HTTP_ONLY, httpOnly ? "" : null);
	}

	@Override
	public boolean isHttpOnly() {
		return isSet(HTTP_ONLY);
	}

	@Override
	public void setSecure(boolean secure) {
		put(SECURE, secure ? "" : null);
	}

	@Override
	public boolean isSecure() {
		return isSet(SECURE);
	}

	@Override
	public void setMaxAge(int maxAge) {
		put(MAX_AGE, String.valueOf(maxAge));
	}

	@Override
	public int getMaxAge() {
		String maxAge = getAttribute(MAX_AGE);
		return (maxAge != null) ? Integer.parseInt(maxAge) : -1;
	}

	@Override
	public void setAttribute(@Nullable String name, @Nullable String value) {
		if (name == null) {
			throw new IllegalArgumentException("A session cookie attribute needs a name");
		}
		requireToken(name);
		if (MAX_AGE.equalsIgnoreCase(name) && value != null) {
			Integer.parseInt(value);
		}
		put(name, value);
	}

	@Override
	public @Nullable String getAttribute(String name) {
		return this.attributes.get(name);
	}

	@Override
	public Map<String, String> getAttributes() {
		return Collections.unmodifiableMap(this.attributes);
	}

	private boolean isSet(String flag) {
		String value = getAttribute(flag);
		return value != null && !"false".equalsIgnoreCase(value);
	}

	private void put(String attribute, @Nullable String value) {
		requireConfigurable();
		if (value == null) {
			this.attributes.remove(attribute);
		}
		else {
			this.attributes.put(attribute, value);
		}
	}

	private void requireConfigurable() {
		if (this.frozen) {
			throw new IllegalStateException("The session cookie cannot be configured any more: the context is "
					+ "initialised. Do it in an initializer or in contextInitialized");
		}
	}

	private static void requireToken(String name) {
		boolean valid = !name.isEmpty();
		for (int i = 0; valid && i < name.length(); i++) {
			char c = name.charAt(i);
			valid = c > ' ' && c < 0x7F && SEPARATORS.indexOf(c) < 0;
		}
		if (!valid) {
			throw new IllegalArgumentException(
					"Not a valid name for a session cookie or its attribute: '" + name + "' (RFC 6265 §4.1.1)");
		}
	}

}
