package io.mvcbridge.core.exchange;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * The head of a final response.
 *
 * @param status the status code, 200 to 999
 * @param headers the header fields; the exchange adds {@code Date}, {@code Server} (if
 * configured), {@code Connection}, {@code Transfer-Encoding} and, for a whole response,
 * {@code Content-Length}
 */
public record ResponseHead(int status, HttpHeaders headers) {

}
