package io.mvcbridge.jakarta.request;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

import jakarta.servlet.ServletException;

/** Makes what an application names by its class while a request runs. */
final class Instances {

	private Instances() {
	}

	/**
	 * Makes an instance.
	 * @param <T> its type
	 * @param type its class
	 * @param what what it is, for the message
	 * @return the instance
	 * @throws ServletException if the class has no constructor without arguments, or it
	 * failed
	 */
	static <T> T create(Class<T> type, String what) throws ServletException {
		try {
			Constructor<T> constructor = type.getDeclaredConstructor();
			constructor.setAccessible(true);
			return constructor.newInstance();
		}
		catch (InvocationTargetException ex) {
			throw new ServletException("The constructor of " + type.getName() + " threw", ex.getCause());
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			throw new ServletException(
					what + " needs an accessible constructor without arguments: " + type.getName() + " has none", ex);
		}
	}

}
