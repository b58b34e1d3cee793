package io.mvcbridge.jakarta.http;

/** Quality values (RFC 9110 §12.4.2), counted in thousandths. */
final class Quality {

	private Quality() {
	}

	/**
	 * Parses a quality value; more than three decimals are read and cut.
	 * @return 0 to 1000, -1 if the text is no quality value
	 */
	static int parse(String text) {
		int length = text.length();
		if (length == 0 || (length > 1 && text.charAt(1) != '.')) {
			return -1;
		}
		int whole = text.charAt(0) - '0';
		if (whole != 0 && whole != 1) {
			return -1;
		}
		int quality = whole * 1000;
		int weight = 100;
		for (int i = 2; i < length; i++) {
			int digit = text.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				return -1;
			}
			quality += digit * weight;
			weight /= 10;
		}
		return (quality > 1000) ? -1 : quality;
	}

}
