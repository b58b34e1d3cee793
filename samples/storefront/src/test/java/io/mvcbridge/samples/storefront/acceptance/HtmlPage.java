package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.web.util.HtmlUtils;

/**
 * As much of a browser as the tests need: the text, links and forms of a page whose
 * markup is well-formed.
 *
 * @param uri the URI of the page, to which its links are relative
 * @param markup its markup
 */
record HtmlPage(URI uri, String markup) {

	private static final Pattern FORM = Pattern.compile("<form\\b([^>]*)>(.*?)</form>", Pattern.DOTALL);

	private static final Pattern FIELD = Pattern.compile("<(?:input|textarea)\\b([^>]*)>");

	private static final Pattern LINK = Pattern.compile("<(?:a|link)\\b([^>]*)>");

	private static final Pattern ATTRIBUTE = Pattern.compile("([\\w-]+)=\"([^\"]*)\"");

	/** What a reader sees, with all white space as single blanks. */
	String text() {
		String text = this.markup.replaceAll("(?s)<(title|script)\\b.*?</\\1>", " ").replaceAll("<[^>]*>", " ");
		return HtmlUtils.htmlUnescape(text).replaceAll("\\s+", " ");
	}

	/**
	 * Find the elements of a class.
	 * @param name the name of the class
	 * @return the attributes of each element, in the order of the page
	 */
	List<Map<String, String>> elements(String name) {
		List<Map<String, String>> found = new ArrayList<>();
		Matcher tag = Pattern.compile("<\\w+\\b([^>]*)>").matcher(this.markup);
		while (tag.find()) {
			Map<String, String> attributes = attributes(tag.group(1));
			if (List.of(attributes.getOrDefault("class", "").split(" ")).contains(name)) {
				found.add(attributes);
			}
		}
		return found;
	}

	/**
	 * Find the links that lead somewhere.
	 * @param target decides by the target, as it stands in the page
	 * @return where they lead, in the order of the page
	 */
	List<URI> links(Predicate<String> target) {
		List<URI> found = new ArrayList<>();
		Matcher link = LINK.matcher(this.markup);
		while (link.find()) {
			String href = attributes(link.group(1)).getOrDefault("href", "");
			if (target.test(href)) {
				found.add(this.uri.resolve(href));
			}
		}
		return found;
	}

	/**
	 * Find the link with a relation.
	 * @param relation for example {@code next}
	 * @return where it leads
	 */
	URI link(String relation) {
		Matcher link = LINK.matcher(this.markup);
		while (link.find()) {
			Map<String, String> attributes = attributes(link.group(1));
			if (relation.equals(attributes.get("rel"))) {
				return this.uri.resolve(attributes.getOrDefault("href", ""));
			}
		}
		throw new AssertionError("There is no link '" + relation + "' in " + this.uri);
	}

	/**
	 * Find a form.
	 * @param action the end of the path it is sent to
	 * @return the form, filled as the page fills it
	 */
	Form form(String action) {
		Matcher form = FORM.matcher(this.markup);
		while (form.find()) {
			String target = attributes(form.group(1)).getOrDefault("action", "");
			if (target.endsWith(action)) {
				Map<String, String> fields = new LinkedHashMap<>();
				Matcher field = FIELD.matcher(form.group(2));
				while (field.find()) {
					Map<String, String> attributes = attributes(field.group(1));
					if (attributes.containsKey("name") && !"file".equals(attributes.get("type"))) {
						fields.put(attributes.getOrDefault("name", ""), attributes.getOrDefault("value", ""));
					}
				}
				return new Form(this.uri.resolve(target), fields);
			}
		}
		throw new AssertionError("There is no form for '" + action + "' in " + this.uri + "\n" + this.markup);
	}

	private static Map<String, String> attributes(String tag) {
		Map<String, String> attributes = new LinkedHashMap<>();
		Matcher attribute = ATTRIBUTE.matcher(tag);
		while (attribute.find()) {
			attributes.put(attribute.group(1), HtmlUtils.htmlUnescape(attribute.group(2)));
		}
		return attributes;
	}

	/**
	 * A form.
	 *
	 * @param action where it is sent
	 * @param fields its fields
	 */
	record Form(URI action, Map<String, String> fields) {

		Form with(String name, String value) {
			return with(Map.of(name, value));
		}

		Form with(Map<String, String> values) {
			Map<String, String> changed = new LinkedHashMap<>(this.fields);
			changed.putAll(values);
			return new Form(this.action, changed);
		}

		Form without(String name) {
			Map<String, String> changed = new LinkedHashMap<>(this.fields);
			changed.remove(name);
			return new Form(this.action, changed);
		}

	}

}
