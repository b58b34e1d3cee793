package io.mvcbridge.benchmarks.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Versions of the libraries that decide, as they lie in an executable jar.
 */
public final class Libraries {

	private static final Pattern ENTRY = Pattern
		.compile("BOOT-INF/lib/(spring-boot|spring-webmvc|spring-webflux|tomcat-embed-core|jetty-server"
				+ "|reactor-netty-core|netty-codec-http|bridge-core)-(\\d[^/]*)\\.jar");

	private Libraries() {
	}

	/** Such as {@code spring-boot 4.1.2}, in alphabetical order. */
	public static Set<String> in(Path jar) throws IOException {
		Set<String> found = new TreeSet<>();
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			zip.stream().forEach((entry) -> {
				Matcher name = ENTRY.matcher(entry.getName());
				if (name.matches()) {
					found.add(name.group(1) + " " + name.group(2));
				}
			});
		}
		return found;
	}

}
