package io.mvcbridge.jakarta.request;

import java.util.concurrent.locks.ReentrantLock;

import io.mvcbridge.core.exchange.ExchangeListener;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what happens next with an exchange that was put into asynchronous mode (Servlet
 * 6.1 §2.3.3.3). All container work of the exchange (dispatches, listeners, I/O
 * callbacks) is done by one thread at a time, which <em>holds</em> the exchange; in
 * {@link State#WAITING} nobody does. Events that come while somebody holds it are noted
 * and looked at when the holder {@link #returned}. The lock guards decisions only: user
 * code never runs under it.
 *
 * <table>
 * <caption>What each state does with each event; an empty cell refuses with
 * {@link IllegalStateException}</caption>
 * <tr>
 * <th>state (who holds)</th>
 * <th>startAsync</th>
 * <th>dispatch, complete</th>
 * <th>time-out, abort, I/O ready</th>
 * <th>holder returned</th>
 * </tr>
 * <tr>
 * <td>DISPATCHED (filters and servlet)</td>
 * <td>STARTED</td>
 * <td></td>
 * <td>noted</td>
 * <td>COMPLETING; threw: FAILING; sendError: ERROR_PAGE</td>
 * </tr>
 * <tr>
 * <td>STARTED (the same dispatch)</td>
 * <td></td>
 * <td>noted</td>
 * <td>noted</td>
 * <td>as noted, else WAITING; threw: FAILING; sendError: ERROR_PAGE; client gone and told
 * in an earlier dispatch: COMPLETING</td>
 * </tr>
 * <tr>
 * <td>WAITING (nobody)</td>
 * <td></td>
 * <td>DISPATCHED, COMPLETING</td>
 * <td>EXPIRING, FAILING, CALLBACK</td>
 * <td>-</td>
 * </tr>
 * <tr>
 * <td>CALLBACK (read or write listener)</td>
 * <td></td>
 * <td>noted</td>
 * <td>noted</td>
 * <td>as noted, else WAITING; threw: FAILING</td>
 * </tr>
 * <tr>
 * <td>EXPIRING (onTimeout)</td>
 * <td></td>
 * <td>noted</td>
 * <td>noted</td>
 * <td>as noted, else ERROR_PAGE</td>
 * </tr>
 * <tr>
 * <td>FAILING (onError)</td>
 * <td></td>
 * <td>noted</td>
 * <td>noted</td>
 * <td>as noted, else ERROR_PAGE; client gone: COMPLETING</td>
 * </tr>
 * <tr>
 * <td>ERROR_PAGE (error dispatch)</td>
 * <td>STARTED</td>
 * <td>noted if by the page itself</td>
 * <td>noted</td>
 * <td>as noted, else COMPLETING</td>
 * </tr>
 * <tr>
 * <td>COMPLETING (onComplete), COMPLETED</td>
 * <td></td>
 * <td></td>
 * <td>ignored</td>
 * <td>COMPLETED</td>
 * </tr>
 * </table>
 */
public final class AsyncState {

	private static final Logger logger = LoggerFactory.getLogger(AsyncState.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final ServletExchange exchange;

	private final BridgeAsyncContext context;

	private State state = State.DISPATCHED;

	private Decision decision = Decision.NONE;

	private @Nullable String dispatchPath;

	private @Nullable WebContext dispatchContext;

	/** The thread that runs the error page, which is the one that was told to. */
	private @Nullable Thread pageThread;

	private @Nullable Throwable failure;

	private @Nullable Throwable taskFailure;

	private volatile @Nullable Throwable abortCause;

	private boolean abortTold;

	private boolean readable;

	private boolean writable;

	private boolean expired;

	private volatile AsyncCycle cycle;

	AsyncState(ServletExchange exchange) {
		this.exchange = exchange;
		this.cycle = new AsyncCycle(exchange.request(), exchange.response(), false);
		this.context = new BridgeAsyncContext(exchange, this);
		exchange.http().addListener(new ExchangeListener() {

			@Override
			public void aborted(Throwable cause) {
				clientLeft(cause);
			}

		});
	}

	BridgeAsyncContext context() {
		return this.context;
	}

	/** Who holds the exchange; see the table. */
	enum State {

		DISPATCHED, STARTED, WAITING, CALLBACK, EXPIRING, FAILING, ERROR_PAGE, COMPLETING, COMPLETED

	}

	private enum Decision {

		NONE, DISPATCH, COMPLETE

	}

	/** What the holder of the exchange has to do now. */
	public enum Step {

		/** Let the exchange go: the application decides how it goes on. */
		WAIT,

		/** Dispatch to {@link AsyncState#dispatchPath()}. */
		DISPATCH,

		/** Call {@link AsyncState#notifyRead()}. */
		READ,

		/** Call {@link AsyncState#notifyWrite()}. */
		WRITE,

		/** Call {@link AsyncState#notifyTimeout()}. */
		TIMEOUT,

		/** Call {@link AsyncState#notifyError()}. */
		FAILURE,

		/**
		 * Dispatch to an error page, for {@link AsyncState#failure()} if there is one.
		 */
		ERROR_PAGE,

		/** Call {@link AsyncState#notifyComplete()} and end the exchange. */
		COMPLETE

	}

	BridgeAsyncContext start(ServletRequest request, ServletResponse response, boolean supplied) {
		AsyncCycle previous;
		this.lock.lock();
		try {
			if (this.state != State.DISPATCHED && this.state != State.ERROR_PAGE) {
				throw new IllegalStateException("startAsync() was called already in this dispatch, or outside of any"
						+ " (state " + this.state + ")");
			}
			previous = this.cycle;
			this.cycle = new AsyncCycle(request, response, supplied);
			this.decision = Decision.NONE;
			this.expired = false;
			this.failure = null;
			this.taskFailure = null;
			this.state = State.STARTED;
		}
		finally {
			this.lock.unlock();
		}
		previous.notifyStartAsync(this.context);
		return this.context;
	}

	/** Whether {@code isAsyncStarted} is to answer true. */
	boolean isStarted() {
		this.lock.lock();
		try {
			// An error page is a dispatch of its own, which has to start its own cycle.
			return this.state == State.STARTED || (this.state != State.ERROR_PAGE && isUndecided());
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether a dispatch runs in which {@code startAsync} was not called. */
	boolean isDispatched() {
		this.lock.lock();
		try {
			return this.state == State.DISPATCHED;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the calling thread may still decide. Once there is an error page it alone
	 * may: a thread that does not know of the failure would answer a second time.
	 */
	private boolean isUndecided() {
		return this.decision == Decision.NONE && switch (this.state) {
			case STARTED, WAITING, CALLBACK, EXPIRING, FAILING -> true;
			case ERROR_PAGE -> this.pageThread == Thread.currentThread();
			case DISPATCHED, COMPLETING, COMPLETED -> false;
		};
	}

	private void checkUndecided(String what) {
		if (!isUndecided()) {
			throw new IllegalStateException(what + " is not possible: "
					+ ((this.decision != Decision.NONE) ? "dispatch or complete was called already"
							: "asynchronous processing is over or was not started in this dispatch")
					+ " (state " + this.state + ")");
		}
	}

	/** Timer and listeners belong to the dispatch that started the cycle. */
	private void checkInStartingDispatch(String what) {
		if (this.state != State.STARTED) {
			throw new IllegalStateException(what + " is possible only until the dispatch that called startAsync()"
					+ " has returned (state " + this.state + ")");
		}
	}

	/** The cycle, for an application that has not decided yet. */
	AsyncCycle undecidedCycle(String what) {
		this.lock.lock();
		try {
			checkUndecided(what);
			return this.cycle;
		}
		finally {
			this.lock.unlock();
		}
	}

	AsyncCycle cycle() {
		return this.cycle;
	}

	/** The request to dispatch with, perhaps wrapped. Asked by the holder. */
	public ServletRequest dispatchRequest() {
		return this.cycle.request();
	}

	/** The response to dispatch with, perhaps wrapped. Asked by the holder. */
	public ServletResponse dispatchResponse() {
		return this.cycle.response();
	}

	/** The application to dispatch to. Asked by the holder. */
	public WebContext dispatchContext() {
		WebContext context = this.dispatchContext;
		if (context == null) {
			throw new IllegalStateException("no dispatch was asked for");
		}
		return context;
	}

	/** Where to dispatch to, relative to the context path. Asked by the holder. */
	public String dispatchPath() {
		String path = this.dispatchPath;
		if (path == null) {
			throw new IllegalStateException("no dispatch was asked for");
		}
		return path;
	}

	/** What made the exchange fail, null if nothing was thrown. Asked by the holder. */
	public @Nullable Throwable failure() {
		return this.failure;
	}

	/** What happened when the client left, null if it did not. */
	@Nullable Throwable abortCause() {
		return this.abortCause;
	}

	void timeout(long millis) {
		this.lock.lock();
		try {
			checkInStartingDispatch("setTimeout()");
			this.cycle.timeout(millis);
		}
		finally {
			this.lock.unlock();
		}
	}

	void addListener(AsyncListener listener, @Nullable ServletRequest request, @Nullable ServletResponse response) {
		this.lock.lock();
		try {
			checkInStartingDispatch("addListener()");
			this.cycle.addListener(listener, request, response);
		}
		finally {
			this.lock.unlock();
		}
	}

	void dispatch(WebContext context, String path) {
		decide("dispatch()", Decision.DISPATCH, context, path);
	}

	void complete() {
		decide("complete()", Decision.COMPLETE, null, null);
	}

	private void decide(String what, Decision decision, @Nullable WebContext context, @Nullable String path) {
		Step step = Step.WAIT;
		this.lock.lock();
		try {
			checkUndecided(what);
			this.decision = decision;
			this.dispatchContext = context;
			this.dispatchPath = path;
			if (this.state == State.WAITING) {
				step = obey();
			}
		}
		finally {
			this.lock.unlock();
		}
		resume(step);
	}

	/** Turns the decision into the next state. */
	private Step obey() {
		this.cycle.stopTimer();
		boolean dispatch = this.decision == Decision.DISPATCH;
		this.decision = Decision.NONE;
		if (dispatch) {
			this.state = State.DISPATCHED;
			return Step.DISPATCH;
		}
		this.state = State.COMPLETING;
		return Step.COMPLETE;
	}

	/**
	 * Says that the work of the last step has returned. The caller held the exchange, and
	 * goes on holding it unless the answer is {@link Step#WAIT}.
	 * @param thrown what the work threw, or null
	 * @param errorSent whether {@code sendError} was called and no error page ran since
	 * @return what to do next
	 */
	public Step returned(@Nullable Throwable thrown, boolean errorSent) {
		this.lock.lock();
		try {
			return switch (this.state) {
				case DISPATCHED, STARTED, CALLBACK -> afterApplication(thrown, errorSent);
				case EXPIRING -> (this.decision != Decision.NONE) ? obey() : errorPage();
				case FAILING -> {
					if (this.decision != Decision.NONE) {
						yield obey();
					}
					yield (this.abortCause != null) ? completing() : errorPage();
				}
				case ERROR_PAGE -> (this.decision != Decision.NONE) ? obey() : completing();
				case COMPLETING -> {
					this.state = State.COMPLETED;
					yield Step.WAIT;
				}
				case WAITING, COMPLETED -> throw new IllegalStateException("nobody holds the exchange: " + this.state);
			};
		}
		finally {
			this.lock.unlock();
		}
	}

	private Step afterApplication(@Nullable Throwable thrown, boolean errorSent) {
		if (thrown != null) {
			return failing(thrown);
		}
		if (errorSent) {
			return errorPage();
		}
		if (this.decision != Decision.NONE) {
			return obey();
		}
		return (this.state == State.DISPATCHED) ? completing() : rest();
	}

	/** Looks at what was noted; if there is nothing, lets the exchange go. */
	private Step rest() {
		if (this.abortCause != null) {
			// A dispatch that starts again after it was told would wait for ever: there
			// is
			// nobody to answer, and an exchange that is over has no timer.
			return this.abortTold ? completing() : failing(this.abortCause);
		}
		if (this.taskFailure != null) {
			Throwable cause = this.taskFailure;
			this.taskFailure = null;
			return failing(cause);
		}
		if (this.readable) {
			this.readable = false;
			this.state = State.CALLBACK;
			return Step.READ;
		}
		if (this.writable) {
			this.writable = false;
			this.state = State.CALLBACK;
			return Step.WRITE;
		}
		if (this.expired) {
			this.expired = false;
			this.state = State.EXPIRING;
			return Step.TIMEOUT;
		}
		this.exchange.response().output().deliverPaced();
		this.state = State.WAITING;
		AsyncCycle cycle = this.cycle;
		cycle.startTimer(this.exchange.http(), () -> expire(cycle));
		return Step.WAIT;
	}

	private Step failing(Throwable cause) {
		this.cycle.stopTimer();
		this.decision = Decision.NONE;
		this.abortTold |= this.abortCause != null;
		this.failure = cause;
		this.state = State.FAILING;
		return Step.FAILURE;
	}

	private Step errorPage() {
		this.cycle.stopTimer();
		this.decision = Decision.NONE;
		this.state = State.ERROR_PAGE;
		this.pageThread = Thread.currentThread();
		return Step.ERROR_PAGE;
	}

	private Step completing() {
		this.cycle.stopTimer();
		this.state = State.COMPLETING;
		return Step.COMPLETE;
	}

	/** Called by the timer, on a servlet thread. */
	private void expire(AsyncCycle cycle) {
		Step step = Step.WAIT;
		this.lock.lock();
		try {
			if (cycle != this.cycle || this.decision != Decision.NONE) {
				return;
			}
			if (this.state == State.WAITING) {
				this.state = State.EXPIRING;
				step = Step.TIMEOUT;
			}
			else if (this.state == State.CALLBACK) {
				this.expired = true;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (step != Step.WAIT) {
			this.exchange.run(step);
		}
	}

	/** Called on the event loop. */
	private void clientLeft(Throwable cause) {
		note(() -> this.abortCause = cause);
	}

	/** The input can be read. Called on the event loop or by whoever asked. */
	void inputIsReady() {
		note(() -> this.readable = true);
	}

	/** The output can be written. Called on the event loop or by whoever asked. */
	void outputIsReady() {
		note(() -> this.writable = true);
	}

	/** Notes an event, and sees to it if nobody holds the exchange. */
	private void note(Runnable event) {
		Step step = Step.WAIT;
		this.lock.lock();
		try {
			event.run();
			if (this.state == State.WAITING) {
				step = rest();
			}
		}
		finally {
			this.lock.unlock();
		}
		resume(step);
	}

	/**
	 * A task given to {@code AsyncContext.start} threw: the exchange fails, unless the
	 * application has decided how it goes on.
	 * @param cause what it threw
	 */
	void taskFailed(Throwable cause) {
		Step step = Step.WAIT;
		boolean noted = true;
		this.lock.lock();
		try {
			if (this.state == State.WAITING) {
				step = failing(cause);
			}
			else if (this.state == State.STARTED && this.decision == Decision.NONE) {
				this.taskFailure = cause;
			}
			else {
				noted = false;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (!noted) {
			logger.error("A task of an asynchronous exchange threw after the exchange was decided", cause);
		}
		resume(step);
	}

	private void resume(Step step) {
		if (step != Step.WAIT) {
			this.exchange.http().executor().execute(() -> this.exchange.run(step));
		}
	}

	/**
	 * Calls the read listener.
	 * @return what it threw, null if it returned
	 */
	public @Nullable Throwable notifyRead() {
		return this.exchange.request().body().notifyReadable();
	}

	/**
	 * Calls the write listener.
	 * @return what it threw, null if it returned
	 */
	public @Nullable Throwable notifyWrite() {
		return this.exchange.response().notifyWritable();
	}

	/** Tells the listeners that the time is over. */
	public void notifyTimeout() {
		this.cycle.notifyTimeout(this.context);
	}

	/** Tells I/O listeners (if the client is gone) and async listeners of the failure. */
	public void notifyError() {
		Throwable cause = this.failure;
		if (cause == null) {
			throw new IllegalStateException("nothing failed");
		}
		if (this.abortCause != null) {
			this.exchange.request().body().notifyFailed(cause);
			this.exchange.response().notifyFailed(cause);
		}
		this.cycle.notifyError(this.context, cause);
	}

	/** Tells the listeners that asynchronous processing is over. */
	public void notifyComplete() {
		this.cycle.notifyComplete(this.context);
	}

}
