package io.mvcbridge.jakarta.context;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;

import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * The methods that components want to be called after they were made and before they are
 * given up (Servlet 6.1 §15.5.5 and §15.5.6): those with {@code @PostConstruct} and
 * {@code @PreDestroy}, and those that a descriptor names for a class. Those of a super
 * class come first. The annotations are known by their names, so that it does not matter
 * which class loader has them, or whether any has.
 */
public final class LifecycleCallbacks {

	/** What annotations say, and no descriptor. */
	public static final LifecycleCallbacks ANNOTATED = new LifecycleCallbacks(true, Map.of(), Map.of());

	private static final String POST_CONSTRUCT = "jakarta.annotation.PostConstruct";

	private static final String PRE_DESTROY = "jakarta.annotation.PreDestroy";

	private final boolean annotated;

	private final Map<String, String> postConstruct;

	private final Map<String, String> preDestroy;

	/**
	 * Makes callbacks.
	 * @param annotated whether annotations count
	 * @param postConstruct methods by class names; they win over annotations of the class
	 * @param preDestroy methods by class names, likewise
	 */
	public LifecycleCallbacks(boolean annotated, Map<String, String> postConstruct, Map<String, String> preDestroy) {
		this.annotated = annotated;
		this.postConstruct = Map.copyOf(postConstruct);
		this.preDestroy = Map.copyOf(preDestroy);
	}

	/**
	 * To be called when an instance was made.
	 * @throws ServletException if a method failed, or cannot be called
	 */
	void made(Object instance) throws ServletException {
		call(instance, instance.getClass(), POST_CONSTRUCT, this.postConstruct);
	}

	/**
	 * To be called when an instance is given up.
	 * @throws ServletException if a method failed, or cannot be called
	 */
	void givenUp(Object instance) throws ServletException {
		call(instance, instance.getClass(), PRE_DESTROY, this.preDestroy);
	}

	private void call(Object instance, Class<?> type, String annotation, Map<String, String> declared)
			throws ServletException {
		Class<?> parent = type.getSuperclass();
		if (parent != null && parent != Object.class) {
			call(instance, parent, annotation, declared);
		}
		Method method = method(type, annotation, declared.get(type.getName()));
		if (method != null && !isOverridden(method, instance.getClass())) {
			call(instance, method);
		}
	}

	private @Nullable Method method(Class<?> type, String annotation, @Nullable String declared)
			throws ServletException {
		if (declared != null) {
			try {
				return type.getDeclaredMethod(declared);
			}
			catch (NoSuchMethodException ex) {
				throw new ServletException(type.getName() + " has no method " + declared
						+ "() without parameters, which a descriptor names as its lifecycle callback", ex);
			}
		}
		if (this.annotated) {
			for (Method candidate : type.getDeclaredMethods()) {
				if (isAnnotated(candidate, annotation) && !candidate.isBridge()) {
					return candidate;
				}
			}
		}
		return null;
	}

	private static boolean isAnnotated(Method method, String annotation) {
		for (Annotation candidate : method.getDeclaredAnnotations()) {
			if (candidate.annotationType().getName().equals(annotation)) {
				return true;
			}
		}
		return false;
	}

	/** What is overridden is the business of the class that overrides it. */
	private static boolean isOverridden(Method method, Class<?> type) {
		if (Modifier.isPrivate(method.getModifiers())) {
			return false;
		}
		for (Class<?> below = type; below != method.getDeclaringClass(); below = below.getSuperclass()) {
			try {
				below.getDeclaredMethod(method.getName());
				return true;
			}
			catch (NoSuchMethodException ex) {
				// Then perhaps in the class above it
				continue;
			}
		}
		return false;
	}

	private static void call(Object instance, Method method) throws ServletException {
		String name = method.getDeclaringClass().getName() + "." + method.getName();
		if (method.getParameterCount() > 0 || Modifier.isStatic(method.getModifiers())) {
			throw new ServletException(
					name + " cannot be a lifecycle callback: it has to be an instance method without parameters");
		}
		try {
			method.setAccessible(true);
			method.invoke(instance);
		}
		catch (InvocationTargetException ex) {
			throw new ServletException("The lifecycle callback " + name + " failed", ex.getCause());
		}
		catch (ReflectiveOperationException | RuntimeException ex) {
			throw new ServletException("The lifecycle callback " + name + " cannot be called", ex);
		}
	}

}
