package io.mvcbridge.jakarta.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class loader of a web archive (Servlet 6.1 §10.7.2): {@code WEB-INF/classes}, then
 * the jars of {@code WEB-INF/lib}, and only then the parent. The other way round for what
 * an application must not replace: classes of Java itself, and those that it shares with
 * this container.
 */
final class ArchiveClassLoader extends URLClassLoader {

	static {
		registerAsParallelCapable();
	}

	private static final Logger logger = LoggerFactory.getLogger(ArchiveClassLoader.class);

	/** Of these the parent's count, if it has them. */
	private static final String[] SHARED = { "java.", "jakarta.servlet.", "jakarta.el.", "io.mvcbridge.core.",
			"io.mvcbridge.jakarta." };

	/** Of these those count that are part of Java, and the application may add others. */
	private static final String[] PARTLY_OF_JAVA = { "javax.", "org.w3c.dom.", "org.xml.sax.", "org.ietf.jgss.", "jdk.",
			"sun.", "com.sun." };

	private static final ClassLoader JAVA = ClassLoader.getPlatformClassLoader();

	/**
	 * Makes the class loader.
	 * @param name what it calls itself in stack traces
	 * @param files the archive
	 * @param parent the parent
	 * @throws IOException if the archive cannot be read
	 */
	ArchiveClassLoader(String name, ArchiveFiles files, ClassLoader parent) throws IOException {
		super(name, urls(files), parent, new UncachedJars());
	}

	private static URL[] urls(ArchiveFiles files) throws IOException {
		List<URL> urls = new ArrayList<>();
		Path classes = files.classes();
		if (classes != null) {
			urls.add(url(classes));
		}
		for (Path library : files.libraries()) {
			urls.add(url(library));
		}
		return urls.toArray(URL[]::new);
	}

	private static URL url(Path file) throws MalformedURLException {
		return file.toUri().toURL();
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		// The lock of the class, which the JVM itself would take
		synchronized (getClassLoadingLock(name)) {
			Class<?> loaded = findLoadedClass(name);
			if (loaded == null) {
				loaded = load(name);
			}
			if (resolve) {
				resolveClass(loaded);
			}
			return loaded;
		}
	}

	private Class<?> load(String name) throws ClassNotFoundException {
		if (startsWithAny(name, SHARED)) {
			return super.loadClass(name, false);
		}
		Class<?> found = startsWithAny(name, PARTLY_OF_JAVA) ? find(JAVA, name) : null;
		if (found == null) {
			found = findOwn(name);
		}
		return (found != null) ? found : super.loadClass(name, false);
	}

	private static boolean startsWithAny(String name, String[] prefixes) {
		for (String prefix : prefixes) {
			if (name.startsWith(prefix)) {
				return true;
			}
		}
		return false;
	}

	private static @Nullable Class<?> find(ClassLoader classLoader, String name) {
		try {
			return classLoader.loadClass(name);
		}
		catch (ClassNotFoundException ex) {
			// Then somebody else may have it
			return null;
		}
	}

	private @Nullable Class<?> findOwn(String name) {
		try {
			return findClass(name);
		}
		catch (ClassNotFoundException ex) {
			// Then the parent may have it
			return null;
		}
	}

	@Override
	public @Nullable URL getResource(String name) {
		URL own = findResource(name);
		return (own != null) ? own : super.getResource(name);
	}

	@Override
	public Enumeration<URL> getResources(String name) throws IOException {
		List<URL> all = Collections.list(findResources(name));
		all.addAll(Collections.list(getParent().getResources(name)));
		return Collections.enumeration(all);
	}

	/** Closes the jars, and has the JDK forget what it keeps of the application. */
	@Override
	public void close() throws IOException {
		try {
			ResourceBundle.clearCache(this);
			if (findResource("META-INF/services/java.sql.Driver") != null) {
				removeDrivers();
			}
		}
		finally {
			super.close();
		}
	}

	@SuppressWarnings("unchecked")
	private void removeDrivers() throws IOException {
		String name = DriverRemoval.class.getName();
		byte[] code;
		try (InputStream in = DriverRemoval.class.getResourceAsStream("DriverRemoval.class")) {
			code = in.readAllBytes();
		}
		try {
			Class<?> removal = defineClass(name, code, 0, code.length);
			List<String> removed = ((Callable<List<String>>) removal.getDeclaredConstructor().newInstance()).call();
			logger.debug("The application had registered the JDBC drivers {}", removed);
		}
		catch (Exception | LinkageError ex) {
			// Whatever it is, the jars have to be closed
			logger.warn("The JDBC drivers of {} could not be removed: they keep its classes in memory", getName(), ex);
		}
	}

}
