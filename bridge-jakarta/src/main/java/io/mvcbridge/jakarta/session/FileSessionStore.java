package io.mvcbridge.jakarta.session;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the sessions of a context in one file, which only its owner may read. The file
 * appears whole or not at all, and every session in it carries a checksum: a damaged file
 * costs the sessions from the damage on and nothing else.
 */
public final class FileSessionStore implements SessionStore {

	private static final Logger logger = LoggerFactory.getLogger(FileSessionStore.class);

	private static final int MAGIC = 0x4D564253;

	private static final int VERSION = 1;

	private static final Set<PosixFilePermission> OWNER_ONLY = EnumSet.of(PosixFilePermission.OWNER_READ,
			PosixFilePermission.OWNER_WRITE);

	private final Path file;

	/**
	 * Makes the store of a context.
	 * @param directory where its file is to lie; made when needed
	 * @param contextPath the context path, which names the file
	 */
	public FileSessionStore(Path directory, String contextPath) {
		this.file = directory.resolve("sessions" + contextPath.replace('/', '#') + ".bin");
	}

	@Override
	public Collection<StoredSession> take() throws IOException {
		if (!Files.exists(this.file)) {
			return List.of();
		}
		try {
			return read();
		}
		finally {
			Files.delete(this.file);
		}
	}

	private Collection<StoredSession> read() throws IOException {
		List<StoredSession> sessions = new ArrayList<>();
		try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(this.file)))) {
			if (in.readInt() != MAGIC || in.readInt() != VERSION) {
				throw new IOException("Not a session file of this version: " + this.file);
			}
			int count = in.readInt();
			while (sessions.size() < count) {
				sessions.add(readSession(in, count - sessions.size()));
			}
		}
		catch (DamagedException ex) {
			logger.warn("{} is damaged: {} sessions of it are kept, {} are lost", this.file, sessions.size(), ex.lost);
		}
		return sessions;
	}

	private StoredSession readSession(DataInputStream in, int left) throws IOException {
		try {
			int length = in.readInt();
			long checksum = in.readLong();
			if (length < 0 || length > Files.size(this.file)) {
				throw new DamagedException(left);
			}
			byte[] bytes = in.readNBytes(length);
			if (bytes.length < length || checksum(bytes) != checksum) {
				throw new DamagedException(left);
			}
			return decode(bytes);
		}
		catch (EOFException ex) {
			throw new DamagedException(left);
		}
	}

	@Override
	public void save(Collection<StoredSession> sessions) throws IOException {
		Path directory = this.file.toAbsolutePath().getParent();
		Files.createDirectories(directory);
		Path written = Files.createTempFile(directory, "sessions", ".tmp", ownerOnly());
		try {
			try (DataOutputStream out = new DataOutputStream(buffered(written))) {
				out.writeInt(MAGIC);
				out.writeInt(VERSION);
				out.writeInt(sessions.size());
				for (StoredSession session : sessions) {
					byte[] bytes = encode(session);
					out.writeInt(bytes.length);
					out.writeLong(checksum(bytes));
					out.write(bytes);
				}
			}
			Files.move(written, this.file, StandardCopyOption.REPLACE_EXISTING);
		}
		finally {
			Files.deleteIfExists(written);
		}
	}

	private static OutputStream buffered(Path path) throws IOException {
		return new BufferedOutputStream(Files.newOutputStream(path));
	}

	private static FileAttribute<?>[] ownerOnly() {
		// Elsewhere a file inherits the access list of its directory.
		return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
				? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(OWNER_ONLY) } : new FileAttribute<?>[0];
	}

	private static byte[] encode(StoredSession session) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		DataOutputStream out = new DataOutputStream(bytes);
		writeText(out, session.id());
		out.writeLong(session.creationTime());
		out.writeLong(session.lastAccessedTime());
		out.writeInt(session.maxInactiveInterval());
		out.writeBoolean(session.joined());
		out.writeInt(session.attributes().size());
		for (Map.Entry<String, byte[]> attribute : session.attributes().entrySet()) {
			writeText(out, attribute.getKey());
			out.writeInt(attribute.getValue().length);
			out.write(attribute.getValue());
		}
		return bytes.toByteArray();
	}

	private static StoredSession decode(byte[] bytes) throws IOException {
		DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
		String id = readText(in);
		long creationTime = in.readLong();
		long lastAccessedTime = in.readLong();
		int maxInactiveInterval = in.readInt();
		boolean joined = in.readBoolean();
		int count = in.readInt();
		Map<String, byte[]> attributes = new HashMap<>();
		for (int i = 0; i < count; i++) {
			String name = readText(in);
			attributes.put(name, in.readNBytes(in.readInt()));
		}
		return new StoredSession(id, creationTime, lastAccessedTime, maxInactiveInterval, joined, attributes);
	}

	// Not writeUTF, which knows no text longer than 64 KB.
	private static void writeText(DataOutputStream out, String text) throws IOException {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		out.writeInt(bytes.length);
		out.write(bytes);
	}

	private static String readText(DataInputStream in) throws IOException {
		return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
	}

	private static long checksum(byte[] bytes) {
		CRC32 checksum = new CRC32();
		checksum.update(bytes);
		return checksum.getValue();
	}

	/** From here on the file cannot be read. */
	private static final class DamagedException extends IOException {

		private static final long serialVersionUID = 1L;

		private final int lost;

		DamagedException(int lost) {
			super("damaged");
			this.lost = lost;
		}

	}

}
