package io.mvcbridge.jakarta.route;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of one application and which of them stay off the event loops; it dies with
 * the application. A route is a method, a servlet mapping and a pattern of the
 * {@link RouteSource}. Safe for use by any thread.
 */
public final class LoopRoutes {

	private static final Logger logger = LoggerFactory.getLogger(LoopRoutes.class);

	/** Every such run that held no loop stands for as many. */
	private static final int SAMPLE = 16;

	/** Where routes are no patterns but paths, they could be without number. */
	static final int MAX_ROUTES = 512;

	private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

	private final RouteSource source;

	private final Map<String, Map<String, Group>> groups = new ConcurrentHashMap<>();

	private final LongSupplier clock;

	private volatile boolean anyOffLoop;

	/** Not exact: who counts at the same time as another may count for nothing. */
	private int runs;

	public LoopRoutes(RouteSource source) {
		this(source, System::nanoTime);
	}

	LoopRoutes(RouteSource source, LongSupplier clock) {
		this.source = source;
		this.clock = clock;
	}

	/** Where patterns come from. */
	public RouteSource source() {
		return this.source;
	}

	/** Whether there is a route that stays off the event loops. */
	public boolean isAnyOffLoop() {
		return this.anyOffLoop;
	}

	/**
	 * Whether a run is to be noted: one that held its loop, and every sixteenth of the
	 * others. That is what most runs cost.
	 * @param nanos for how long it held its loop, 0 if it did not run on one
	 * @return whether to call {@link #note}
	 */
	public boolean isWorthNoting(long nanos) {
		return nanos >= Route.HOLD || (++this.runs & (SAMPLE - 1)) == 0;
	}

	/**
	 * Notes a run.
	 * @param method the method of the request
	 * @param mapping the URL pattern of the servlet
	 * @param pattern the pattern of the route, from the source
	 * @param nanos as above
	 */
	public void note(String method, String mapping, String pattern, long nanos) {
		String kind = METHODS.contains(method) ? method : "*";
		Group group = this.groups.computeIfAbsent(mapping, (key) -> new ConcurrentHashMap<>())
			.computeIfAbsent(kind, (key) -> new Group());
		Route route = group.route(pattern);
		if (nanos < Route.HOLD) {
			route.ran(SAMPLE);
		}
		else if (route.held(nanos, this.clock.getAsLong())) {
			logger.info(
					"{} {} has held its event loop for {} ms, and not for the first time: {} it runs on ordinary virtual "
							+ "threads, so that other connections do not wait for it",
					kind, pattern.isEmpty() ? mapping : pattern, TimeUnit.NANOSECONDS.toMillis(nanos), route.absence());
			group.choose();
			lookForAny();
		}
	}

	private synchronized void lookForAny() {
		this.anyOffLoop = this.groups.values()
			.stream()
			.flatMap((methods) -> methods.values().stream())
			.anyMatch(Group::isAnyOffLoop);
	}

	/**
	 * Whether a request leads to a route that stays off the event loops.
	 * @param method the method of the request
	 * @param mapping the URL pattern of the servlet
	 * @param path the path as it was sent, without context path and servlet prefix
	 * @return whether it does
	 */
	public boolean isOffLoop(String method, String mapping, String path) {
		Map<String, Group> methods = this.groups.get(mapping);
		Group group = (methods != null) ? methods.get(METHODS.contains(method) ? method : "*") : null;
		return group != null && group.isOffLoop(path);
	}

	/** The routes of a method and servlet mapping. */
	private final class Group {

		private final Map<String, Route> routes = new ConcurrentHashMap<>();

		/** Chooses among the routes; null while none is off the loops. */
		private volatile RouteSource.@Nullable Selector selector;

		private volatile boolean allOffLoop;

		Route route(String pattern) {
			Route route = this.routes.get(pattern);
			return (route != null) ? route : add(pattern);
		}

		private synchronized Route add(String pattern) {
			if (this.routes.size() >= MAX_ROUTES) {
				this.routes.values().removeIf((route) -> !route.isOffLoop());
				if (this.routes.size() >= MAX_ROUTES / 2 && !this.allOffLoop) {
					this.allOffLoop = true;
					logger
						.warn("{} routes of one method have held their event loops, {} among them: from now on all of "
								+ "that method run on ordinary virtual threads", this.routes.size(), pattern);
				}
			}
			Route route = this.routes.computeIfAbsent(pattern, (key) -> new Route());
			if (this.selector != null) {
				choose();
			}
			return route;
		}

		/**
		 * Makes the choice anew. A route that is not off the loops belongs to it: it may
		 * match better than one that is.
		 */
		synchronized void choose() {
			this.selector = LoopRoutes.this.source.selector(List.copyOf(this.routes.keySet()));
		}

		boolean isOffLoop(String path) {
			if (this.allOffLoop) {
				return true;
			}
			RouteSource.Selector selector = this.selector;
			String pattern = (selector != null) ? selector.select(path) : null;
			Route route = (pattern != null) ? this.routes.get(pattern) : null;
			if (route == null || !route.isOffLoop()) {
				return false;
			}
			if (route.comesBack(LoopRoutes.this.clock.getAsLong())) {
				lookForAny();
				return false;
			}
			return true;
		}

		boolean isAnyOffLoop() {
			return this.allOffLoop || this.routes.values().stream().anyMatch(Route::isOffLoop);
		}

	}

}
