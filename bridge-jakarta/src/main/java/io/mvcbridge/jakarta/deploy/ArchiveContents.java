package io.mvcbridge.jakarta.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import io.mvcbridge.jakarta.deploy.descriptor.DescriptorMerge;
import io.mvcbridge.jakarta.deploy.descriptor.DescriptorReader;
import io.mvcbridge.jakarta.deploy.descriptor.FragmentOrder;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import io.mvcbridge.jakarta.deploy.descriptor.WebFragment;
import io.mvcbridge.jakarta.deploy.scan.ClassIndex;
import io.mvcbridge.jakarta.deploy.scan.Initializers;
import org.jspecify.annotations.Nullable;

/**
 * What an archive says of itself, all taken together (Servlet 6.1 §8.2).
 *
 * @param descriptor what descriptors and annotations amount to
 * @param initializers the initializers, in order
 * @param resourceJars the jars with resources, in the order in which they are looked at
 * @param orderedLibraries the names of the jars in their order, null if no descriptor
 * gives them one
 */
record ArchiveContents(WebDescriptor descriptor, List<Initializers.Found> initializers, List<URL> resourceJars,
		@Nullable List<String> orderedLibraries) {

	private static final String WEB_XML = "WEB-INF/web.xml";

	private static final String FRAGMENT = "META-INF/web-fragment.xml";

	private static final String CLASSES = "WEB-INF/classes";

	private static final String LIBRARIES = "WEB-INF/lib/";

	private static final Set<String> CONTAINER_SERVLETS = Set.of("default", "jsp");

	/**
	 * Reads an archive.
	 * @param files its files
	 * @param classLoader its class loader
	 * @return what it says
	 * @throws IOException if something cannot be read
	 */
	static ArchiveContents read(ArchiveFiles files, ArchiveClassLoader classLoader) throws IOException {
		WebDescriptor webXml = webXml(files);
		Map<String, Path> jars = new LinkedHashMap<>();
		for (Path jar : files.libraries()) {
			jars.put(LIBRARIES + jar.getFileName(), jar);
		}
		boolean complete = webXml != null && webXml.metadataComplete();
		FragmentOrder order = FragmentOrder.of(webXml, fragments(jars, !complete));
		List<WebFragment> fragments = order.included();
		ClassIndex classes = new ClassIndex(classLoader);
		if (files.classes() != null) {
			classes.add(CLASSES, files.classes());
		}
		for (WebFragment fragment : fragments) {
			classes.add(fragment.archive(), jars.get(fragment.archive()));
		}
		List<Initializers.Found> initializers = initializers(files, classLoader, classes, fragments, jars);
		List<WebFragment> described = new ArrayList<>();
		for (WebFragment fragment : fragments) {
			described.add((complete || fragment.metadataComplete()) ? fragment
					: fragment.withAnnotations(classes.describe(fragment.archive())));
		}
		WebDescriptor own = (complete || files.classes() == null) ? null : classes.describe(CLASSES);
		WebDescriptor descriptor = DescriptorMerge.merge(webXml, own, described, CONTAINER_SERVLETS);
		return new ArchiveContents(descriptor, initializers, resourceJars(fragments, jars),
				order.specified() ? names(fragments) : null);
	}

	private static @Nullable WebDescriptor webXml(ArchiveFiles files) throws IOException {
		Path file = files.file(WEB_XML);
		if (file == null) {
			return null;
		}
		try (InputStream in = Files.newInputStream(file)) {
			return DescriptorReader.readWebXml(WEB_XML, in);
		}
	}

	/** Where {@code web.xml} says that it is complete, fragments are not looked at. */
	private static List<WebFragment> fragments(Map<String, Path> jars, boolean read) throws IOException {
		List<WebFragment> fragments = new ArrayList<>();
		for (Map.Entry<String, Path> jar : jars.entrySet()) {
			fragments.add(new WebFragment(jar.getKey(), fragment(jar.getKey(), jar.getValue(), read), null));
		}
		return fragments;
	}

	private static @Nullable WebDescriptor fragment(String name, Path jar, boolean read) throws IOException {
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			ZipEntry entry = read ? zip.getEntry(FRAGMENT) : null;
			if (entry == null) {
				return null;
			}
			try (InputStream in = zip.getInputStream(entry)) {
				return DescriptorReader.readWebFragment(name + "!/" + FRAGMENT, in);
			}
		}
		catch (ZipException ex) {
			throw new IOException(name + " is no jar that can be read (" + ex.getMessage() + "): replace it", ex);
		}
	}

	/**
	 * Those of the container first, then those of the archive; none of a jar that the
	 * order leaves out (Servlet 6.1 §8.2.4).
	 */
	private static List<Initializers.Found> initializers(ArchiveFiles files, ClassLoader classLoader,
			ClassIndex classes, List<WebFragment> fragments, Map<String, Path> jars) throws IOException {
		Initializers initializers = new Initializers(classes, classLoader);
		for (URL shared : Collections.list(classLoader.getParent().getResources(Initializers.SERVICE))) {
			var connection = shared.openConnection();
			connection.setUseCaches(false);
			try (InputStream in = connection.getInputStream()) {
				initializers.add(shared.toString(), in);
			}
		}
		Path own = files.file(CLASSES + "/" + Initializers.SERVICE);
		if (own != null) {
			try (InputStream in = Files.newInputStream(own)) {
				initializers.add(CLASSES + "/" + Initializers.SERVICE, in);
			}
		}
		for (WebFragment fragment : fragments) {
			try (ZipFile zip = new ZipFile(jars.get(fragment.archive()).toFile())) {
				ZipEntry entry = zip.getEntry(Initializers.SERVICE);
				if (entry != null) {
					try (InputStream in = zip.getInputStream(entry)) {
						initializers.add(fragment.archive() + "!/" + Initializers.SERVICE, in);
					}
				}
			}
		}
		return initializers.make();
	}

	/** Those that the order leaves out, too: it is about what their code does. */
	private static List<URL> resourceJars(List<WebFragment> fragments, Map<String, Path> jars)
			throws MalformedURLException {
		Map<String, Path> rest = new LinkedHashMap<>(jars);
		List<URL> urls = new ArrayList<>();
		for (WebFragment fragment : fragments) {
			urls.add(rest.remove(fragment.archive()).toUri().toURL());
		}
		for (Path jar : rest.values()) {
			urls.add(jar.toUri().toURL());
		}
		return urls;
	}

	private static List<String> names(List<WebFragment> fragments) {
		return fragments.stream().map((fragment) -> fragment.archive().substring(LIBRARIES.length())).toList();
	}

}
