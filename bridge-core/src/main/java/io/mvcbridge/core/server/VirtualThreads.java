package io.mvcbridge.core.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

import io.netty.channel.EventLoop;

/**
 * A new virtual thread for every piece of work. Written against Java 17, so the factory
 * is looked up by name.
 */
final class VirtualThreads implements ServletThreads {

	private final Executor executor;

	/**
	 * Looks the factory up.
	 * @throws IllegalStateException before Java 21
	 */
	VirtualThreads() {
		ThreadFactory factory = factory();
		this.executor = (task) -> factory.newThread(task).start();
	}

	private static ThreadFactory factory() {
		try {
			MethodHandles.Lookup lookup = MethodHandles.publicLookup();
			Class<?> builder = Class.forName("java.lang.Thread$Builder");
			Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
			Object named = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class))
				.invoke(lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual)).invoke(),
						"bridge-", 1L);
			// Who starts a thread may be serving another request, whose permit it passes
			// on
			Object alone = lookup
				.findVirtual(builder, "inheritInheritableThreadLocals", MethodType.methodType(builder, boolean.class))
				.invoke(named, false);
			return (ThreadFactory) lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class))
				.invoke(alone);
		}
		catch (ClassNotFoundException | NoSuchMethodException ex) {
			throw new IllegalStateException("Virtual threads need Java 21 or later, this is Java "
					+ Runtime.version().feature() + ": run on a later Java or use platform threads", ex);
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Virtual threads are not available", ex);
		}
	}

	@Override
	public boolean areLasting() {
		return false;
	}

	@Override
	public Executor executor(EventLoop loop) {
		return this.executor;
	}

	/** Nothing is kept: a virtual thread ends with its work. */
	@Override
	public void close() {
	}

}
