package io.mvcbridge.jakarta.http;

import java.nio.charset.StandardCharsets;

/** Says a {@code Content-Disposition} (RFC 6266) in ISO-8859-1. */
final class ContentDisposition {

	/** What RFC 8187 §3.2.1 lets stand unencoded, beside letters and digits. */
	private static final String ATTRIBUTE_CHARS = "!#$&+-.^_`|~";

	private ContentDisposition() {
	}

	/**
	 * Replaces a file name beyond ISO-8859-1 by a plain one, in which each character that
	 * cannot be sent is an underscore, and adds the whole one as {@code filename*}.
	 * @throws IllegalArgumentException if something else than the file name is beyond
	 * ISO-8859-1
	 */
	static String toWire(String value) {
		StringBuilder wire = new StringBuilder(value.length() + 64);
		String fileName = null;
		boolean extended = false;
		int kept = 0;
		HeaderParameters parameters = new HeaderParameters(value, 0);
		while (parameters.next()) {
			extended |= parameters.isNamed("filename*");
			if (parameters.isNamed("filename")) {
				fileName = parameters.value();
				wire.append(value, kept, parameters.start());
				appendPlain(wire, fileName);
				kept = parameters.end();
			}
		}
		wire.append(value, kept, value.length());
		if (fileName != null && !extended) {
			appendExtended(wire, fileName);
		}
		for (int i = 0; i < wire.length(); i++) {
			if (wire.charAt(i) > 0xFF) {
				throw new IllegalArgumentException("The value of the header 'Content-Disposition' has a character"
						+ " beyond ISO-8859-1 outside its file name, at position "
						+ HeaderValues.firstBeyondLatin(value) + "; only 'filename' can carry one");
			}
		}
		return wire.toString();
	}

	private static void appendPlain(StringBuilder wire, String fileName) {
		wire.append("; filename=\"");
		for (int i = 0; i < fileName.length(); i++) {
			char c = fileName.charAt(i);
			if (c == '"' || c == '\\') {
				wire.append('\\');
			}
			if (Character.isLowSurrogate(c) && i > 0) {
				continue;
			}
			wire.append((c > 0x7E) ? '_' : c);
		}
		wire.append('"');
	}

	private static void appendExtended(StringBuilder wire, String fileName) {
		wire.append("; filename*=UTF-8''");
		for (byte octet : fileName.getBytes(StandardCharsets.UTF_8)) {
			char c = (char) (octet & 0xFF);
			boolean plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
					|| ATTRIBUTE_CHARS.indexOf(c) >= 0;
			if (plain) {
				wire.append(c);
			}
			else {
				HeaderValues.appendPercent(wire, octet);
			}
		}
	}

}
