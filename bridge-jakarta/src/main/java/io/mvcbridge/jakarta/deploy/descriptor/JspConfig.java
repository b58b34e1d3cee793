package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Configuration of JSP pages: {@code <jsp-config>}, and the {@code <taglib>} of
 * descriptors before Servlet 2.4.
 *
 * @param tagLibraries each URI once
 * @param propertyGroups in the order in which they were declared
 */
public record JspConfig(List<TagLibrary> tagLibraries, List<PropertyGroup> propertyGroups) {

	public JspConfig {
		tagLibraries = List.copyOf(tagLibraries);
		propertyGroups = List.copyOf(propertyGroups);
	}

	/**
	 * A tag library: {@code <taglib>}.
	 *
	 * @param uri what pages call it
	 * @param location where its descriptor is
	 * @param source where it was said
	 */
	public record TagLibrary(String uri, String location, Source source) {
	}

	/**
	 * What a group of pages has in common: {@code <jsp-property-group>}. What is null was
	 * not said.
	 *
	 * @param patterns legal URL patterns, at least one
	 * @param elIgnored whether expressions are plain text
	 * @param errorOnElNotFound whether an unknown name in an expression is an error
	 * @param pageEncoding the encoding of the files
	 * @param scriptingInvalid whether scriptlets are errors
	 * @param isXml whether the pages are JSP documents
	 * @param includePreludes pages included at the beginning
	 * @param includeCodas pages included at the end
	 * @param deferredSyntaxAllowedAsLiteral whether <code>#{</code> may be plain text
	 * @param trimDirectiveWhitespaces whether lines with only a directive leave nothing
	 * @param defaultContentType the content type of pages that set none
	 * @param buffer {@code none} or a size like {@code 8kb}
	 * @param errorOnUndeclaredNamespace whether a tag of an unknown prefix is an error
	 * @param source where it was said
	 */
	public record PropertyGroup(List<Setting<String>> patterns, @Nullable Boolean elIgnored,
			@Nullable Boolean errorOnElNotFound, @Nullable String pageEncoding, @Nullable Boolean scriptingInvalid,
			@Nullable Boolean isXml, List<String> includePreludes, List<String> includeCodas,
			@Nullable Boolean deferredSyntaxAllowedAsLiteral, @Nullable Boolean trimDirectiveWhitespaces,
			@Nullable String defaultContentType, @Nullable String buffer, @Nullable Boolean errorOnUndeclaredNamespace,
			Source source) {

		public PropertyGroup {
			patterns = List.copyOf(patterns);
			includePreludes = List.copyOf(includePreludes);
			includeCodas = List.copyOf(includeCodas);
		}

	}

}
