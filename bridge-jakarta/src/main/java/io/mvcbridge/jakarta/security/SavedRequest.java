package io.mvcbridge.jakarta.security;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The request that made a user log in, kept until he has (Servlet 6.1 §13.6.3). Immutable
 * but for the body, which nobody changes.
 *
 * @param path decoded and canonical, without the context path
 * @param requestUri the raw path, where the user is sent after the login
 * @param queryString raw, null if there was none
 * @param method the HTTP method
 * @param headers the header fields that describe this request and not its connection or
 * client
 * @param body the body, empty if there was none
 */
public record SavedRequest(String path, String requestUri, @Nullable String queryString, String method,
		List<Map.Entry<String, String>> headers, byte[] body) {

}
