package io.mvcbridge.jakarta.resource;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Directories that an application used while it ran. */
public final class DirectoryTree {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryTree.class);

	private DirectoryTree() {
	}

	/**
	 * Removes a directory and all that is in it, as far as that is possible; what is left
	 * is logged. Links are removed, not followed.
	 * @param directory the directory; nothing happens if it is not there
	 */
	public static void delete(Path directory) {
		try {
			Files.walkFileTree(directory, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
					Files.delete(file);
					return FileVisitResult.CONTINUE;
				}

				@Override
				public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
						throws IOException {
					Files.delete(visited);
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (NoSuchFileException ex) {
			logger.debug("Something removed {} already", directory, ex);
		}
		catch (IOException ex) {
			logger.warn("The temporary directory {} could not be removed", directory, ex);
		}
	}

}
