package io.mvcbridge.spring.server;

import io.mvcbridge.core.server.ServerSettings;

/**
 * Changes the settings of the listener before it is made. Beans of this type are applied
 * in order, after the properties, each time a web server is created; by the thread that
 * creates it.
 */
@FunctionalInterface
public interface BridgeServerCustomizer {

	/**
	 * Changes the settings.
	 * @param settings the settings so far
	 */
	void customize(ServerSettings.Builder settings);

}
