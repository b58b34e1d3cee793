package io.mvcbridge.jakarta.deploy.scan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.ServletContainerInitializer;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The initializers of an application, in the order in which they are to run, and the
 * classes that each wants to know of (Servlet 6.1 §8.2.4). Nothing but the initializers
 * and these classes is loaded.
 */
public final class Initializers {

	/** Where a place names its initializers. */
	public static final String SERVICE = "META-INF/services/" + ServletContainerInitializer.class.getName();

	private static final Logger logger = LoggerFactory.getLogger(Initializers.class);

	private static final DotName HANDLES_TYPES = DotName.createSimple("jakarta.servlet.annotation.HandlesTypes");

	private final ClassIndex classes;

	private final ClassLoader classLoader;

	/** Class names, and where they were named. */
	private final Map<String, String> providers = new LinkedHashMap<>();

	/**
	 * Makes an empty list.
	 * @param classes the classes of the application
	 * @param classLoader the application's class loader
	 */
	public Initializers(ClassIndex classes, ClassLoader classLoader) {
		this.classes = classes;
		this.classLoader = classLoader;
	}

	/**
	 * Adds the initializers that a file names, as {@link java.util.ServiceLoader} reads
	 * it. One that was named before stays where it is.
	 * @param source what the file is called in messages
	 * @param content the file, which is not closed
	 * @throws IOException if it cannot be read
	 */
	public void add(String source, InputStream content) throws IOException {
		BufferedReader reader = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8));
		for (String line = reader.readLine(); line != null; line = reader.readLine()) {
			int comment = line.indexOf('#');
			String className = ((comment < 0) ? line : line.substring(0, comment)).strip();
			if (!className.isEmpty()) {
				this.providers.putIfAbsent(className, source);
			}
		}
	}

	/**
	 * Makes the initializers.
	 * @return them with their classes, in order
	 * @throws ScanException if one cannot be made
	 */
	public List<Found> make() {
		List<Found> found = new ArrayList<>();
		this.providers.forEach((className, source) -> {
			ServletContainerInitializer initializer = make(className, source);
			found.add(new Found(initializer, handled(className)));
		});
		return found;
	}

	private ServletContainerInitializer make(String className, String source) {
		try {
			Class<?> type = Class.forName(className, true, this.classLoader);
			return type.asSubclass(ServletContainerInitializer.class).getDeclaredConstructor().newInstance();
		}
		catch (ClassCastException ex) {
			throw new ScanException(
					className + ", named in " + source + ", is no " + ServletContainerInitializer.class.getName()
							+ ": remove it there, or remove a second copy of the Servlet API from WEB-INF/lib",
					ex);
		}
		catch (ReflectiveOperationException | LinkageError ex) {
			throw new ScanException("The initializer " + className + ", named in " + source
					+ ", cannot be made: it has to be a class with a public constructor without parameters (" + ex
					+ ")", ex);
		}
	}

	private @Nullable Set<Class<?>> handled(String className) {
		ClassInfo initializer = this.classes.find(DotName.createSimple(className));
		AnnotationInstance annotation = (initializer != null) ? initializer.declaredAnnotation(HANDLES_TYPES) : null;
		if (annotation == null) {
			return null;
		}
		Set<DotName> wanted = new LinkedHashSet<>();
		Arrays.stream(annotation.value().asClassArray()).map(Type::name).forEach(wanted::add);
		Set<Class<?>> matching = new LinkedHashSet<>();
		for (ClassInfo candidate : this.classes.classes()) {
			if (isWanted(candidate, wanted)) {
				load(candidate, matching);
			}
		}
		return matching.isEmpty() ? null : matching;
	}

	private boolean isWanted(ClassInfo candidate, Set<DotName> wanted) {
		Set<DotName> annotations = candidate.annotationsMap().keySet();
		Set<DotName> superTypes = this.classes.superTypes(candidate);
		for (DotName type : wanted) {
			if (superTypes.contains(type) || annotations.contains(type)) {
				return true;
			}
		}
		return false;
	}

	/** What lacks an optional library is left out (Servlet 6.1 §8.2.4). */
	private void load(ClassInfo candidate, Set<Class<?>> matching) {
		try {
			matching.add(Class.forName(candidate.name().toString(), false, this.classLoader));
		}
		catch (ClassNotFoundException | LinkageError ex) {
			logger.debug("{} matches @HandlesTypes, but cannot be loaded", candidate.name(), ex);
		}
	}

	/**
	 * An initializer.
	 *
	 * @param initializer the initializer
	 * @param classes the classes that it wants to know of, null if there are none or it
	 * wants none
	 */
	public record Found(ServletContainerInitializer initializer, @Nullable Set<Class<?>> classes) {

	}

}
