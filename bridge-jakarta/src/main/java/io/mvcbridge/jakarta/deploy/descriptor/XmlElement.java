package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * An element of a descriptor. Who reads it says what may be in it, so that a misspelt
 * element is an error and not a setting that silently does nothing.
 */
final class XmlElement {

	/** What tools display; it has no meaning at runtime and may be anywhere. */
	private static final Set<String> DISPLAYED = Set.of("description", "display-name", "icon");

	private final String name;

	private final Source source;

	private final Map<String, String> attributes;

	private final boolean servlet22;

	private final List<XmlElement> children = new ArrayList<>();

	private final StringBuilder text = new StringBuilder();

	XmlElement(String name, Source source, Map<String, String> attributes, boolean servlet22) {
		this.name = name;
		this.source = source;
		this.attributes = attributes;
		this.servlet22 = servlet22;
	}

	void add(XmlElement child) {
		this.children.add(child);
	}

	void append(String characters) {
		this.text.append(characters);
	}

	String name() {
		return this.name;
	}

	Source source() {
		return this.source;
	}

	/** Attributes of no namespace. */
	Map<String, String> attributes() {
		return this.attributes;
	}

	/** Whether it is of a descriptor of Servlet 2.2, where paths may lack their slash. */
	boolean servlet22() {
		return this.servlet22;
	}

	/** All children that have a meaning. */
	List<XmlElement> children() {
		return this.children.stream().filter((child) -> !DISPLAYED.contains(child.name)).toList();
	}

	List<XmlElement> children(String childName) {
		return this.children.stream().filter((child) -> child.name.equals(childName)).toList();
	}

	/**
	 * The only child of a name.
	 * @return the child, or null if there is none
	 * @throws DescriptorException if there are two
	 */
	@Nullable XmlElement child(String childName) {
		List<XmlElement> found = children(childName);
		if (found.size() > 1) {
			throw found.get(1).twice(found.get(0));
		}
		return found.isEmpty() ? null : found.get(0);
	}

	XmlElement required(String childName) {
		XmlElement child = child(childName);
		if (child == null) {
			throw error("<" + this.name + "> has no <" + childName + ">, which is required; add it");
		}
		return child;
	}

	/** The text of an only child, never empty; null if there is no such child. */
	@Nullable String textOf(String childName) {
		XmlElement child = child(childName);
		return (child != null) ? child.requiredText() : null;
	}

	/** The text of an only child with its source; null if there is no such child. */
	@Nullable Setting<String> settingOf(String childName) {
		XmlElement child = child(childName);
		return (child != null) ? child.setting() : null;
	}

	Setting<String> setting() {
		return new Setting<>(requiredText(), this.source);
	}

	/** The text without white space at its ends (Servlet 6.1 §14.2), may be empty. */
	String text() {
		for (XmlElement child : children()) {
			throw child.error(
					"<" + this.name + "> contains the element <" + child.name + ">, where only text may be; remove it");
		}
		return trimmed();
	}

	String requiredText() {
		String value = text();
		if (value.isEmpty()) {
			throw error("<" + this.name + "> is empty; write its value, or remove the element");
		}
		return value;
	}

	/**
	 * Checks that there are only such children.
	 * @param names the names, besides of those that tools display
	 * @return this
	 */
	XmlElement allow(String... names) {
		for (XmlElement child : children()) {
			if (!Arrays.asList(names).contains(child.name)) {
				throw child.misplaced(this.name, List.of(names));
			}
		}
		return withoutText();
	}

	/** That it is there is all that it says; checks that it is empty. */
	boolean present() {
		allow();
		return true;
	}

	/** Checks that there is no text beside the children. */
	XmlElement withoutText() {
		String stray = trimmed();
		if (!stray.isEmpty()) {
			throw error("<" + this.name + "> contains the text '" + stray + "', where only elements may be; remove it");
		}
		return this;
	}

	/** This element does not belong where it is. */
	DescriptorException misplaced(String parent, List<String> names) {
		String similar = Spelling.nearest(this.name, names);
		String hint = (similar != null) ? "did you mean <" + similar + ">?"
				: (names.isEmpty()) ? "remove it" : "there may be <" + String.join(">, <", names) + ">";
		return error("<" + this.name + "> is no element of <" + parent + ">; " + hint);
	}

	/** This element repeats one that can be there once. */
	DescriptorException twice(XmlElement first) {
		return error("<" + this.name + "> was there in line " + first.source.line()
				+ " already, and there can be only one; remove one of them");
	}

	DescriptorException error(String message) {
		return DescriptorException.at(this.source, message);
	}

	private String trimmed() {
		int start = 0;
		int end = this.text.length();
		while (start < end && isSpace(this.text.charAt(start))) {
			start++;
		}
		while (end > start && isSpace(this.text.charAt(end - 1))) {
			end--;
		}
		return this.text.substring(start, end);
	}

	private static boolean isSpace(char character) {
		return character == ' ' || character == '\t' || character == '\n' || character == '\r';
	}

	@Override
	public String toString() {
		return "<" + this.name + "> in " + this.source;
	}

}
