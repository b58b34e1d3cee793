package io.mvcbridge.samples.storefront.asset;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;

/**
 * A request for an asset, with its conditions and ranges as RFC 9110 §13 and §14 mean
 * them: only those remain that Spring's handler answers as they say.
 */
class AssetRequest extends HttpServletRequestWrapper {

	private final Asset asset;

	private final @Nullable String range;

	AssetRequest(HttpServletRequest request, Asset asset) {
		super(request);
		this.asset = asset;
		this.range = range(request.getHeader(HttpHeaders.RANGE));
	}

	/** Whether {@code If-Match}, if there is one, lets the request pass. */
	boolean isWelcome() {
		List<String> conditions = Collections.list(super.getHeaders(HttpHeaders.IF_MATCH));
		return conditions.isEmpty() || conditions.stream()
			.flatMap((condition) -> ETag.parse(condition).stream())
			.anyMatch((tag) -> tag.isWildcard() || isStrongly(tag));
	}

	private boolean isStrongly(ETag tag) {
		return !tag.weak() && tag.formattedTag().equals(this.asset.etag());
	}

	/**
	 * The ranges that can be satisfied, all if none can be, or null to send the whole.
	 */
	private @Nullable String range(@Nullable String field) {
		// As nginx does it, what was compressed is sent as a whole.
		if (field == null || this.asset.isEncoded() || !isStillTheSame()) {
			return null;
		}
		try {
			long length = this.asset.contentLength();
			List<HttpRange> ranges = HttpRange.parseRanges(field);
			List<HttpRange> satisfiable = ranges.stream()
				.filter((candidate) -> candidate.getRangeStart(length) < length)
				.toList();
			return satisfiable.isEmpty() ? field : HttpRange.toString(satisfiable);
		}
		catch (IllegalArgumentException ex) {
			// RFC 9110 §14.2: what is no range is ignored.
			return null;
		}
	}

	private boolean isStillTheSame() {
		String condition = super.getHeader(HttpHeaders.IF_RANGE);
		if (condition == null) {
			return true;
		}
		if (condition.startsWith("\"") || condition.startsWith("W/")) {
			return ETag.parse(condition).stream().anyMatch(this::isStrongly);
		}
		try {
			return super.getDateHeader(HttpHeaders.IF_RANGE) == this.asset.lastModified();
		}
		catch (IllegalArgumentException ex) {
			// Neither a tag nor a date, so not those of this asset.
			return false;
		}
	}

	@Override
	public @Nullable String getHeader(String name) {
		return name.equalsIgnoreCase(HttpHeaders.RANGE) ? this.range : super.getHeader(name);
	}

	@Override
	public Enumeration<String> getHeaders(String name) {
		if (name.equalsIgnoreCase(HttpHeaders.RANGE)) {
			return Collections.enumeration((this.range != null) ? List.of(this.range) : List.of());
		}
		if (name.equalsIgnoreCase(HttpHeaders.IF_NONE_MATCH) && "*".equals(super.getHeader(name))) {
			// Any tag there may be is this one.
			return Collections.enumeration(List.of(this.asset.etag()));
		}
		return super.getHeaders(name);
	}

}
