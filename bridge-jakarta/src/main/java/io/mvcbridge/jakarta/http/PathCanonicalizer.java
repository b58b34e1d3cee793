package io.mvcbridge.jakarta.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

import io.mvcbridge.jakarta.http.UriPolicy.Backslash;
import io.mvcbridge.jakarta.http.UriPolicy.EncodedSlash;

/**
 * Makes one path canonical (Servlet 6.1 §3.5.2): segment by segment, in the order of the
 * specification, refusing what is suspicious on the way. Remembers where each segment
 * that is left came from, so that a context path can be found again in the raw path.
 */
final class PathCanonicalizer {

	private final String raw;

	private final UriPolicy policy;

	/** Whether percent signs stay encoded because an encoded slash does. */
	private final boolean keepEncoded;

	private final StringBuilder path;

	/** For each segment left: where it ends in the canonical path and in the raw one. */
	private int[] ends = new int[16];

	private int depth;

	PathCanonicalizer(String raw, UriPolicy policy) {
		this.raw = raw;
		this.policy = policy;
		this.path = new StringBuilder(raw.length());
		this.keepEncoded = policy.encodedSlash() == EncodedSlash.KEEP && hasEncodedSlash(raw);
		canonicalize();
	}

	/**
	 * Whether a path is canonical as it stands. May answer false for one that is, at no
	 * more cost than a needless pass.
	 */
	static boolean isCanonical(String path) {
		char previous = 0;
		for (int i = 0; i < path.length(); i++) {
			char c = path.charAt(i);
			if (c == '%' || c == ';' || c == '\\' || c >= 0x7F || c < 0x20) {
				return false;
			}
			if (previous == '/' && (c == '/' || c == '.')) {
				return false;
			}
			previous = c;
		}
		return true;
	}

	private static boolean hasEncodedSlash(String raw) {
		return raw.toLowerCase(Locale.ROOT).contains("%2f");
	}

	/** The canonical path. */
	String path() {
		return (this.path.isEmpty()) ? "/" : this.path.toString();
	}

	/**
	 * Where the segment that ends at a position of the canonical path ends in the raw
	 * one.
	 * @return the position, path parameters included; -1 if no segment ends there
	 */
	int rawEndOf(int end) {
		for (int i = 0; i < this.depth; i++) {
			if (this.ends[2 * i] == end) {
				return this.ends[2 * i + 1];
			}
		}
		return -1;
	}

	private void canonicalize() {
		int start = 1;
		int length = this.raw.length();
		while (start <= length) {
			int slash = this.raw.indexOf('/', start);
			boolean last = slash < 0;
			int end = (last) ? length : slash;
			segment(start, end, last);
			start = end + 1;
		}
	}

	private void segment(int start, int end, boolean last) {
		int semicolon = this.raw.indexOf(';', start);
		boolean parameters = semicolon >= 0 && semicolon < end;
		int nameEnd = (parameters) ? semicolon : end;
		if (parameters) {
			checkParameters(semicolon, end);
		}
		String name = decode(start, nameEnd);
		if (name.isEmpty()) {
			if (last) {
				push(name, end);
			}
			else if (parameters) {
				throw suspicious("an empty segment with parameters");
			}
			return;
		}
		boolean dot = name.equals(".");
		boolean dotDot = name.equals("..");
		if (!dot && !dotDot) {
			push(name, end);
			return;
		}
		if (parameters) {
			throw suspicious("a dot segment with parameters");
		}
		if (name.length() != nameEnd - start) {
			throw suspicious("an encoded dot segment");
		}
		if (dotDot) {
			pop();
		}
	}

	private void push(String name, int rawEnd) {
		this.path.append('/').append(name);
		if (2 * this.depth == this.ends.length) {
			this.ends = Arrays.copyOf(this.ends, 2 * this.ends.length);
		}
		this.ends[2 * this.depth] = this.path.length();
		this.ends[2 * this.depth + 1] = rawEnd;
		this.depth++;
	}

	private void pop() {
		if (this.depth == 0) {
			throw suspicious("a '..' segment that leads above the root");
		}
		this.depth--;
		this.path.setLength((this.depth == 0) ? 0 : this.ends[2 * (this.depth - 1)]);
	}

	private void checkParameters(int start, int end) {
		if (this.policy.encodedSlash() != EncodedSlash.REJECT) {
			return;
		}
		for (int i = this.raw.indexOf('%', start); i >= 0 && i < end; i = this.raw.indexOf('%', i + 1)) {
			if (this.raw.startsWith("2F", i + 1) || this.raw.startsWith("2f", i + 1)) {
				throw suspicious("an encoded slash");
			}
		}
	}

	/** Decodes one segment, without its parameters. */
	private String decode(int start, int end) {
		int plain = start;
		while (plain < end && isPlain(this.raw.charAt(plain))) {
			plain++;
		}
		if (plain == end) {
			return this.raw.substring(start, end);
		}
		byte[] bytes = new byte[3 * (end - start)];
		int length = 0;
		for (int i = start; i < end; i++) {
			int c = this.raw.charAt(i);
			boolean encoded = c == '%';
			if (encoded) {
				c = octet(i, end);
				i += 2;
			}
			check(c, encoded);
			if (this.keepEncoded && (c == '%' || (c == '/' && encoded))) {
				bytes[length++] = '%';
				bytes[length++] = '2';
				bytes[length++] = (byte) ((c == '%') ? '5' : 'F');
			}
			else {
				bytes[length++] = (byte) c;
			}
		}
		String name = utf8(bytes, length);
		refuseHiddenSegments(name);
		return name;
	}

	private static boolean isPlain(char c) {
		return c != '%' && c != '\\' && c >= 0x20 && c < 0x7F;
	}

	private int octet(int percent, int end) {
		int high = (percent + 2 < end) ? Syntax.hex(this.raw.charAt(percent + 1)) : -1;
		int low = (high >= 0) ? Syntax.hex(this.raw.charAt(percent + 2)) : -1;
		if (low < 0) {
			throw suspicious("a '%' without two hexadecimal digits at position " + percent);
		}
		return high << 4 | low;
	}

	private void check(int c, boolean encoded) {
		if (c < 0x20 || c == 0x7F) {
			throw suspicious("a control character");
		}
		if (c == '\\' && this.policy.backslash() == Backslash.REJECT) {
			throw suspicious((encoded) ? "an encoded backslash" : "a backslash");
		}
		if (c == '/' && encoded && this.policy.encodedSlash() == EncodedSlash.REJECT) {
			throw suspicious("an encoded slash");
		}
		if (c > 0xFF) {
			throw suspicious("a character that is no octet");
		}
	}

	private String utf8(byte[] bytes, int length) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
		}
		catch (CharacterCodingException ex) {
			throw suspicious("octets that are no UTF-8");
		}
	}

	/**
	 * With decoded slashes or backslashes a segment can hold dot segments and empty ones
	 * that were not seen when segments were split: whoever resolves the path later would
	 * end elsewhere than its mapping says.
	 */
	private void refuseHiddenSegments(String name) {
		int start = 0;
		int length = name.length();
		for (int i = 0; i <= length; i++) {
			char c = (i < length) ? name.charAt(i) : '/';
			if (c != '/' && c != '\\') {
				continue;
			}
			boolean whole = start == 0 && i == length;
			boolean empty = start == i && name.indexOf('/') >= 0;
			boolean dots = (i - start == 1 && name.charAt(start) == '.')
					|| (i - start == 2 && name.startsWith("..", start));
			if (!whole && (empty || dots)) {
				throw suspicious("a dot segment or an empty one beside an encoded slash or a backslash");
			}
			start = i + 1;
		}
	}

	private RequestRejectedException suspicious(String what) {
		return new RequestRejectedException(400, "The request path " + Syntax.show(this.raw) + " has " + what);
	}

}
