package io.mvcbridge.jakarta.deploy;

import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.URLStreamHandlerFactory;

import org.jspecify.annotations.Nullable;

/**
 * Opens what a class loader finds in a jar without the cache of the JDK, which would keep
 * the jar open after the application has gone, and give the old one to the next.
 */
final class UncachedJars extends URLStreamHandler implements URLStreamHandlerFactory {

	@Override
	public @Nullable URLStreamHandler createURLStreamHandler(String protocol) {
		return protocol.equals("jar") ? this : null;
	}

	@Override
	protected URLConnection openConnection(URL url) throws IOException {
		URLConnection connection = new URL(url.toExternalForm()).openConnection();
		connection.setUseCaches(false);
		return connection;
	}

}
