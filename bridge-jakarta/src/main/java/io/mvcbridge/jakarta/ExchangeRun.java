package io.mvcbridge.jakarta;

import java.util.function.BiConsumer;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.jakarta.context.WebApplication;
import io.mvcbridge.jakarta.http.ContextMatch;
import io.mvcbridge.jakarta.http.PathEncoding;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.request.AsyncState;
import io.mvcbridge.jakarta.request.AsyncState.Step;
import io.mvcbridge.jakarta.request.BridgeRequest;
import io.mvcbridge.jakarta.request.DispatchFrame;
import io.mvcbridge.jakarta.request.ServletExchange;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Takes one exchange from its target to its end: mapping, request dispatch, whatever
 * asynchronous processing asks for, error dispatch, completion. Stateless; what an
 * exchange is in the middle of stands in its {@link AsyncState}.
 */
final class ExchangeRun {

	private final WebApplication application;

	private final ErrorDispatch errors;

	private final LoopHolds holds;

	private final boolean accessesSession;

	private final BiConsumer<ServletExchange, Step> resume = this::resume;

	ExchangeRun(WebApplication application, LoopHolds holds) {
		this.application = application;
		this.holds = holds;
		this.accessesSession = application.isSessionAccessedByEveryRequest();
		this.errors = new ErrorDispatch(application);
	}

	/** Begins with a new exchange, on a servlet thread. */
	void begin(HttpExchange http) {
		RequestTarget target;
		try {
			target = RequestTarget.parse(http.head().target(), this.application.uriPolicy());
		}
		catch (RequestRejectedException ex) {
			reject(http, ex);
			return;
		}
		if (target.isAsterisk()) {
			PlainAnswer.sendOptions(http);
			return;
		}
		ContextMatch match = target.matchContext(this.application.getContextPath());
		if (match == null) {
			PlainAnswer.send(http, 404, null);
			return;
		}
		begin(http, target, match);
	}

	/** Begins with an exchange whose target is known to lie in the application. */
	void begin(HttpExchange http, RequestTarget target, ContextMatch match) {
		ServletExchange exchange = new ServletExchange(http, this.application, target, this.resume);
		DispatchFrame frame = this.application.map(DispatcherType.REQUEST, target.rawPath(), match, target.rawQuery());
		exchange.request().enter(frame);
		Throwable thrown = null;
		try {
			if (this.accessesSession) {
				exchange.request().accessSession();
			}
			this.application.requestInitialized(exchange.request());
			this.application.invoke(frame, exchange.request(), exchange.response());
		}
		catch (Throwable ex) {
			thrown = ex;
		}
		this.holds.note(exchange);
		proceed(exchange, thrown);
	}

	/**
	 * Answers a target that cannot be served, with the error page of the application if
	 * the target lies in it. No filter and no servlet sees such a target but those of the
	 * error page, which may decode the path it is told: a stray percent sign must not
	 * make the page fail.
	 */
	private void reject(HttpExchange http, RequestRejectedException rejection) {
		String raw = http.head().target();
		String contextPath = this.application.getContextPath();
		if (!seemsToBeIn(contextPath, raw)) {
			PlainAnswer.send(http, rejection.status(), rejection.getMessage());
			return;
		}
		int query = raw.indexOf('?');
		RequestTarget root = RequestTarget.parse(contextPath + "/", this.application.uriPolicy());
		ServletExchange exchange = new ServletExchange(http, this.application, root, this.resume);
		String path = PathEncoding.encodeStrayPercent((query < 0) ? raw : raw.substring(0, query));
		exchange.request()
			.enter(this.application.map(DispatcherType.REQUEST, path, new ContextMatch(contextPath, "/"),
					(query < 0) ? null : raw.substring(query + 1)));
		Throwable thrown = rejection;
		try {
			this.application.requestInitialized(exchange.request());
		}
		catch (Throwable ex) {
			thrown = ex;
		}
		proceed(exchange, thrown);
	}

	/** Whether a target that cannot be served looks like one of a context. */
	static boolean seemsToBeIn(String contextPath, String rawTarget) {
		return rawTarget.startsWith(contextPath) && rawTarget.startsWith("/", contextPath.length());
	}

	/** Goes on after the request dispatch. */
	private void proceed(ServletExchange exchange, @Nullable Throwable thrown) {
		Throwable outcome = thrown;
		if (exchange.asyncState() == null) {
			answerFailure(exchange, thrown);
			outcome = null;
		}
		// The error page may have started asynchronous processing.
		AsyncState async = exchange.asyncState();
		if (async == null) {
			complete(exchange);
		}
		else {
			goOn(exchange, async, outcome);
		}
	}

	/** Takes an asynchronous exchange up again, on a servlet thread that holds it. */
	private void resume(ServletExchange exchange, Step step) {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(exchange.request().context().getClassLoader());
		try {
			AsyncState async = exchange.asyncState();
			if (async == null) {
				throw new IllegalStateException("not asynchronous");
			}
			goOn(exchange, async, perform(exchange, async, step));
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private void goOn(ServletExchange exchange, AsyncState async, @Nullable Throwable outcome) {
		Step step = async.returned(outcome, exchange.response().isErrorSent());
		while (step != Step.WAIT) {
			Throwable thrown = perform(exchange, async, step);
			step = async.returned(thrown, exchange.response().isErrorSent());
		}
	}

	private @Nullable Throwable perform(ServletExchange exchange, AsyncState async, Step step) {
		Throwable thrown = null;
		switch (step) {
			case DISPATCH -> thrown = dispatch(exchange, async);
			case READ -> thrown = async.notifyRead();
			case WRITE -> thrown = async.notifyWrite();
			case TIMEOUT -> async.notifyTimeout();
			case FAILURE -> async.notifyError();
			case ERROR_PAGE -> {
				this.errors.dispatch(exchange, failure(exchange, async));
				return null;
			}
			case COMPLETE -> {
				answerFailure(exchange, null);
				exchange.request().leaveAll();
				async.notifyComplete();
				complete(exchange);
				return null;
			}
			case WAIT -> throw new IllegalArgumentException("nothing to do");
		}
		this.holds.note(exchange);
		return thrown;
	}

	private @Nullable Throwable dispatch(ServletExchange exchange, AsyncState async) {
		BridgeRequest request = exchange.request();
		ServletRequest dispatched = async.dispatchRequest();
		ServletResponse response = async.dispatchResponse();
		WebApplication target = (WebApplication) async.dispatchContext();
		request.leaveAll();
		try {
			DispatchFrame frame = target.map(DispatcherType.ASYNC, async.dispatchPath());
			if (frame == null) {
				throw new IllegalStateException("The path '" + async.dispatchPath() + "' is not valid any more");
			}
			request.enter(frame);
			if (target == this.application) {
				target.invoke(frame, dispatched, response);
			}
			else {
				target.invokeFromOutside(frame, dispatched, response);
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	private static Failure failure(ServletExchange exchange, AsyncState async) {
		var sent = exchange.response().sentError();
		if (async.failure() != null) {
			return Failure.of(async.failure());
		}
		return (sent != null) ? Failure.of(sent) : Failure.timedOut();
	}

	/** Answers what was thrown or sent, if anything was. */
	private void answerFailure(ServletExchange exchange, @Nullable Throwable thrown) {
		var sent = exchange.response().sentError();
		if (thrown != null) {
			this.errors.dispatch(exchange, Failure.of(thrown));
		}
		else if (sent != null) {
			this.errors.dispatch(exchange, Failure.of(sent));
		}
		else if (exchange.lacksFinalStatus()) {
			this.errors.dispatch(exchange, Failure.of(Failure.interim(exchange.response().getStatus())));
		}
	}

	/**
	 * The application is done with the exchange. The response goes out last, so that
	 * nobody can see the answer before the application has tidied up.
	 */
	private void complete(ServletExchange exchange) {
		try {
			this.application.requestDestroyed(exchange.request());
		}
		finally {
			try {
				exchange.end();
			}
			finally {
				exchange.finish();
			}
		}
	}

}
