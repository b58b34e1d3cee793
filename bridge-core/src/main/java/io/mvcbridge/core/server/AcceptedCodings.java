package io.mvcbridge.core.server;

import org.jspecify.annotations.Nullable;

/**
 * What a client says in {@code Accept-Encoding} of the two codings that are spoken here
 * (RFC 9110 §12.5.3): the one it prefers, gzip where it does not care. A coding that is
 * not named goes by the asterisk; one whose quality is zero, or no number, is refused.
 */
final class AcceptedCodings {

	private static final String GZIP = "gzip";

	private static final String DEFLATE = "deflate";

	private float gzip = -1;

	private float deflate = -1;

	private float others;

	private AcceptedCodings() {
	}

	/**
	 * Chooses a coding.
	 * @param field the values of all fields, joined with commas
	 * @return {@code gzip}, {@code deflate}, or null if the client accepts neither
	 */
	static @Nullable String choose(String field) {
		AcceptedCodings accepted = new AcceptedCodings();
		int start = 0;
		while (start <= field.length()) {
			int comma = field.indexOf(',', start);
			int end = (comma < 0) ? field.length() : comma;
			accepted.add(field.substring(start, end));
			start = end + 1;
		}
		float gzip = (accepted.gzip < 0) ? accepted.others : accepted.gzip;
		float deflate = (accepted.deflate < 0) ? accepted.others : accepted.deflate;
		if (gzip <= 0 && deflate <= 0) {
			return null;
		}
		return (gzip >= deflate) ? GZIP : DEFLATE;
	}

	private void add(String member) {
		int semicolon = member.indexOf(';');
		String coding = ((semicolon < 0) ? member : member.substring(0, semicolon)).trim();
		float quality = (semicolon < 0) ? 1 : quality(member.substring(semicolon + 1));
		if (coding.equalsIgnoreCase(GZIP) || coding.equalsIgnoreCase("x-gzip")) {
			this.gzip = quality;
		}
		else if (coding.equalsIgnoreCase(DEFLATE)) {
			this.deflate = quality;
		}
		else if (coding.equals("*")) {
			this.others = quality;
		}
	}

	/** The quality among the parameters of a member, wherever it stands. */
	private static float quality(String parameters) {
		int start = 0;
		while (start <= parameters.length()) {
			int semicolon = parameters.indexOf(';', start);
			int end = (semicolon < 0) ? parameters.length() : semicolon;
			int equals = parameters.indexOf('=', start);
			if (equals >= 0 && equals < end && parameters.substring(start, equals).trim().equalsIgnoreCase("q")) {
				return number(parameters.substring(equals + 1, end).trim());
			}
			start = end + 1;
		}
		return 1;
	}

	private static float number(String text) {
		try {
			float quality = Float.parseFloat(text);
			return (quality > 0) ? quality : 0;
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

}
