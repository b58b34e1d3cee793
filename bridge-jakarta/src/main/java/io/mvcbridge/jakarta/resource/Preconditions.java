package io.mvcbridge.jakarta.resource;

import io.mvcbridge.jakarta.http.EntityTags;
import io.mvcbridge.jakarta.http.HttpDate;
import io.mvcbridge.jakarta.http.Ranges;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the conditions of a request for a resource in the order of RFC 9110 §13.2.2.
 */
final class Preconditions {

	private final WebResource resource;

	private final HttpServletRequest request;

	private final String etag;

	Preconditions(WebResource resource, HttpServletRequest request) {
		this.resource = resource;
		this.request = request;
		this.etag = "\"" + Long.toHexString(resource.length()) + "-" + Long.toHexString(resource.lastModified()) + "\"";
	}

	/** The strong entity tag of the resource: changes with its length and its time. */
	String etag() {
		return this.etag;
	}

	/**
	 * What the conditions other than {@code If-Range} lead to.
	 * @return 412, 304, or 200 if the resource is to be served
	 */
	int status() {
		String ifMatch = this.request.getHeader("If-Match");
		if (ifMatch != null) {
			if (!EntityTags.matchesStrongly(ifMatch, this.etag)) {
				return HttpServletResponse.SC_PRECONDITION_FAILED;
			}
		}
		else {
			Long ifUnmodifiedSince = date("If-Unmodified-Since");
			if (ifUnmodifiedSince != null && seconds() > ifUnmodifiedSince) {
				return HttpServletResponse.SC_PRECONDITION_FAILED;
			}
		}
		String ifNoneMatch = this.request.getHeader("If-None-Match");
		if (ifNoneMatch != null) {
			return EntityTags.matchesWeakly(ifNoneMatch, this.etag) ? HttpServletResponse.SC_NOT_MODIFIED
					: HttpServletResponse.SC_OK;
		}
		Long ifModifiedSince = date("If-Modified-Since");
		return (ifModifiedSince != null && this.resource.lastModified() > 0 && seconds() <= ifModifiedSince)
				? HttpServletResponse.SC_NOT_MODIFIED : HttpServletResponse.SC_OK;
	}

	/**
	 * The ranges to answer with; a range is defined for GET only (RFC 9110 §14.2).
	 * @return the ranges, null to answer with the whole resource
	 */
	@Nullable Ranges ranges() {
		String range = this.request.getHeader("Range");
		if (range == null || !this.request.getMethod().equals("GET")) {
			return null;
		}
		String ifRange = this.request.getHeader("If-Range");
		if (ifRange != null && !isUnchanged(ifRange)) {
			return null;
		}
		return Ranges.parse(range, this.resource.length());
	}

	private boolean isUnchanged(String ifRange) {
		if (ifRange.startsWith("\"") || ifRange.startsWith("W/")) {
			return EntityTags.matchesStrongly(ifRange, this.etag);
		}
		Long date = date("If-Range");
		return date != null && this.resource.lastModified() > 0 && seconds() == date;
	}

	/** HTTP dates know no fractions of a second. */
	private long seconds() {
		return Math.floorDiv(this.resource.lastModified(), 1000L);
	}

	/** A date that is malformed is as if it was not sent (RFC 9110 §13.1.3). */
	private @Nullable Long date(String name) {
		String value = this.request.getHeader(name);
		if (value == null) {
			return null;
		}
		try {
			return Math.floorDiv(HttpDate.parse(value), 1000L);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
