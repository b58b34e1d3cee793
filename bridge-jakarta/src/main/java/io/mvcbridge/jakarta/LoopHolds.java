package io.mvcbridge.jakarta;

import java.util.function.Predicate;

import io.mvcbridge.core.exchange.RequestHead;
import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.request.DispatchFrame;
import io.mvcbridge.jakarta.request.ServletExchange;
import io.mvcbridge.jakarta.route.LoopRoutes;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * Where event loops carry threads: notes which routes hold their loop, and tells before
 * dispatch whether a request leads to one, or to a path that was said to. All look at the
 * request as it was sent, whatever dispatches made of it, for nothing else is known
 * beforehand. The error page is not looked at: it is no part of the route that failed.
 */
final class LoopHolds {

	private final WebApplication application;

	private final LoopRoutes routes;

	private final @Nullable Predicate<String> offLoopPaths;

	/**
	 * Makes an observer that has observed nothing.
	 * @param offLoopPaths which paths hold their loop for sure, as the application says;
	 * null for none. Asked with raw paths without the context path, on event loops
	 */
	LoopHolds(WebApplication application, LoopRoutes routes, @Nullable Predicate<String> offLoopPaths) {
		this.application = application;
		this.routes = routes;
		this.offLoopPaths = offLoopPaths;
	}

	/**
	 * On the event loop; free as long as no route has to stay off it and no path was said
	 * to.
	 */
	boolean mayHold(RequestHead head) {
		if (this.offLoopPaths != null && isOffLoopPath(head, this.offLoopPaths)) {
			return true;
		}
		Place place = this.routes.isAnyOffLoop() ? place(head) : null;
		return place != null && this.routes.isOffLoop(head.method(), place.mapping(), place.path());
	}

	/**
	 * Notes for how long the current thread has held its loop. To be called whenever
	 * application code has returned, by the one who holds the exchange.
	 */
	void note(ServletExchange exchange) {
		long held = exchange.http().loopHeldNanos();
		if (held < 0 || !this.routes.isWorthNoting(held)) {
			return;
		}
		RequestHead head = exchange.http().head();
		Place place = place(head);
		String pattern = (place != null) ? this.routes.source().pattern(exchange.request(), place.path()) : null;
		if (place != null && pattern != null) {
			this.routes.note(head.method(), place.mapping(), pattern, held);
		}
	}

	private boolean isOffLoopPath(RequestHead head, Predicate<String> offLoopPaths) {
		RequestTarget target = target(head);
		ContextMatch match = (target != null) ? target.matchContext(this.application.getContextPath()) : null;
		return target != null && match != null && offLoopPaths.test(pathWithin(target, match));
	}

	/** The target, null if it is none of a resource or is refused soon. */
	private @Nullable RequestTarget target(RequestHead head) {
		try {
			RequestTarget target = RequestTarget.parse(head.target(), this.application.uriPolicy());
			return target.isAsterisk() ? null : target;
		}
		catch (RequestRejectedException ex) {
			return null;
		}
	}

	private static String pathWithin(RequestTarget target, ContextMatch match) {
		String raw = target.rawPath();
		return raw.substring(raw.indexOf(match.contextPath()) + match.contextPath().length());
	}

	private @Nullable Place place(RequestHead head) {
		RequestTarget target = target(head);
		ContextMatch match = (target != null) ? target.matchContext(this.application.getContextPath()) : null;
		if (target == null || match == null) {
			return null;
		}
		DispatchFrame frame = this.application.map(DispatcherType.REQUEST, target.rawPath(), match, null);
		String path = pathWithin(target, match);
		HttpServletMapping mapping = frame.mapping();
		if (mapping.getMappingMatch() == MappingMatch.PATH && path.startsWith(frame.servletPath())) {
			path = path.substring(frame.servletPath().length());
		}
		return new Place(mapping.getPattern(), path);
	}

	/**
	 * Where a request leads.
	 *
	 * @param mapping the URL pattern of the servlet
	 * @param path raw, without context path and servlet prefix
	 */
	private record Place(String mapping, String path) {

	}

}
