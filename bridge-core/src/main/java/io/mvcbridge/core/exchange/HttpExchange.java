package io.mvcbridge.core.exchange;

import java.time.Duration;
import java.util.concurrent.Executor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response, from the moment the head passed the guard until the event
 * loop ends it.
 * <p>
 * A kernel is called with it on a servlet thread. All response methods may be called from
 * any thread, but by one writer at a time: whoever owns the response. The implementation
 * hands what is written to the event loop of the connection; only that loop ever ends the
 * exchange. The rules of HTTP that need no knowledge of the application (no body on HEAD,
 * 204 and 304, no chunks to HTTP/1.0, {@code Date}, {@code Connection}, length mismatch)
 * are applied here, not by the caller.
 */
public interface HttpExchange {

	/**
	 * The request line and header fields as they came in.
	 * @return the head, the same object at every call
	 */
	RequestHead head();

	/**
	 * What is known of the connection the request came on, as it was when the request
	 * arrived; still answers after the connection is gone.
	 * @return the snapshot
	 */
	ConnectionInfo connection();

	/**
	 * What the proxy said that forwarded the request.
	 * @return what a trusted proxy said, null if the request came from anybody else
	 */
	@Nullable Forwarding forwarding();

	/**
	 * The request body, to be pulled.
	 * @return the reader, the same object at every call
	 */
	BodyReader body();

	/**
	 * Sends an interim response (RFC 9110 §15.2), 102 or 103. Not sent to HTTP/1.0
	 * clients nor once the final response was handed over. 100 is sent by the exchange
	 * itself when the body is first read.
	 * @param status the status, 102 to 199
	 * @param headers the header fields to send with it
	 */
	void informational(int status, HttpHeaders headers);

	/**
	 * Answers with a whole response: one task for the event loop, one write. When the
	 * head declares no {@code Content-Length}, that of the body is set (for HEAD too,
	 * whose body is then not sent).
	 * @param head status and header fields; not to be changed afterwards
	 * @param body the body, owned by the exchange from this call on, on every path
	 * @throws IllegalStateException if a response was already begun; the body is released
	 */
	void respond(ResponseHead head, ByteBuf body);

	/**
	 * Begins a response whose body follows in pieces. The head leaves with the first
	 * drain: at the latest at {@link ResponseStream#flush()} or
	 * {@link ResponseStream#end()}.
	 * @param head status and header fields; not to be changed afterwards
	 * @return where to write the body
	 * @throws IllegalStateException if a response was already begun
	 */
	ResponseStream stream(ResponseHead head);

	/**
	 * Answers with 101 and switches the protocol of the connection (RFC 9110 §7.8): from
	 * now on it carries the bytes of another one, until this exchange ends. What the
	 * client sent behind its request is the first that is read; a rest of the request
	 * body is not read any more. A 100 that the client waits for is sent first.
	 * @param headers the header fields of the 101, {@code Upgrade} among them;
	 * {@code Connection: upgrade} is added if there is no {@code Connection}. Not to be
	 * changed afterwards
	 * @return the connection, usable at once and from any thread
	 * @throws IllegalStateException if a response was already begun, or the request did
	 * not come with HTTP/1.1
	 */
	UpgradedConnection upgrade(HttpHeaders headers);

	/**
	 * Where buffers for the response are to come from: the allocator of the connection.
	 * Netty's default one gives memory back to the system whenever a thread that is no
	 * event loop has used some, which since Java 24 stops all threads for a moment.
	 * @return the allocator, usable on any thread
	 */
	ByteBufAllocator allocator();

	/**
	 * A buffer for the response, or for a piece of it; the caller owns it. What
	 * allocators keep by thread is not worth having in threads that serve one request,
	 * and is made under a lock that they all meet at: so they have a first buffer from
	 * the event loop.
	 * @param capacity how many bytes it has room for at least
	 * @return the buffer, empty
	 */
	default ByteBuf buffer(int capacity) {
		return allocator().ioBuffer(capacity);
	}

	/**
	 * Gives the exchange up: nothing more is sent and the connection is closed (HTTP/2:
	 * the stream is reset), so that the client cannot mistake a cut response for a
	 * complete one. Does nothing once the exchange has ended.
	 * @param cause why, for the log and for {@link ExchangeListener#aborted}
	 */
	void abort(Throwable cause);

	/**
	 * Registers a listener. One that is added after the fact is told at once.
	 * @param listener called on the event loop, must not block
	 */
	void addListener(ExchangeListener listener);

	/**
	 * Where work that continues this exchange runs (async dispatches, listeners,
	 * callbacks): servlet threads of the kind that the server was configured with. Never
	 * refuses work of an admitted exchange.
	 * @return the executor
	 */
	Executor executor();

	/**
	 * Runs a task when the exchange has ended and all code that runs for it has returned:
	 * the moment at which its lease on the kernel goes back. For what has to last until
	 * nobody can use it any more. To be called by code that runs for the exchange.
	 * @param task called once, on the thread that returned last, which may be the event
	 * loop: it must not block and must not throw
	 */
	void whenReleased(Runnable task);

	/**
	 * For how long the current thread, one of this exchange, has held the event loop that
	 * carries it. A thread holds it from each time it starts or goes on until it waits:
	 * this is the longest such stretch, the one under way included.
	 * @return nanoseconds; 0 while no event loop carries the current thread, -1 if event
	 * loops of this server carry none
	 */
	long loopHeldNanos();

	/**
	 * Runs a task on a servlet thread after a delay, for time-outs of the exchange.
	 * Cancelled by itself when the exchange ends.
	 * @param task what to run
	 * @param delay from now, at least zero
	 * @return a handle that cancels the task if it did not start yet
	 */
	Timer schedule(Runnable task, Duration delay);

	/** Handle of a scheduled task. */
	interface Timer {

		/**
		 * Cancels the task if it did not start yet. May be called from any thread, more
		 * than once.
		 */
		void cancel();

	}

}
