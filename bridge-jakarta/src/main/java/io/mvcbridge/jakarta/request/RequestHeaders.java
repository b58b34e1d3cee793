package io.mvcbridge.jakarta.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

import io.mvcbridge.core.exchange.BodyReader;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Header and trailer fields of a request in the forms that servlets ask for. */
final class RequestHeaders {

	private RequestHeaders() {
	}

	/** The names as they came first, each once whatever its case. */
	static List<String> names(HttpHeaders headers) {
		List<String> names = new ArrayList<>(headers.size());
		TreeSet<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (Map.Entry<String, String> field : headers) {
			if (known.add(field.getKey())) {
				names.add(field.getKey());
			}
		}
		return names;
	}

	static Map<String, String> trailers(BodyReader body, boolean ready) {
		if (!ready) {
			throw new IllegalStateException("The trailer fields have not arrived: ask isTrailerFieldsReady(), and read"
					+ " the body to its end first");
		}
		Map<String, String> trailers = new LinkedHashMap<>();
		@Nullable HttpHeaders fields = body.trailers();
		if (fields != null) {
			for (Map.Entry<String, String> field : fields) {
				trailers.merge(field.getKey().toLowerCase(Locale.ROOT), field.getValue(),
						(first, next) -> first + "," + next);
			}
		}
		return trailers;
	}

}
