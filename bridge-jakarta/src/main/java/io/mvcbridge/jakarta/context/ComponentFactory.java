package io.mvcbridge.jakarta.context;

import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import jakarta.servlet.ServletException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes servlets, filters and listeners from their classes, each by its constructor
 * without arguments (Servlet 6.1 §4.4), and calls the methods that they want to be called
 * then and in the end. Those that the application has made itself are its own affair.
 */
final class ComponentFactory {

	private static final Logger logger = LoggerFactory.getLogger(ComponentFactory.class);

	private final ClassLoader classLoader;

	private final LifecycleCallbacks callbacks;

	private final Set<Object> made = Collections.newSetFromMap(Collections.synchronizedMap(new IdentityHashMap<>()));

	ComponentFactory(ClassLoader classLoader, LifecycleCallbacks callbacks) {
		this.classLoader = classLoader;
		this.callbacks = callbacks;
	}

	/**
	 * Loads a class of the application.
	 * @param <T> what it has to be
	 * @param className its name
	 * @param type what it has to be
	 * @return the class
	 * @throws ClassNotFoundException if the application's class loader does not find it
	 * @throws IllegalArgumentException if it is no {@code type}
	 */
	<T> Class<? extends T> load(String className, Class<T> type) throws ClassNotFoundException {
		Class<?> loaded = Class.forName(className, false, this.classLoader);
		if (!type.isAssignableFrom(loaded)) {
			throw new IllegalArgumentException(className + " does not implement " + type.getName());
		}
		return loaded.asSubclass(type);
	}

	/**
	 * Makes an instance.
	 * @param <T> its type
	 * @param type its class
	 * @return the instance
	 * @throws ServletException if the class has no such constructor or the constructor
	 * failed
	 */
	<T> T create(Class<T> type) throws ServletException {
		T instance = instantiate(type);
		this.callbacks.made(instance);
		this.made.add(instance);
		return instance;
	}

	/**
	 * Tells an instance that it is given up, if it was made here. What it throws is
	 * logged: the others have to end too.
	 * @param instance a servlet, filter or listener that was told all else
	 */
	void giveUp(Object instance) {
		if (this.made.remove(instance)) {
			try {
				this.callbacks.givenUp(instance);
			}
			catch (ServletException ex) {
				logger.error("{} was not told properly that it is given up", instance.getClass().getName(), ex);
			}
		}
	}

	/** Gives up what was made and never used, or whose end comes with that of all. */
	void giveUpAll() {
		for (Object instance : List.copyOf(this.made)) {
			giveUp(instance);
		}
	}

	private static <T> T instantiate(Class<T> type) throws ServletException {
		try {
			var constructor = type.getDeclaredConstructor();
			constructor.setAccessible(true);
			return constructor.newInstance();
		}
		catch (InvocationTargetException ex) {
			throw new ServletException("The constructor of " + type.getName() + " failed", ex.getCause());
		}
		catch (NoSuchMethodException ex) {
			throw new ServletException(type.getName() + " has no constructor without arguments", ex);
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			throw new ServletException(type.getName() + " cannot be instantiated", ex);
		}
	}

}
