package io.mvcbridge.core.exchange;

/**
 * The connection of an exchange whose protocol was switched (RFC 9110 §7.8): bytes in
 * both directions, each with its own end, until the exchange ends. Made by
 * {@link HttpExchange#upgrade}.
 * <p>
 * A client that ends its side is seen as the end of the {@link #input()}; the other
 * direction stays open until {@link ResponseStream#end} or {@link #close()}. Then as long
 * as the listener lets idle connections be, and nothing written meanwhile, the connection
 * is given up. Beside that it may be quiet for as long as it likes: to ask whether the
 * peer is still there is the protocol's affair. A listener that shuts down ends the input
 * of connections that are quiet, so that the protocol can take its leave.
 * <p>
 * The exchange is complete when both directions have ended and the input was read to its
 * end, or after {@link #close()}; everything else that ends it aborts it.
 */
public interface UpgradedConnection {

	/**
	 * What the client sends, beginning with the first byte behind its request. Read as a
	 * body: by one reader, with a bound on what waits. Its length is not known and it has
	 * no trailers.
	 * @return the reader, the same object at every call
	 */
	BodyReader input();

	/**
	 * What is sent to the client, written as a streamed response is: by one writer, which
	 * waits or asks. Its end closes this direction alone, behind what was written.
	 * @return the stream, the same object at every call
	 */
	ResponseStream output();

	/**
	 * Ends both directions: what was written is still sent, what comes is thrown away.
	 * May be called from any thread; further calls do nothing.
	 */
	void close();

}
