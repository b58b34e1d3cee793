package io.mvcbridge.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/**
 * The modules of this project as they lie on disk: each folder with main sources, and the
 * classes that the build made of them.
 */
final class ProjectModules {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

	private ProjectModules() {
	}

	/** Every folder with main sources, relative to the root, and its compiled classes. */
	static Map<String, Path> classesByModule() {
		Map<String, Path> modules = new TreeMap<>();
		for (Path module : foldersWithMainSources()) {
			Path classes = module.resolve("target/classes");
			if (!Files.isDirectory(classes)) {
				throw new IllegalStateException(
						"No classes in " + classes + ": run this test from the root with ./mvnw verify");
			}
			modules.put(ROOT.relativize(module).toString(), classes);
		}
		return modules;
	}

	static JavaClasses importAll() {
		Collection<Path> classes = classesByModule().values();
		return new ClassFileImporter().importPaths(classes);
	}

	private static List<Path> foldersWithMainSources() {
		List<Path> found = new ArrayList<>();
		try {
			Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
					String name = folder.getFileName().toString();
					if (name.equals("target") || name.equals("node_modules") || name.startsWith(".")) {
						return FileVisitResult.SKIP_SUBTREE;
					}
					if (Files.isDirectory(folder.resolve("src/main/java"))) {
						found.add(folder);
						return FileVisitResult.SKIP_SUBTREE;
					}
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found;
	}

}
