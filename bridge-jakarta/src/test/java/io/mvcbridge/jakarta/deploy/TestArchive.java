package io.mvcbridge.jakarta.deploy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs files and classes of the test into a web archive or a jar. */
public final class TestArchive {

	private final Map<String, byte[]> entries = new LinkedHashMap<>();

	/** Adds a file. */
	public TestArchive file(String name, String content) {
		this.entries.put(name, content.getBytes(StandardCharsets.UTF_8));
		return this;
	}

	/** Adds classes to {@code WEB-INF/classes}. */
	public TestArchive classes(Class<?>... types) throws IOException {
		return classes("WEB-INF/classes/", types);
	}

	/** Adds classes to a folder; an empty one for the root of a jar. */
	public TestArchive classes(String folder, Class<?>... types) throws IOException {
		for (Class<?> type : types) {
			String name = type.getName().replace('.', '/') + ".class";
			try (InputStream content = type.getClassLoader().getResourceAsStream(name)) {
				this.entries.put(folder + name, content.readAllBytes());
			}
		}
		return this;
	}

	/** Adds a {@code web.xml} of Servlet 6.1. */
	public TestArchive webXml(String content) {
		return file("WEB-INF/web.xml", descriptor("web-app", "", content));
	}

	/** Makes the text of a descriptor; its content begins in line 2. */
	public static String descriptor(String root, String attributes, String content) {
		return "<" + root + " xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"" + attributes + ">\n"
				+ content + "\n</" + root + ">";
	}

	/** Adds a jar to {@code WEB-INF/lib}. */
	public TestArchive library(String name, TestArchive jar) throws IOException {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		jar.write(content);
		this.entries.put("WEB-INF/lib/" + name, content.toByteArray());
		return this;
	}

	private void write(OutputStream out) throws IOException {
		try (ZipOutputStream zip = new ZipOutputStream(out)) {
			for (Map.Entry<String, byte[]> entry : this.entries.entrySet()) {
				zip.putNextEntry(new ZipEntry(entry.getKey()));
				zip.write(entry.getValue());
				zip.closeEntry();
			}
		}
	}

	/** Writes a file. */
	public Path pack(Path file) throws IOException {
		try (OutputStream out = Files.newOutputStream(file)) {
			write(out);
		}
		return file;
	}

	/** Writes a directory. */
	public Path explode(Path directory) throws IOException {
		for (Map.Entry<String, byte[]> entry : this.entries.entrySet()) {
			Path file = directory.resolve(entry.getKey());
			Files.createDirectories(file.getParent());
			Files.write(file, entry.getValue());
		}
		return directory;
	}

}
