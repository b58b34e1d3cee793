package io.mvcbridge.spring.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The properties of Tomcat, Jetty and Undertow, and ours that does the same.
 */
final class OtherServerProperties {

	private static final String NONE = "no equivalent";

	private static final List<ConfigurationPropertyName> PREFIXES = List.of(
			ConfigurationPropertyName.of("server.tomcat"), ConfigurationPropertyName.of("server.jetty"),
			ConfigurationPropertyName.of("server.undertow"));

	private static final Map<String, String> REPLACEMENTS = new HashMap<>();

	static {
		replace("bridge.max-active (a request beyond it waits bridge.acquire-timeout and then gets 503)",
				"server.tomcat.threads.max", "server.jetty.threads.max", "server.undertow.threads.worker");
		replace("bridge.event-loops", "server.jetty.threads.selectors", "server.undertow.threads.io");
		replace("bridge.acquire-timeout (a full server waits that long, then answers 503)",
				"server.tomcat.threads.max-queue-capacity", "server.jetty.threads.max-queue-capacity");
		replace("bridge.max-form-size", "server.tomcat.max-http-form-post-size",
				"server.jetty.max-http-form-post-size");
		replace("bridge.max-swallow-size", "server.tomcat.max-swallow-size");
		replace("bridge.max-parameters", "server.tomcat.max-parameter-count", "server.jetty.max-form-keys",
				"server.undertow.max-parameters");
		replace("bridge.max-parts", "server.tomcat.max-part-count");
		replace("bridge.max-part-header-size", "server.tomcat.max-part-header-size");
		replace("bridge.header-timeout", "server.tomcat.connection-timeout");
		replace("bridge.idle-timeout", "server.tomcat.keep-alive-timeout", "server.jetty.connection-idle-timeout",
				"server.undertow.no-request-timeout");
		replace("bridge.trusted-proxies", "server.tomcat.remoteip.internal-proxies",
				"server.tomcat.remoteip.trusted-proxies");
		replace("server.forward-headers-strategy=native (X-Forwarded-*, or Forwarded with bridge.forwarded-headers)",
				"server.tomcat.remoteip.remote-ip-header", "server.tomcat.remoteip.protocol-header",
				"server.tomcat.remoteip.host-header", "server.tomcat.remoteip.port-header");
		replace("not needed: connections are not limited in number", "server.tomcat.max-connections",
				"server.jetty.max-connections");
		replace("not needed: requests on a connection are not limited in number",
				"server.tomcat.max-keep-alive-requests");
		replace("not needed: always UTF-8", "server.tomcat.uri-encoding", "server.undertow.url-charset");
		replace("not needed: threads are made when they are needed", "server.tomcat.threads.min-spare",
				"server.jetty.threads.min", "server.jetty.threads.idle-timeout");
	}

	private OtherServerProperties() {
	}

	static boolean isOne(ConfigurationPropertyName name) {
		for (ConfigurationPropertyName prefix : PREFIXES) {
			if (prefix.isAncestorOf(name)) {
				return true;
			}
		}
		return false;
	}

	/** What to set instead, or that there is nothing. */
	static String replacement(ConfigurationPropertyName name) {
		StringBuilder uniform = new StringBuilder();
		for (int i = 0; i < name.getNumberOfElements(); i++) {
			if (!name.isNumericIndex(i)) {
				uniform.append(name.getElement(i, Form.UNIFORM));
			}
		}
		return REPLACEMENTS.getOrDefault(uniform.toString().toLowerCase(Locale.ROOT), NONE);
	}

	/** An environment variable cannot tell a dot from a dash: neither counts. */
	private static void replace(String replacement, String... names) {
		for (String name : names) {
			REPLACEMENTS.put(name.replaceAll("[^a-z0-9]", ""), replacement);
		}
	}

}
