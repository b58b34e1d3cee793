package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Honours {@code If-Range} (RFC 9110 §13.1.5) where a controller returns a file, which
 * Spring does not: whoever resumes the download of a file that has changed meanwhile gets
 * all of the new one, not the end of it. Spring reads the range after it has set the
 * validators of what it is about to send, so that is when they are compared.
 */
@Component
class IfRangeFilter extends OncePerRequestFilter {

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getHeader(HttpHeaders.IF_RANGE) == null || request.getHeader(HttpHeaders.RANGE) == null;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		chain.doFilter(new RangeOfCurrentRequest(request, response), response);
	}

	private static final class RangeOfCurrentRequest extends HttpServletRequestWrapper {

		private final HttpServletResponse response;

		private final String condition;

		RangeOfCurrentRequest(HttpServletRequest request, HttpServletResponse response) {
			super(request);
			this.response = response;
			this.condition = request.getHeader(HttpHeaders.IF_RANGE).trim();
		}

		@Override
		public @Nullable String getHeader(String name) {
			return (isRange(name) && isOutdated()) ? null : super.getHeader(name);
		}

		@Override
		public Enumeration<String> getHeaders(String name) {
			return (isRange(name) && isOutdated()) ? Collections.emptyEnumeration() : super.getHeaders(name);
		}

		private static boolean isRange(String name) {
			return HttpHeaders.RANGE.equalsIgnoreCase(name);
		}

		// Compared strongly: a weak tag, on either side, matches nothing. As long as the
		// response has no validators, nobody can tell.
		private boolean isOutdated() {
			String validator = this.response
				.getHeader((this.condition.endsWith("\"")) ? HttpHeaders.ETAG : HttpHeaders.LAST_MODIFIED);
			return validator != null && (validator.startsWith("W/") || !this.condition.equals(validator));
		}

	}

}
