package io.mvcbridge.spring.accel;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

import io.mvcbridge.jakarta.request.BridgeResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.HttpRange;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;

/**
 * Writes regions of resources, but for those that the proxy cuts out of the file: the
 * ones that the client asked for. Regions that an application chose otherwise, to send a
 * film in pieces of a megabyte for instance, are written.
 */
final class AcceleratedRegionConverter extends ResourceRegionHttpMessageConverter {

	AcceleratedRegionConverter(ResourceRegionHttpMessageConverter original) {
		setSupportedMediaTypes(original.getSupportedMediaTypes());
	}

	@Override
	protected void writeInternal(Object object, @Nullable Type type, HttpOutputMessage message) throws IOException {
		if (!isAccelerated(object, message)) {
			super.writeInternal(object, type, message);
		}
	}

	@SuppressWarnings("unchecked")
	private static boolean isAccelerated(Object object, HttpOutputMessage message) {
		BridgeResponse response = ResourceAcceleration.responseOf(message);
		if (response == null || response.getStatus() != HttpServletResponse.SC_PARTIAL_CONTENT) {
			return false;
		}
		Collection<ResourceRegion> regions = (object instanceof ResourceRegion region) ? List.of(region)
				: (Collection<ResourceRegion>) object;
		Iterator<ResourceRegion> first = regions.iterator();
		if (!first.hasNext()) {
			return false;
		}
		Resource resource = first.next().getResource();
		return areThoseAskedFor(regions, resource, response.request().getHeader(HttpHeaders.RANGE))
				&& ResourceAcceleration.accelerate(resource, response, message);
	}

	private static boolean areThoseAskedFor(Collection<ResourceRegion> regions, Resource resource,
			@Nullable String range) {
		Iterator<ResourceRegion> asked;
		try {
			asked = HttpRange.toResourceRegions(HttpRange.parseRanges(range), resource).iterator();
		}
		catch (IllegalArgumentException ex) {
			// What the client asked for makes no sense, so the regions answer something
			// else
			return false;
		}
		for (ResourceRegion region : regions) {
			if (!asked.hasNext() || !isSame(region, asked.next())) {
				return false;
			}
		}
		return !asked.hasNext();
	}

	private static boolean isSame(ResourceRegion one, ResourceRegion other) {
		return one.getResource() == other.getResource() && one.getPosition() == other.getPosition()
				&& one.getCount() == other.getCount();
	}

}
