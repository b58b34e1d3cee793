package io.mvcbridge.jakarta.context;

import java.lang.reflect.InvocationTargetException;

import jakarta.servlet.ServletException;

/**
 * Makes servlets, filters and listeners from their classes, each by its constructor
 * without arguments (Servlet 6.1 §4.4).
 */
final class ComponentFactory {

	private final ClassLoader classLoader;

	ComponentFactory(ClassLoader classLoader) {
		this.classLoader = classLoader;
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
