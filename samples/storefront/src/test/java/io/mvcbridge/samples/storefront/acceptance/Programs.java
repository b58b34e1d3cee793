package io.mvcbridge.samples.storefront.acceptance;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Programs of the operating system that tests are run with, and the condition that skips
 * a test for whose programs nobody cared.
 */
final class Programs implements ExecutionCondition {

	/** What Debian calls the package, where that is not the name of the program. */
	private static final Map<String, String> PACKAGES = Map.of("nginx", "nginx-light", "chromedriver",
			"chromium-driver", "postgres", "postgresql", "initdb", "postgresql");

	/** Where Debian puts what is not on everybody's path. */
	private static final List<String> SYSTEM_FOLDERS = List.of("/usr/local/sbin", "/usr/sbin", "/sbin");

	/** Where Debian keeps one folder for each major version. */
	private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

	/**
	 * Find a program.
	 * @param name its name
	 * @return the executable file, or null if there is none
	 */
	static @Nullable Path find(String name) {
		String path = System.getenv().getOrDefault("PATH", "");
		return Stream
			.of(Arrays.stream(path.split(File.pathSeparator)), SYSTEM_FOLDERS.stream(), postgreSqlFolders().stream())
			.flatMap((folders) -> folders)
			.filter((folder) -> !folder.isBlank())
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
	}

	private static List<String> postgreSqlFolders() {
		String[] versions = POSTGRESQL.toFile().list();
		return (versions != null)
				? Arrays.stream(versions).map((version) -> POSTGRESQL + "/" + version + "/bin").toList() : List.of();
	}

	static String missing(String name) {
		return name + " is not installed (Debian: apt-get install " + PACKAGES.getOrDefault(name, name) + ")";
	}

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		List<String> wanted = AnnotationSupport.findAnnotation(context.getElement(), EnabledIfInstalled.class)
			.map((annotation) -> List.of(annotation.value()))
			.orElse(List.of());
		String missing = wanted.stream()
			.filter((name) -> find(name) == null)
			.map(Programs::missing)
			.collect(Collectors.joining(", "));
		return missing.isEmpty() ? ConditionEvaluationResult.enabled("Everything needed is installed")
				: ConditionEvaluationResult.disabled("Skipped: " + missing);
	}

}
