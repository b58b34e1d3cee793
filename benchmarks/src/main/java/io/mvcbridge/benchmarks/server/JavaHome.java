package io.mvcbridge.benchmarks.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * The JDK that servers run on, which need not be the driver's.
 *
 * @param folder where it is
 * @param version such as {@code 25.0.3+9}
 * @param vendor who made it
 */
public record JavaHome(Path folder, String version, String vendor) {

	/**
	 * Looks at a JDK.
	 * @throws BenchmarkException if there is none in the folder
	 */
	public static JavaHome of(Path folder) {
		Path release = folder.resolve("release");
		if (!Files.isExecutable(folder.resolve("bin/java")) || !Files.isRegularFile(release)) {
			throw new BenchmarkException("There is no JDK in " + folder + " (option --java-home)");
		}
		if (!Files.isExecutable(folder.resolve("bin/jcmd"))) {
			throw new BenchmarkException(folder + " is a JRE: the benchmarks need jcmd, which a JDK has");
		}
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(release)) {
			properties.load(reader);
		}
		catch (IOException ex) {
			throw new BenchmarkException("Cannot read " + release, ex);
		}
		String version = unquoted(properties, "JAVA_RUNTIME_VERSION", unquoted(properties, "JAVA_VERSION", "unknown"));
		return new JavaHome(folder, version, unquoted(properties, "IMPLEMENTOR", "unknown"));
	}

	/** The feature version, such as 25. */
	public int major() {
		return Runtime.Version.parse(this.version.replaceFirst("[-+].*", "")).feature();
	}

	String java() {
		return this.folder.resolve("bin/java").toString();
	}

	String jcmd() {
		return this.folder.resolve("bin/jcmd").toString();
	}

	private static String unquoted(Properties properties, String name, String defaultValue) {
		return properties.getProperty(name, defaultValue).replace("\"", "");
	}

}
