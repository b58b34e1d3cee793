package io.mvcbridge.jakarta.http;

/**
 * A request path divided into context path and rest.
 *
 * @param contextPath the part of the raw path that stands for the context, as sent: what
 * {@code getContextPath} answers, with one leading slash. Empty for the root context
 * @param path the rest, decoded: empty if the client asked for the context root without a
 * trailing slash, else it begins with a slash
 */
public record ContextMatch(String contextPath, String path) {

}
