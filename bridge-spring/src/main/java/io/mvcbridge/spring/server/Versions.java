package io.mvcbridge.spring.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import org.jspecify.annotations.Nullable;
import reactor.netty.tcp.TcpServer;

/** What the libraries state about themselves. */
final class Versions {

	private static final String UNKNOWN = "unknown";

	private static final String BRIDGE = read();

	private Versions() {
	}

	/** The version this module was built as; also right when run from its classes. */
	static String bridge() {
		return BRIDGE;
	}

	static String reactorNetty() {
		return orUnknown(TcpServer.class.getPackage().getImplementationVersion());
	}

	static String netty() {
		io.netty.util.Version common = io.netty.util.Version.identify(TcpServer.class.getClassLoader())
			.get("netty-common");
		return orUnknown((common != null) ? common.artifactVersion() : null);
	}

	private static String orUnknown(@Nullable String version) {
		return (version != null) ? version : UNKNOWN;
	}

	private static String read() {
		try (InputStream in = Versions.class.getResourceAsStream("version.properties")) {
			Properties properties = new Properties();
			if (in != null) {
				properties.load(in);
			}
			return properties.getProperty("version", UNKNOWN);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Unable to read version.properties of MVC Bridge", ex);
		}
	}

}
