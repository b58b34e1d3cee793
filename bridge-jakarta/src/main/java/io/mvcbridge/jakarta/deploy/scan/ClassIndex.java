package io.mvcbridge.jakarta.deploy.scan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import io.mvcbridge.jakarta.deploy.descriptor.Source;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes of a web archive by the places they are in, read and not loaded. Super
 * types that lie elsewhere are read where the class loader finds them. For one thread,
 * and not to be kept: it knows all that is in the archive.
 */
public final class ClassIndex {

	private static final Logger logger = LoggerFactory.getLogger(ClassIndex.class);

	private final ClassLoader classLoader;

	/** By place, in the order in which the places were added. */
	private final Map<String, Index> places = new LinkedHashMap<>();

	private final Map<DotName, ClassInfo> known = new HashMap<>();

	private final Map<DotName, Optional<ClassInfo>> elsewhere = new HashMap<>();

	private final Map<DotName, Set<DotName>> superTypes = new HashMap<>();

	/**
	 * Makes an index of nothing.
	 * @param classLoader finds class files that are not in the index
	 */
	public ClassIndex(ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	/**
	 * Reads the classes of a place. Of two classes of one name the first counts, as it
	 * does for the class loader. A class file that is damaged is logged and left out.
	 * @param place what the place is called in messages, like {@code WEB-INF/classes}
	 * @param path a directory of classes, or a jar
	 * @throws IOException if the place cannot be read
	 */
	public void add(String place, Path path) throws IOException {
		Indexer indexer = new Indexer();
		if (Files.isDirectory(path)) {
			addDirectory(indexer, place, path);
		}
		else {
			addJar(indexer, place, path);
		}
		Index index = indexer.complete();
		this.places.put(place, index);
		for (ClassInfo type : index.getKnownClasses()) {
			this.known.putIfAbsent(type.name(), type);
		}
	}

	private static void addDirectory(Indexer indexer, String place, Path directory) throws IOException {
		List<Path> files;
		try (Stream<Path> walk = Files.walk(directory)) {
			files = walk.filter((file) -> isClass(directory.relativize(file).toString().replace('\\', '/'))).toList();
		}
		catch (UncheckedIOException ex) {
			throw ex.getCause();
		}
		for (Path file : files) {
			try (InputStream content = Files.newInputStream(file)) {
				read(indexer, place, file.toString(), content);
			}
		}
	}

	private static void addJar(Indexer indexer, String place, Path jar) throws IOException {
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			for (var entries = zip.entries(); entries.hasMoreElements();) {
				ZipEntry entry = entries.nextElement();
				if (isClass(entry.getName())) {
					try (InputStream content = zip.getInputStream(entry)) {
						read(indexer, place, entry.getName(), content);
					}
				}
			}
		}
	}

	/** Not those of other Java versions, nor what only looks like a class. */
	private static boolean isClass(String name) {
		return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class")
				&& !name.endsWith("package-info.class");
	}

	private static void read(Indexer indexer, String place, String name, InputStream content) {
		try {
			indexer.index(content);
		}
		catch (IOException | RuntimeException ex) {
			// One class that nobody may ever load is no reason not to deploy all others
			logger.warn("{} in {} is no class file that can be read: its annotations do not count", name, place, ex);
		}
	}

	/**
	 * What the annotations of a place declare.
	 * @param place the place
	 * @return what they say; of {@code @WebServlet} and its like, and of the classes that
	 * servlets may be of
	 * @throws ScanException if an annotation says something that cannot be
	 */
	public WebDescriptor describe(String place) {
		Index index = this.places.get(place);
		if (index == null) {
			throw new IllegalArgumentException("The classes of " + place + " were not read");
		}
		return new AnnotationReader(this, index).read(WebDescriptor.builder(Source.of(place)));
	}

	/**
	 * The classes of all places, each once, by the order of the places and their names.
	 */
	Collection<ClassInfo> classes() {
		List<ClassInfo> all = new ArrayList<>();
		for (Index index : this.places.values()) {
			index.getKnownClasses()
				.stream()
				.filter((type) -> this.known.get(type.name()) == type)
				.sorted(Comparator.comparing(ClassInfo::name))
				.forEach(all::add);
		}
		return all;
	}

	/**
	 * Whether a class is one that the class loader finds, and not in the shadow of one.
	 */
	boolean isVisible(ClassInfo type) {
		return this.known.get(type.name()) == type;
	}

	/**
	 * A class, wherever it is.
	 * @param name its name
	 * @return the class, null if there is none that could be read
	 */
	@Nullable ClassInfo find(DotName name) {
		ClassInfo type = this.known.get(name);
		return (type != null) ? type : this.elsewhere.computeIfAbsent(name, this::readElsewhere).orElse(null);
	}

	private Optional<ClassInfo> readElsewhere(DotName name) {
		try (InputStream content = this.classLoader.getResourceAsStream(name.toString().replace('.', '/') + ".class")) {
			return (content != null) ? Optional.of(Index.singleClass(content)) : Optional.empty();
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("The super type {} cannot be read", name, ex);
			return Optional.empty();
		}
	}

	/**
	 * All classes and interfaces that a class is a kind of, without itself.
	 * @param type the class
	 * @return their names; those that cannot be found are in it, but not what is above
	 */
	Set<DotName> superTypes(ClassInfo type) {
		Set<DotName> all = this.superTypes.get(type.name());
		if (all == null) {
			all = new HashSet<>();
			// Before the rest: damaged classes may be their own parents
			this.superTypes.put(type.name(), all);
			if (type.superName() != null) {
				addWithSuperTypes(type.superName(), all);
			}
			for (DotName each : type.interfaceNames()) {
				addWithSuperTypes(each, all);
			}
		}
		return all;
	}

	private void addWithSuperTypes(DotName name, Set<DotName> all) {
		all.add(name);
		ClassInfo type = find(name);
		if (type != null) {
			all.addAll(superTypes(type));
		}
	}

}
