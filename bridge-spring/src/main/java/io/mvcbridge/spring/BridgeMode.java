package io.mvcbridge.spring;

import java.util.Locale;

/** How long a booted application serves, and what its requests share. */
public enum BridgeMode {

	/** One application, booted once, serves any number of requests at once. */
	PERSISTENT,

	/** As {@link #PERSISTENT}, and beans that hold state live for one request only. */
	SANDBOX,

	/** The application is booted anew behind the open listener. */
	REBOOT;

	/** The mode as {@code bridge.mode} spells it. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
