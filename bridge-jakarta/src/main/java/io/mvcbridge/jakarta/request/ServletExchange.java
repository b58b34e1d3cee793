package io.mvcbridge.jakarta.request;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.jakarta.http.RequestTarget;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpUpgradeHandler;
import org.jspecify.annotations.Nullable;

/**
 * One exchange as the kernel handles it: request, response and what happens to them.
 * Everything here is made for one exchange and thrown away with it; after {@link #end()}
 * request and response refuse whatever would need the exchange, so that a reference that
 * an application kept cannot reach another one.
 */
public final class ServletExchange implements StreamOwner {

	private static final Consumer<ResponseOutput> PACER = FlushPacer.SHARED::add;

	private static final AtomicLong lastId = new AtomicLong();

	private final HttpExchange http;

	private final WebContext context;

	private final RequestTarget target;

	private final BiConsumer<ServletExchange, AsyncState.Step> run;

	private final BridgeResponse response;

	private final BridgeRequest request;

	private volatile @Nullable AsyncState async;

	/** Takes the connection over when the exchange is done with, null if none does. */
	private @Nullable HttpUpgradeHandler upgradeHandler;

	private volatile boolean ended;

	private @Nullable String id;

	/**
	 * Makes request and response for an exchange.
	 * @param http the exchange
	 * @param context the application it belongs to
	 * @param target its target, parsed
	 * @param run how container work of an asynchronous exchange is taken up again; called
	 * on a servlet thread that holds the exchange
	 */
	public ServletExchange(HttpExchange http, WebContext context, RequestTarget target,
			BiConsumer<ServletExchange, AsyncState.Step> run) {
		this(http, context, target, run, PACER);
	}

	ServletExchange(HttpExchange http, WebContext context, RequestTarget target,
			BiConsumer<ServletExchange, AsyncState.Step> run, Consumer<ResponseOutput> pacer) {
		this.http = http;
		this.context = context;
		this.target = target;
		this.run = run;
		this.response = new BridgeResponse(this, pacer);
		this.request = new BridgeRequest(this);
	}

	public HttpExchange http() {
		return this.http;
	}

	public WebContext context() {
		return this.context;
	}

	public BridgeRequest request() {
		return this.request;
	}

	public BridgeResponse response() {
		return this.response;
	}

	RequestTarget target() {
		return this.target;
	}

	/**
	 * The asynchronous side of the exchange.
	 * @return the state, null if {@code startAsync} was never called
	 */
	public @Nullable AsyncState asyncState() {
		return this.async;
	}

	AsyncState async() {
		AsyncState async = this.async;
		if (async == null) {
			throw new IllegalStateException("Asynchronous processing was not started: call startAsync() first");
		}
		return async;
	}

	/** The state, made now if there is none. Called in a dispatch. */
	AsyncState openAsync() {
		AsyncState async = this.async;
		if (async == null) {
			async = new AsyncState(this);
			this.async = async;
		}
		return async;
	}

	@Override
	public boolean allowsListeners() {
		return isAsyncOpen();
	}

	@Override
	public void inputIsReady() {
		async().inputIsReady();
	}

	@Override
	public void outputIsReady() {
		async().outputIsReady();
	}

	@Override
	public void inputClosed() {
	}

	@Override
	public boolean isOutputShared() {
		return this.response.isIncluded();
	}

	/**
	 * Answers with 101 once all dispatches are over, and gives the connection to a
	 * handler then; unless something else becomes the answer until then.
	 * @param <T> the type of the handler
	 * @param type the class of the handler
	 * @return the handler
	 * @throws ServletException if it cannot be instantiated
	 */
	<T extends HttpUpgradeHandler> T upgrade(Class<T> type) throws ServletException {
		checkNotEnded();
		if (this.upgradeHandler != null) {
			throw new IllegalStateException(
					"upgrade() was called on this request before, with " + this.upgradeHandler.getClass().getName());
		}
		if (this.response.isCommitted()) {
			throw new IllegalStateException("upgrade() is not possible any more: the response is committed with status "
					+ this.response.getStatus());
		}
		if (!"HTTP/1.1".equals(this.http.head().protocol())) {
			throw new IllegalStateException("upgrade() needs a request of HTTP/1.1, and this one came with "
					+ this.http.head().protocol() + " (RFC 9110 §7.8)");
		}
		T handler = Instances.create(type, "An upgrade handler");
		this.upgradeHandler = handler;
		this.response.switchProtocols();
		return handler;
	}

	/**
	 * Whether the response was left at an interim status, other than a 101 for which
	 * somebody takes the connection.
	 */
	public boolean lacksFinalStatus() {
		return this.response.isInterim() && (this.upgradeHandler == null || !this.response.isSwitchingProtocols());
	}

	/** Whether asynchronous processing is started and not decided. */
	boolean isAsyncOpen() {
		AsyncState async = this.async;
		return async != null && async.isStarted();
	}

	/** Whether a dispatch runs that will end the response when it returns. */
	boolean isInSynchronousDispatch() {
		AsyncState async = this.async;
		return async == null || async.isDispatched();
	}

	void run(AsyncState.Step step) {
		this.run.accept(this, step);
	}

	/** Runs a task of the application on a servlet thread (Servlet 6.1 §2.3.3.3). */
	void execute(Runnable task) {
		this.http.executor().execute(() -> {
			Thread thread = Thread.currentThread();
			ClassLoader before = thread.getContextClassLoader();
			thread.setContextClassLoader(this.request.context().getClassLoader());
			try {
				task.run();
			}
			catch (Throwable ex) {
				async().taskFailed(ex);
			}
			finally {
				thread.setContextClassLoader(before);
			}
		});
	}

	/** Unique among the requests of this JVM. */
	String id() {
		String id = this.id;
		if (id == null) {
			id = Long.toString(lastId.incrementAndGet());
			this.id = id;
		}
		return id;
	}

	boolean isEnded() {
		return this.ended;
	}

	/**
	 * Checks that a stream may still be used. A thread that reads or writes while the
	 * client leaves expects the same exception whether the exchange has ended meanwhile
	 * or not.
	 * @throws ClientAbortException if the exchange has ended because the client left
	 * @throws IllegalStateException if it has ended for another reason
	 */
	@Override
	public void checkStreamUsable() throws ClientAbortException {
		if (this.ended) {
			AsyncState async = this.async;
			Throwable abort = (async != null) ? async.abortCause() : null;
			if (abort != null) {
				throw new ClientAbortException("The client is gone, and the exchange has ended", abort);
			}
			checkNotEnded();
		}
	}

	@Override
	public void checkNotEnded() {
		if (this.ended) {
			throw new IllegalStateException("The exchange has ended: its request and response must not be used any more"
					+ " (Servlet 6.1 §3.14, §5.8). Copy what is needed, or use startAsync()");
		}
	}

	/**
	 * Ends the exchange for the application and gives back what it held: sessions,
	 * uploads, buffers. The response can only be finished afterwards.
	 */
	public void end() {
		this.response.seal();
		this.ended = true;
		this.request.release();
	}

	/**
	 * Ends the response: what there is goes to the client, or the connection to the
	 * upgrade handler. Does nothing the second time.
	 */
	public void finish() {
		HttpUpgradeHandler handler = this.upgradeHandler;
		if (handler == null || !this.response.isSwitchingProtocols()) {
			this.response.finish();
			return;
		}
		this.upgradeHandler = null;
		this.response.abandon();
		BridgeWebConnection.open(this.http, this.response.upgradeHeaders(), this.context.getClassLoader(), handler);
	}

}
