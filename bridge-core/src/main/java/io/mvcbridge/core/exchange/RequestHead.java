package io.mvcbridge.core.exchange;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * The head of a request, raw: nothing is decoded and no header field is hidden but those
 * that the listener itself invented.
 *
 * @param method the method as sent, case kept
 * @param target the request target as sent (RFC 9112 §3.2): origin, absolute or asterisk
 * form, each byte above 0x7F as the ISO-8859-1 character of that value
 * @param protocol {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2.0}
 * @param headers the header fields, in order
 */
public record RequestHead(String method, String target, String protocol, HttpHeaders headers) {

}
