package io.mvcbridge.samples.storefront.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Pictures as files, so that a web server can send them. A file is named after the digest
 * of its content and never changes; what is here can be thrown away at any time, and
 * several instances of the shop may share it.
 */
@Component
public class PictureFolder {

	private static final Map<String, String> EXTENSIONS = Map.of("image/png", ".png", "image/jpeg", ".jpg", "image/gif",
			".gif", "image/svg+xml", ".svg");

	private final Path folder;

	/**
	 * Creates the folder if it is not there.
	 * @param folder where the files lie
	 * @throws IOException if it cannot be created
	 */
	PictureFolder(@Value("${storefront.pictures.folder}") Path folder) throws IOException {
		this.folder = Files.createDirectories(folder);
	}

	/**
	 * Say where the file of a picture is, or will be once it is {@link #write written}.
	 * @param version the picture
	 * @return the file, which need not exist
	 */
	public Path file(PictureVersion version) {
		return this.folder.resolve(version.digest() + EXTENSIONS.getOrDefault(version.contentType(), ""));
	}

	/**
	 * Write the file of a picture, whole or not at all: it gets its name when its content
	 * is on the disk.
	 * @param picture the picture
	 * @return the file
	 * @throws IOException if it cannot be written
	 */
	public Path write(ProductPicture picture) throws IOException {
		Path file = file(picture.version());
		// Another instance may have thrown the folder away with all that is in it.
		Files.createDirectories(this.folder);
		// Not createTempFile(), whose files nobody else may read.
		Path unfinished = this.folder.resolve(file.getFileName() + "." + UUID.randomUUID() + ".part");
		try {
			try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW,
					StandardOpenOption.WRITE)) {
				ByteBuffer content = ByteBuffer.wrap(picture.getContent());
				while (content.hasRemaining()) {
					channel.write(content);
				}
				channel.force(true);
			}
			return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
		}
		finally {
			Files.deleteIfExists(unfinished);
		}
	}

}
