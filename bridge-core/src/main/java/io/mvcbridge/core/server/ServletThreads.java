package io.mvcbridge.core.server;

import java.util.concurrent.Executor;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Where applications run. The exchange asks for the executor of its own event loop, so
 * that a kind which carries virtual threads on the loop itself fits the same contract.
 */
public interface ServletThreads extends AutoCloseable {

	/**
	 * The executor for exchanges of a loop. It never refuses: how much runs at once is
	 * bounded before dispatch, by the admission of new exchanges.
	 * @param loop the event loop of the exchange
	 * @return the executor
	 */
	Executor executor(EventLoop loop);

	/**
	 * Where exchanges run that would hold an event loop if it carried their threads.
	 * @return the executor, which never refuses; null if event loops carry no threads
	 */
	default @Nullable Executor offLoop() {
		return null;
	}

	/**
	 * Tells what application code holds an event loop.
	 * @param loop the event loop
	 * @return what it does, for people; null if none does, or nobody knows
	 */
	default @Nullable String holder(EventLoop loop) {
		return null;
	}

	/**
	 * Whether threads serve one request after the other, so that what is kept by thread
	 * is found again.
	 * @return false for a thread per request
	 */
	default boolean areLasting() {
		return true;
	}

	/**
	 * Lets go of idle threads. Work that runs or waits is done, and so is what comes
	 * later: an exchange that was cut off has listeners to tell.
	 */
	@Override
	void close();

}
