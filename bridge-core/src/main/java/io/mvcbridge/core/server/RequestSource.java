package io.mvcbridge.core.server;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;

/**
 * What stands before an {@link ExchangeHandler} and feeds it: the HTTP/1.1 decoder of a
 * connection, which has one request after the other, or the stream of an HTTP/2
 * connection, which has exactly one. It gives a request as one {@link HttpRequest} and
 * {@link HttpContent}s, and after the last of them nothing until {@link #next()}. Used on
 * the event loop only.
 */
interface RequestSource {

	/**
	 * Lets the next request through, out of what has arrived already or arrives later.
	 */
	void next();

	/**
	 * Whether a request has begun to arrive and its head is not complete.
	 */
	boolean isInsideHead();

	/**
	 * How much has arrived and was not given on yet.
	 * @return bytes
	 */
	int held();

}
