package io.mvcbridge.jakarta.context;

/**
 * Makes a class loader the context class loader of this thread until it is closed.
 */
final class ClassLoaderScope implements AutoCloseable {

	private final Thread thread = Thread.currentThread();

	private final ClassLoader previous = this.thread.getContextClassLoader();

	ClassLoaderScope(ClassLoader classLoader) {
		this.thread.setContextClassLoader(classLoader);
	}

	@Override
	public void close() {
		this.thread.setContextClassLoader(this.previous);
	}

}
