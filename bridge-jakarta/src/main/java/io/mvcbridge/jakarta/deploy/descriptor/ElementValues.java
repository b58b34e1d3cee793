package io.mvcbridge.jakarta.deploy.descriptor;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Values in descriptors, with the rules of the schema and of Servlet 6.1 §14.2. A text
 * that is none of these fails with the line it is in.
 */
final class ElementValues {

	private ElementValues() {
	}

	static @Nullable Setting<Boolean> flag(XmlElement parent, String name) {
		XmlElement element = parent.child(name);
		return (element != null) ? new Setting<>(flag(element), element.source()) : null;
	}

	static boolean flag(XmlElement element) {
		String text = element.text();
		if (!text.equals("true") && !text.equals("false")) {
			throw element.error("<" + element.name() + "> is '" + text + "'; it has to be 'true' or 'false'");
		}
		return text.equals("true");
	}

	static @Nullable Setting<Integer> integer(XmlElement parent, String name) {
		XmlElement element = parent.child(name);
		return (element != null) ? new Setting<>(integer(element), element.source()) : null;
	}

	static int integer(XmlElement element) {
		return (int) number(element, Integer.MIN_VALUE, Integer.MAX_VALUE);
	}

	static long number(XmlElement element, long least, long most) {
		String text = element.text();
		long number;
		try {
			number = Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw element.error("<" + element.name() + "> is '" + text
					+ "', which is no whole number; write digits only, without a unit");
		}
		if (number < least || number > most) {
			throw element
				.error("<" + element.name() + "> is '" + text + "'; it has to be from " + least + " to " + most);
		}
		return number;
	}

	/** One of the constants of an enumeration; upper and lower case differ. */
	static <E extends Enum<E>> E constant(XmlElement element, Class<E> type) {
		String text = element.text();
		for (E constant : type.getEnumConstants()) {
			if (constant.name().equals(text)) {
				return constant;
			}
		}
		throw element.error("<" + element.name() + "> is '" + text + "', which is unknown; it has to be one of "
				+ Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")));
	}

	static Setting<String> charset(XmlElement element) {
		String name = element.requiredText();
		boolean known;
		try {
			known = Charset.isSupported(name);
		}
		catch (IllegalCharsetNameException ex) {
			known = false;
		}
		if (!known) {
			throw element.error("<" + element.name() + "> is '" + name
					+ "', which is no charset of this Java; write one like 'UTF-8'");
		}
		return new Setting<>(name, element.source());
	}

	static Parameter parameter(XmlElement element, String nameElement, String valueElement) {
		element.allow(nameElement, valueElement);
		return new Parameter(element.required(nameElement).requiredText(), element.required(valueElement).text(),
				element.source());
	}

	/** A path below the root of the application, in its canonical form. */
	static String path(XmlElement element) {
		String path = withSlash(element, element.requiredText());
		if (!path.startsWith("/")) {
			throw element.error("<" + element.name() + "> is '" + path
					+ "'; it has to be a path from the root of the application and to begin with '/'");
		}
		return canonical(element, path);
	}

	static List<Setting<String>> patterns(XmlElement parent) {
		return parent.children("url-pattern").stream().map(ElementValues::pattern).toList();
	}

	/** A URL pattern (Servlet 6.1 §12.2), in its canonical form. */
	private static Setting<String> pattern(XmlElement element) {
		String pattern = element.text();
		if (!pattern.startsWith("*.") && !pattern.isEmpty()) {
			pattern = withSlash(element, pattern);
		}
		boolean extension = pattern.startsWith("*.") && pattern.length() > 2 && pattern.indexOf('/') < 0;
		if (!pattern.isEmpty() && !pattern.startsWith("/") && !extension) {
			throw element.error("<url-pattern> is '" + pattern + "', which matches nothing; it has to begin with '/', "
					+ "to be '*.' and an extension, or to be empty for the root of the application");
		}
		return new Setting<>(canonical(element, pattern), element.source());
	}

	private static String withSlash(XmlElement element, String path) {
		return (element.servlet22() && !path.startsWith("/")) ? "/" + path : path;
	}

	/** Resolves {@code .} and {@code ..}, which no path of a request has. */
	private static String canonical(XmlElement element, String path) {
		if (path.indexOf('\r') >= 0 || path.indexOf('\n') >= 0) {
			throw element.error("<" + element.name() + "> contains a line break; write it in one line");
		}
		int query = path.indexOf('?');
		String plain = (query < 0) ? path : path.substring(0, query);
		if (!(plain + "/").contains("/./") && !(plain + "/").contains("/../")) {
			return path;
		}
		Deque<String> segments = new ArrayDeque<>();
		String last = "";
		for (String segment : plain.substring(1).split("/", -1)) {
			last = segment;
			if (segment.equals("..")) {
				if (segments.pollLast() == null) {
					throw element.error("<" + element.name() + "> is '" + path
							+ "', which leads out of the application; write a path below its root");
				}
			}
			else if (!segment.equals(".")) {
				segments.addLast(segment);
			}
		}
		boolean folder = last.equals(".") || last.equals("..");
		String resolved = "/" + String.join("/", segments) + ((folder && !segments.isEmpty()) ? "/" : "");
		return (query < 0) ? resolved : resolved + path.substring(query);
	}

}
