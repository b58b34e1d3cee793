package io.mvcbridge.jakarta.context;

import io.mvcbridge.jakarta.http.PathEncoding;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.http.UriPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The path that a dispatcher was asked for (Servlet 6.1 §9.1), taken apart.
 *
 * @param requestUri what {@code getRequestURI} answers during the dispatch
 * @param path decoded and canonical, without the context path
 * @param query the query string, null if there is none
 */
record DispatchPath(String requestUri, String path, @Nullable String query) {

	/**
	 * Takes a path apart.
	 * @param contextPath the context path
	 * @param path relative to it, encoded; characters that a URL cannot have may stand in
	 * it as they are
	 * @param policy what to do with suspicious sequences
	 * @return the path, or null if it does not begin with a slash, leads above the root
	 * or has a suspicious sequence
	 */
	static @Nullable DispatchPath parse(String contextPath, String path, UriPolicy policy) {
		if (path.isEmpty() || path.charAt(0) == '?') {
			return parse(contextPath, "/" + path, policy);
		}
		if (path.charAt(0) != '/') {
			return null;
		}
		try {
			RequestTarget target = RequestTarget.parse(PathEncoding.encodeIllegal(path), policy);
			return new DispatchPath(contextPath + target.rawPath(), target.path(), target.rawQuery());
		}
		catch (RequestRejectedException ex) {
			return null;
		}
	}

}
