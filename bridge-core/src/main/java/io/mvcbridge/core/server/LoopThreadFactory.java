package io.mvcbridge.core.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * Makes virtual threads whose scheduler is ours. The JDK has that ability since Java 21
 * and offers it to nobody, so everything here is reflection on {@code java.lang}, which
 * the command line or the manifest has to open. Nothing else in this project looks behind
 * the JDK's API.
 * <p>
 * A virtual thread that is made by another one, without saying where it is to run,
 * inherits the scheduler of its maker. So whatever shall run on the JDK's own scheduler
 * has to name it if a carried thread may be the one that makes it.
 */
final class LoopThreadFactory {

	private static final String OPTION = "--add-opens=java.base/java.lang=";

	/**
	 * {@code (Executor scheduler, String name, int characteristics, Runnable task)}; a
	 * constant, so that the compiler sees through it. Null where it cannot be had.
	 */
	private static final @Nullable MethodHandle NEW_THREAD;

	private static final @Nullable Executor DEFAULT_SCHEDULER;

	private static final @Nullable String OBSTACLE;

	/**
	 * Who makes a thread may be serving another request, whose permit it passes on: what
	 * is inheritable of that must not get to this one.
	 */
	private static final int INHERITING_NOTHING;

	static {
		int characteristics = 0;
		MethodHandle newThread = null;
		Executor scheduler = null;
		String obstacle = null;
		try {
			Method method = open(Class.forName("java.lang.ThreadBuilders")
				.getDeclaredMethod("newVirtualThread", Executor.class, String.class, int.class, Runnable.class));
			Field field = open(Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER"));
			characteristics = open(Thread.class.getDeclaredField("NO_INHERIT_THREAD_LOCALS")).getInt(null);
			newThread = MethodHandles.lookup().unreflect(method);
			scheduler = (Executor) field.get(null);
			// A JVM that carries each virtual thread on a thread of its own says so here
			method.invoke(null, scheduler, "", characteristics, (Runnable) () -> {
			});
		}
		catch (NotOpenException ex) {
			obstacle = ex.getMessage();
		}
		catch (ReflectiveOperationException | RuntimeException | LinkageError ex) {
			obstacle = obstacle(ex);
		}
		NEW_THREAD = (obstacle == null) ? newThread : null;
		DEFAULT_SCHEDULER = (obstacle == null) ? scheduler : null;
		OBSTACLE = obstacle;
		INHERITING_NOTHING = characteristics;
	}

	private LoopThreadFactory() {
	}

	private static <T extends AccessibleObject> T open(T member) {
		if (!member.trySetAccessible()) {
			Module module = LoopThreadFactory.class.getModule();
			throw new NotOpenException("java.base does not open java.lang to it. Start Java with " + OPTION
					+ (module.isNamed() ? module.getName() : "ALL-UNNAMED")
					+ ", or let the manifest of the executable jar have the line Add-Opens: java.base/java.lang");
		}
		return member;
	}

	private static String obstacle(Throwable cause) {
		int version = Runtime.version().feature();
		if (version < 21) {
			return "it needs virtual threads, and this is Java " + version + ". Run on Java 21 or later";
		}
		return "this JVM (Java " + version + ") is not built the way it needs ("
				+ ((cause.getCause() != null) ? cause.getCause() : cause)
				+ "). Run on a version of Java that the documentation names";
	}

	/**
	 * Why no such thread can be had here, and what to do about it.
	 * @return the reason and the cure, to be put behind a colon; null if they can be had
	 */
	static @Nullable String obstacle() {
		return OBSTACLE;
	}

	/**
	 * Makes a virtual thread.
	 * @param scheduler told whenever the thread is to go on, with what a platform thread
	 * has to run for that
	 * @param name the name of the thread
	 * @param task what the thread does
	 * @return the thread, not started
	 * @throws IllegalStateException if there is an {@link #obstacle()}
	 */
	static Thread newThread(Executor scheduler, String name, Runnable task) {
		MethodHandle newThread = NEW_THREAD;
		if (newThread == null) {
			throw unavailable();
		}
		try {
			return (Thread) newThread.invokeExact(scheduler, name, INHERITING_NOTHING, task);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("No virtual thread can be made", ex);
		}
	}

	/**
	 * Where the JDK runs virtual threads.
	 * @return the scheduler, which carries on whatever a scheduler is told
	 * @throws IllegalStateException if there is an {@link #obstacle()}
	 */
	static Executor defaultScheduler() {
		Executor scheduler = DEFAULT_SCHEDULER;
		if (scheduler == null) {
			throw unavailable();
		}
		return scheduler;
	}

	private static IllegalStateException unavailable() {
		return new IllegalStateException("Event loops cannot carry virtual threads: " + OBSTACLE);
	}

	private static final class NotOpenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		NotOpenException(String message) {
			super(message);
		}

	}

}
