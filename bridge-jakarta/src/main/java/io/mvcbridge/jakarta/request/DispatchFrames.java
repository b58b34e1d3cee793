package io.mvcbridge.jakarta.request;

import java.util.Arrays;
import java.util.List;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import org.jspecify.annotations.Nullable;

/**
 * The dispatches a request is in, the original one lowest. Answers which of them decides
 * what the request says about itself (Servlet 6.1 §9.3.1, §9.4.2, §9.7.2, §10.9.1):
 * <ul>
 * <li>paths and mapping: the topmost that is neither an include nor found by name</li>
 * <li>{@code include} attributes: the topmost, if it is an include by path</li>
 * <li>{@code forward} attributes: the original, if the topmost that is no include is a
 * forward or error dispatch by path</li>
 * <li>{@code async} attributes: the original, if there is an async dispatch</li>
 * </ul>
 */
final class DispatchFrames {

	private static final String PREFIX = "jakarta.servlet.";

	private static final int PREFIX_LENGTH = PREFIX.length();

	private static final List<String> INCLUDE_NAMES = List.of(RequestDispatcher.INCLUDE_REQUEST_URI,
			RequestDispatcher.INCLUDE_CONTEXT_PATH, RequestDispatcher.INCLUDE_SERVLET_PATH,
			RequestDispatcher.INCLUDE_PATH_INFO, RequestDispatcher.INCLUDE_QUERY_STRING,
			RequestDispatcher.INCLUDE_MAPPING);

	private static final List<String> FORWARD_NAMES = List.of(RequestDispatcher.FORWARD_REQUEST_URI,
			RequestDispatcher.FORWARD_CONTEXT_PATH, RequestDispatcher.FORWARD_SERVLET_PATH,
			RequestDispatcher.FORWARD_PATH_INFO, RequestDispatcher.FORWARD_QUERY_STRING,
			RequestDispatcher.FORWARD_MAPPING);

	private static final List<String> ASYNC_NAMES = List.of(AsyncContext.ASYNC_REQUEST_URI,
			AsyncContext.ASYNC_CONTEXT_PATH, AsyncContext.ASYNC_SERVLET_PATH, AsyncContext.ASYNC_PATH_INFO,
			AsyncContext.ASYNC_QUERY_STRING, AsyncContext.ASYNC_MAPPING);

	private static final @Nullable DispatchFrame[] NONE = new DispatchFrame[0];

	/** The original dispatch, which is the only one of most requests. */
	private @Nullable DispatchFrame original;

	/** The dispatches above the original one. */
	private @Nullable DispatchFrame[] above = NONE;

	private int depth;

	private @Nullable DispatchFrame paths;

	void push(DispatchFrame frame) {
		if (this.depth == 0) {
			this.original = frame;
		}
		else {
			int index = this.depth - 1;
			if (index == this.above.length) {
				this.above = Arrays.copyOf(this.above, Math.max(4, 2 * index));
			}
			this.above[index] = frame;
		}
		this.depth++;
		this.paths = findPaths();
	}

	/**
	 * Removes a frame and whatever was left above it.
	 * @param frame the frame; if it is not there, nothing happens
	 */
	void pop(DispatchFrame frame) {
		for (int i = this.depth - 1; i >= 0; i--) {
			if (at(i) == frame) {
				cut(i);
				return;
			}
		}
	}

	/** Removes all but the original frame. */
	void cutToOriginal() {
		cut(Math.min(this.depth, 1));
	}

	private void cut(int depth) {
		while (this.depth > depth) {
			this.depth--;
			if (this.depth == 0) {
				this.original = null;
			}
			else {
				this.above[this.depth - 1] = null;
			}
		}
		this.paths = (depth == 0) ? null : findPaths();
	}

	private DispatchFrame findPaths() {
		for (int i = this.depth - 1; i > 0; i--) {
			DispatchFrame frame = at(i);
			if (frame.type() != DispatcherType.INCLUDE && !frame.named()) {
				return frame;
			}
		}
		return at(0);
	}

	private DispatchFrame at(int index) {
		DispatchFrame frame = (index == 0) ? this.original : (index > 0) ? this.above[index - 1] : null;
		if (frame == null) {
			throw new IllegalStateException("The request is in no dispatch");
		}
		return frame;
	}

	/** The frame that decides paths and mapping. */
	DispatchFrame paths() {
		DispatchFrame frame = this.paths;
		if (frame == null) {
			throw new IllegalStateException("The request is in no dispatch");
		}
		return frame;
	}

	/** The frame of the dispatch that runs. */
	DispatchFrame top() {
		return at(this.depth - 1);
	}

	/** The frame of the dispatch that runs, null before the first. */
	@Nullable DispatchFrame topOrNull() {
		return (this.depth == 0) ? null : top();
	}

	/** The frame of the request as it came in. */
	DispatchFrame original() {
		return at(0);
	}

	/** The frame of the last dispatch that the container started by itself. */
	DispatchFrame lastByContainer() {
		for (int i = this.depth - 1; i > 0; i--) {
			DispatcherType type = at(i).type();
			if (type == DispatcherType.ASYNC || type == DispatcherType.ERROR) {
				return at(i);
			}
		}
		return at(0);
	}

	int depth() {
		return this.depth;
	}

	DispatchFrame frame(int index) {
		return at(index);
	}

	/** The query string of the paths frame or of the nearest below it that has one. */
	@Nullable String queryString() {
		return queryString(0);
	}

	/** The same, but null if only the original dispatch has one. */
	@Nullable String dispatchedQueryString() {
		return queryString(1);
	}

	private @Nullable String queryString(int lowest) {
		int i = this.depth - 1;
		while (i > 0 && at(i) != this.paths) {
			i--;
		}
		for (; i >= lowest; i--) {
			DispatchFrame frame = at(i);
			if (frame.queryString() != null && frame.type() != DispatcherType.INCLUDE && !frame.named()) {
				return frame.queryString();
			}
		}
		return null;
	}

	/**
	 * Whether every servlet and filter on the way here supports asynchronous requests.
	 */
	boolean isAsyncSupported() {
		for (int i = this.depth - 1; i >= 0; i--) {
			DispatchFrame frame = at(i);
			if (!frame.target().isAsyncSupported()) {
				return false;
			}
			if (frame.type() == DispatcherType.ASYNC || frame.type() == DispatcherType.ERROR) {
				break;
			}
		}
		return true;
	}

	/** Whether an error dispatch runs: it is always a GET (Servlet 6.1 §10.9.2). */
	boolean isInErrorDispatch() {
		for (int i = this.depth - 1; i > 0; i--) {
			if (at(i).type() == DispatcherType.ERROR) {
				return true;
			}
		}
		return false;
	}

	/** Whether there can be an attribute of this name that is one of the dispatches'. */
	boolean isConcerned(String name) {
		return this.depth > 1 && name.startsWith(PREFIX);
	}

	/**
	 * An attribute that the dispatches imply.
	 * @param name the name
	 * @return the value, null if no dispatch implies one of that name
	 */
	@Nullable Object attribute(String name) {
		if (name.startsWith("include.", PREFIX_LENGTH)) {
			DispatchFrame frame = includeFrame();
			return (frame != null) ? value(frame, name.substring(PREFIX_LENGTH + 8), frame.queryString()) : null;
		}
		if (name.startsWith("forward.", PREFIX_LENGTH)) {
			return isForwarded() ? value(original(), name.substring(PREFIX_LENGTH + 8), original().queryString())
					: null;
		}
		if (name.startsWith("async.", PREFIX_LENGTH)) {
			return isAsync() ? value(original(), name.substring(PREFIX_LENGTH + 6), original().queryString()) : null;
		}
		return null;
	}

	/**
	 * Adds the names of the attributes that the dispatches imply.
	 * @param names where to add them
	 */
	void addNames(List<String> names) {
		if (includeFrame() != null) {
			addNames(names, INCLUDE_NAMES);
		}
		if (isForwarded()) {
			addNames(names, FORWARD_NAMES);
		}
		if (isAsync()) {
			addNames(names, ASYNC_NAMES);
		}
	}

	private void addNames(List<String> names, List<String> candidates) {
		for (String candidate : candidates) {
			if (attribute(candidate) != null && !names.contains(candidate)) {
				names.add(candidate);
			}
		}
	}

	private @Nullable DispatchFrame includeFrame() {
		DispatchFrame top = top();
		return (top.type() == DispatcherType.INCLUDE && !top.named()) ? top : null;
	}

	private boolean isForwarded() {
		for (int i = this.depth - 1; i > 0; i--) {
			DispatchFrame frame = at(i);
			if (frame.type() != DispatcherType.INCLUDE) {
				return !frame.named()
						&& (frame.type() == DispatcherType.FORWARD || frame.type() == DispatcherType.ERROR);
			}
		}
		return false;
	}

	private boolean isAsync() {
		for (int i = this.depth - 1; i > 0; i--) {
			if (at(i).type() == DispatcherType.ASYNC) {
				return true;
			}
		}
		return false;
	}

	private static @Nullable Object value(DispatchFrame frame, String what, @Nullable String queryString) {
		return switch (what) {
			case "request_uri" -> frame.requestUri();
			case "context_path" -> frame.contextPath();
			case "servlet_path" -> frame.servletPath();
			case "path_info" -> frame.pathInfo();
			case "query_string" -> queryString;
			case "mapping" -> frame.mapping();
			default -> null;
		};
	}

}
