package io.mvcbridge.jakarta.deploy.descriptor;

/**
 * A name with a value: a parameter of the context, of a servlet or a filter, or an
 * attribute of the session cookie.
 *
 * @param name the name, never empty
 * @param value the value, may be empty
 * @param source where it was said
 */
public record Parameter(String name, String value, Source source) {
}
