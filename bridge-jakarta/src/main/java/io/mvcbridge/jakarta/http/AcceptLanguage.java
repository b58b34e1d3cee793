package io.mvcbridge.jakarta.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The {@code Accept-Language} field (RFC 9110 §12.5.4). */
public final class AcceptLanguage {

	private AcceptLanguage() {
	}

	/**
	 * The languages a client accepts, best first; those it likes equally in the order it
	 * named them. Elements that are malformed, refused by {@code q=0}, or {@code *} are
	 * left out.
	 * @param values the values of all {@code Accept-Language} fields
	 * @return the locales; empty if the client named none, so that the default counts
	 */
	public static List<Locale> parse(List<String> values) {
		if (values.isEmpty()) {
			return List.of();
		}
		List<Preference> preferences = new ArrayList<>(4);
		for (String value : values) {
			int start = 0;
			while (start <= value.length()) {
				int comma = value.indexOf(',', start);
				int end = (comma < 0) ? value.length() : comma;
				element(value, start, end, preferences);
				start = end + 1;
			}
		}
		if (preferences.size() > 1) {
			preferences.sort(Comparator.comparingInt(Preference::quality).reversed());
		}
		List<Locale> locales = new ArrayList<>(preferences.size());
		for (Preference preference : preferences) {
			if (!locales.contains(preference.locale())) {
				locales.add(preference.locale());
			}
		}
		return locales;
	}

	private static void element(String value, int start, int end, List<Preference> target) {
		int semicolon = value.indexOf(';', start);
		int tagEnd = (semicolon < 0 || semicolon > end) ? end : semicolon;
		int from = Syntax.skipWhitespace(value, start, tagEnd);
		String tag = value.substring(from, Syntax.trimEnd(value, from, tagEnd));
		int quality = quality(value, tagEnd, end);
		if (quality <= 0 || !isLanguageTag(tag)) {
			return;
		}
		Locale locale = Locale.forLanguageTag(tag);
		if (!locale.getLanguage().isEmpty()) {
			target.add(new Preference(locale, quality));
		}
	}

	private static boolean isLanguageTag(String tag) {
		for (int i = 0; i < tag.length(); i++) {
			char c = tag.charAt(i);
			if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-')) {
				return false;
			}
		}
		return !tag.isEmpty();
	}

	/** The quality in thousandths, 1000 if none is given, -1 if it is malformed. */
	private static int quality(String value, int start, int end) {
		if (start == end) {
			return 1000;
		}
		HeaderParameters parameters = new HeaderParameters(value.substring(start, end), 0);
		while (parameters.next()) {
			if (parameters.isNamed("q")) {
				return Quality.parse(parameters.value());
			}
		}
		return 1000;
	}

	private record Preference(Locale locale, int quality) {

	}

}
