package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

import io.mvcbridge.jakarta.request.AsyncState.Step;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Goes through the table of {@link AsyncState}, one cell after the other. */
class AsyncStateTests {

	private final TestExchange http = new TestExchange();

	private final List<Step> steps = new ArrayList<>();

	private final List<String> events = new ArrayList<>();

	private final ServletExchange exchange = TestContext.dispatched(this.http, this.steps);

	private final BridgeRequest request = this.exchange.request();

	// ---- DISPATCHED

	@Test
	void dispatchThatStartsNothingHasNoState() {
		assertThat(this.exchange.asyncState()).isNull();
		assertThat(this.request.isAsyncStarted()).isFalse();
		assertThatIllegalStateException().isThrownBy(this.request::getAsyncContext)
			.withMessageContaining("startAsync() was not called");
	}

	@Test
	void asyncDispatchThatStartsNothingCompletes() {
		AsyncContext context = this.request.startAsync();
		context.dispatch();
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
		assertThat(this.request.isAsyncStarted()).isFalse();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void dispatchAndCompleteAreRefusedUntilStartedAgain() {
		AsyncContext context = this.request.startAsync();
		context.dispatch();
		state().returned(null, false);
		assertThatIllegalStateException().isThrownBy(context::dispatch);
		assertThatIllegalStateException().isThrownBy(context::complete);
	}

	@Test
	void asyncDispatchThatThrowsTellsTheListenersThenRunsTheErrorPageThenCompletes() {
		listen(this.request.startAsync());
		this.request.getAsyncContext().dispatch();
		state().returned(null, false);
		ServletException failure = new ServletException("broken");
		assertThat(state().returned(failure, false)).isEqualTo(Step.FAILURE);
		state().notifyError();
		assertThat(this.events).containsExactly("error broken");
		assertThat(state().returned(null, false)).isEqualTo(Step.ERROR_PAGE);
		assertThat(state().failure()).isSameAs(failure);
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void asyncDispatchThatSendsAnErrorRunsTheErrorPage() {
		this.request.startAsync().dispatch();
		state().returned(null, false);
		assertThat(state().returned(null, true)).isEqualTo(Step.ERROR_PAGE);
	}

	// ---- STARTED

	@Test
	void servletThatReturnsLetsTheExchangeWait() {
		this.request.startAsync();
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
		assertThat(this.request.isAsyncStarted()).isTrue();
	}

	@Test
	void startingTwiceInOneDispatchIsRefused() {
		this.request.startAsync();
		assertThatIllegalStateException().isThrownBy(this.request::startAsync)
			.withMessageContaining("already in this dispatch");
	}

	@Test
	void startingOutsideOfADispatchIsRefused() {
		this.request.startAsync();
		state().returned(null, false);
		assertThatIllegalStateException().isThrownBy(this.request::startAsync);
	}

	@Test
	void dispatchTakesEffectWhenTheServletReturns() {
		this.request.startAsync().dispatch("/elsewhere");
		assertThat(this.steps).isEmpty();
		assertThat(this.http.tasks).isEmpty();
		assertThat(this.request.isAsyncStarted()).isTrue();
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
		assertThat(state().dispatchPath()).isEqualTo("/elsewhere");
	}

	@Test
	void completeTakesEffectWhenTheServletReturns() {
		this.request.startAsync().complete();
		assertThat(this.request.isAsyncStarted()).isTrue();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
		assertThat(this.request.isAsyncStarted()).isFalse();
	}

	@Test
	void theFirstDecisionCounts() {
		AsyncContext context = this.request.startAsync();
		context.complete();
		assertThatIllegalStateException().isThrownBy(context::dispatch)
			.withMessageContaining("dispatch or complete was called already");
		assertThatIllegalStateException().isThrownBy(context::complete);
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void servletThatThrowsAfterStartingFailsWhateverItDecided() {
		AsyncContext context = this.request.startAsync();
		context.dispatch();
		assertThat(state().returned(new IOException("broken"), false)).isEqualTo(Step.FAILURE);
		assertThat(state().returned(null, false)).isEqualTo(Step.ERROR_PAGE);
	}

	@Test
	void clientThatLeftBeforeTheServletReturnedIsToldAfterwards() {
		listen(this.request.startAsync());
		this.http.leave();
		assertThat(this.http.tasks).isEmpty();
		assertThat(state().returned(null, false)).isEqualTo(Step.FAILURE);
	}

	@Test
	void timerRunsFromTheReturnOfTheServlet() {
		AsyncContext context = this.request.startAsync();
		context.setTimeout(1234);
		assertThat(this.http.timers).isEmpty();
		state().returned(null, false);
		assertThat(this.http.timers).singleElement()
			.satisfies((timer) -> assertThat(timer.delay).isEqualTo(Duration.ofMillis(1234)));
	}

	@Test
	void defaultTimeoutIsThirtySeconds() {
		AsyncContext context = this.request.startAsync();
		assertThat(context.getTimeout()).isEqualTo(30_000);
		state().returned(null, false);
		assertThat(this.http.timers.get(0).delay).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void zeroMeansNoTimeout() {
		this.request.startAsync().setTimeout(0);
		state().returned(null, false);
		assertThat(this.http.timers).isEmpty();
	}

	@Test
	void timeoutAndListenersBelongToTheDispatchThatStarted() {
		AsyncContext context = this.request.startAsync();
		state().returned(null, false);
		assertThatIllegalStateException().isThrownBy(() -> context.setTimeout(1));
		assertThatIllegalStateException().isThrownBy(() -> listen(context));
	}

	// ---- WAITING

	@Test
	void dispatchOfAnotherThreadRunsOnAServletThread() {
		AsyncContext context = waiting();
		context.dispatch("/next");
		assertThat(this.steps).isEmpty();
		assertThat(this.request.isAsyncStarted()).isFalse();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.DISPATCH);
		assertThat(this.http.timers.get(0).cancelled).isTrue();
	}

	@Test
	void completeOfAnotherThreadRunsOnAServletThread() {
		AsyncContext context = waiting();
		context.complete();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.COMPLETE);
		assertThat(this.http.timers.get(0).cancelled).isTrue();
	}

	@Test
	void timeoutIsToldOnTheTimersThread() {
		waiting();
		this.http.timers.get(0).fire();
		assertThat(this.steps).containsExactly(Step.TIMEOUT);
	}

	@Test
	void timeoutThatComesAfterTheDecisionIsNone() {
		AsyncContext context = waiting();
		context.dispatch();
		this.http.timers.get(0).fire();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.DISPATCH);
	}

	@Test
	void timerOfAnEarlierCycleIsNone() {
		AsyncContext context = waiting();
		context.dispatch();
		this.http.runTasks();
		this.request.startAsync();
		state().returned(null, false);
		this.http.timers.get(0).fire();
		assertThat(this.steps).containsExactly(Step.DISPATCH);
		this.http.timers.get(1).fire();
		assertThat(this.steps).containsExactly(Step.DISPATCH, Step.TIMEOUT);
	}

	@Test
	void clientThatLeavesIsToldOnAServletThread() {
		waiting();
		this.http.leave();
		assertThat(this.steps).isEmpty();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.FAILURE);
		assertThat(this.http.timers.get(0).cancelled).isTrue();
	}

	// ---- EXPIRING

	@Test
	void timeoutThatNobodyHandlesRunsTheErrorPageThenCompletes() {
		expiring();
		state().notifyTimeout();
		assertThat(this.events).containsExactly("timeout");
		assertThat(state().returned(null, false)).isEqualTo(Step.ERROR_PAGE);
		assertThat(state().failure()).isNull();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void decisionOfAnyThreadWhileTheTimeoutIsToldIsPerformedAfterwards() {
		AsyncContext context = expiring();
		context.dispatch("/late");
		assertThat(this.http.tasks).isEmpty();
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
		assertThat(state().dispatchPath()).isEqualTo("/late");
	}

	@Test
	void secondDecisionWhileTheTimeoutIsToldIsRefused() {
		AsyncContext context = expiring();
		context.complete();
		assertThatIllegalStateException().isThrownBy(context::dispatch);
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void clientThatLeavesWhileTheTimeoutIsToldDoesNotDisturb() {
		AsyncContext context = expiring();
		this.http.leave();
		context.complete();
		assertThat(this.http.tasks).isEmpty();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	// ---- FAILING

	@Test
	void clientIsGoneSoThereIsNoErrorPage() {
		waiting();
		this.http.leave();
		this.http.runTasks();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void listenerMayDecideWhatFollowsAFailure() {
		AsyncContext context = this.request.startAsync();
		state().returned(new IOException("broken"), false);
		context.dispatch("/recovery");
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
	}

	@Test
	void dispatchThatStartsAgainAfterTheClientLeftCompletes() {
		AsyncContext context = this.request.startAsync();
		state().returned(null, false);
		this.http.leave();
		this.http.runTasks();
		state().notifyError();
		context.dispatch();
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
		this.request.startAsync();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void clientThatLeavesIsToldOnce() {
		AsyncContext context = this.request.startAsync();
		listen(context);
		state().returned(null, false);
		this.http.leave();
		this.http.runTasks();
		state().notifyError();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
		state().notifyComplete();
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
		this.http.leave();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.FAILURE);
		assertThat(this.events).containsExactly("error The client left", "complete");
	}

	// ---- ERROR_PAGE

	@Test
	void errorPageMayStartAgain() {
		listen(this.request.startAsync());
		state().returned(new IOException("broken"), false);
		state().returned(null, false);
		assertThat(this.request.isAsyncStarted()).isFalse();
		this.request.startAsync();
		assertThat(this.events).containsExactly("start");
		assertThat(this.request.isAsyncStarted()).isTrue();
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
	}

	@Test
	void errorPageMayDispatch() {
		AsyncContext context = this.request.startAsync();
		state().returned(new IOException("broken"), false);
		state().returned(null, false);
		context.dispatch("/again");
		assertThat(state().returned(null, false)).isEqualTo(Step.DISPATCH);
	}

	@Test
	void threadThatIsNotTheErrorPageIsRefused() throws Exception {
		AsyncContext context = expiring();
		state().returned(null, false);
		FutureTask<Boolean> late = new FutureTask<>(() -> {
			assertThatIllegalStateException().isThrownBy(context::dispatch);
			assertThatIllegalStateException().isThrownBy(context::complete);
			return true;
		});
		new Thread(late).start();
		assertThat(late.get()).isTrue();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	// ---- COMPLETING and COMPLETED

	@Test
	void nothingIsPossibleAfterCompletion() {
		AsyncContext context = this.request.startAsync();
		context.complete();
		state().returned(null, false);
		assertThatIllegalStateException().isThrownBy(context::dispatch);
		assertThatIllegalStateException().isThrownBy(context::complete);
		assertThatIllegalStateException().isThrownBy(this.request::startAsync);
		state().returned(null, false);
		this.http.leave();
		assertThat(this.http.tasks).isEmpty();
	}

	// ---- CALLBACK

	@Test
	void listenerThatDecidesInACallbackIsObeyedAfterwards() {
		AsyncContext context = waiting();
		state().inputIsReady();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.READ);
		context.complete();
		assertThat(this.http.tasks).isEmpty();
		assertThat(state().returned(null, false)).isEqualTo(Step.COMPLETE);
	}

	@Test
	void callbacksComeOneAfterTheOther() {
		waiting();
		state().inputIsReady();
		state().outputIsReady();
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.READ);
		assertThat(state().returned(null, false)).isEqualTo(Step.WRITE);
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
	}

	@Test
	void timeoutDuringACallbackIsToldAfterwards() {
		waiting();
		state().inputIsReady();
		this.http.runTasks();
		this.http.timers.get(0).fire();
		assertThat(this.steps).containsExactly(Step.READ);
		assertThat(state().returned(null, false)).isEqualTo(Step.TIMEOUT);
	}

	@Test
	void timerIsNotStartedAgainByACallback() {
		waiting();
		state().inputIsReady();
		this.http.runTasks();
		state().returned(null, false);
		assertThat(this.http.timers).hasSize(1);
	}

	@Test
	void callbackThatThrowsFails() {
		waiting();
		state().inputIsReady();
		this.http.runTasks();
		assertThat(state().returned(new IOException("broken"), false)).isEqualTo(Step.FAILURE);
	}

	// ---- listeners

	@Test
	void listenersAreToldInTheOrderTheyWereAdded() {
		AsyncContext context = this.request.startAsync();
		context.addListener(new Recorder("1 "));
		context.addListener(new Recorder("2 "));
		state().notifyComplete();
		assertThat(this.events).containsExactly("1 complete", "2 complete");
	}

	@Test
	void listenerThatThrowsDoesNotKeepOthersFromBeingTold() {
		AsyncContext context = this.request.startAsync();
		context.addListener(new Recorder("1 ") {

			@Override
			public void onComplete(AsyncEvent event) {
				throw new IllegalStateException("a listener of a test");
			}

		});
		listen(context);
		state().notifyComplete();
		assertThat(this.events).containsExactly("complete");
	}

	@Test
	void startingAgainTellsTheOldListenersAndForgetsThem() {
		listen(this.request.startAsync());
		this.request.getAsyncContext().dispatch();
		state().returned(null, false);
		AsyncContext again = this.request.startAsync();
		assertThat(this.events).containsExactly("start");
		again.complete();
		state().returned(null, false);
		state().notifyComplete();
		assertThat(this.events).containsExactly("start");
	}

	@Test
	void listenerGetsWhatTheContextWasStartedWith() {
		HttpServletRequestWrapper wrapper = new HttpServletRequestWrapper(this.request);
		AsyncContext context = this.request.startAsync(wrapper, this.exchange.response());
		Recorder recorder = listen(context);
		state().notifyComplete();
		assertThat(recorder.last.getSuppliedRequest()).isSameAs(wrapper);
		assertThat(recorder.last.getSuppliedResponse()).isSameAs(this.exchange.response());
		assertThat(recorder.last.getAsyncContext()).isSameAs(context);
	}

	@Test
	void listenerGetsWhatItWasAddedWith() {
		HttpServletRequestWrapper wrapper = new HttpServletRequestWrapper(this.request);
		Recorder recorder = new Recorder("");
		this.request.startAsync().addListener(recorder, wrapper, this.exchange.response());
		state().notifyComplete();
		assertThat(recorder.last.getSuppliedRequest()).isSameAs(wrapper);
	}

	// ---- context

	@Test
	void contextIsTheSameInEveryCycle() {
		AsyncContext context = this.request.startAsync();
		context.dispatch();
		state().returned(null, false);
		assertThat(this.request.startAsync()).isSameAs(context);
	}

	@Test
	void contextGivesNoRequestAfterTheDecision() {
		AsyncContext context = this.request.startAsync();
		assertThat(context.getRequest()).isSameAs(this.request);
		assertThat(context.hasOriginalRequestAndResponse()).isTrue();
		context.complete();
		assertThatIllegalStateException().isThrownBy(context::getRequest);
		assertThatIllegalStateException().isThrownBy(context::getResponse);
	}

	@Test
	void dispatchWithoutPathGoesWhereTheContainerDispatchedLast() {
		this.request.startAsync().dispatch();
		assertThat(state().dispatchPath()).isEqualTo("/a/b");
	}

	@Test
	void dispatchNeedsAPathWithinTheContext() {
		AsyncContext context = this.request.startAsync();
		assertThatIllegalArgumentException().isThrownBy(() -> context.dispatch("relative"))
			.withMessageContaining("beginning with a slash");
		assertThatIllegalArgumentException().isThrownBy(() -> context.dispatch(null, "/x"));
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
	}

	@Test
	void taskThatThrowsFailsTheExchange() {
		AsyncContext context = waiting();
		context.start(() -> {
			throw new IllegalStateException("a task of a test");
		});
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.FAILURE);
		assertThat(state().failure()).hasMessage("a task of a test");
	}

	@Test
	void taskThatThrowsAfterTheDecisionChangesNothing() {
		AsyncContext context = waiting();
		context.complete();
		context.start(() -> {
			throw new IllegalStateException("a task of a test");
		});
		this.http.runTasks();
		assertThat(this.steps).containsExactly(Step.COMPLETE);
	}

	@Test
	void strangersAreRefused() {
		BridgeRequest other = TestContext.dispatched(new TestExchange(), this.steps).request();
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.startAsync(other, this.exchange.response()));
	}

	private AsyncState state() {
		return this.exchange.async();
	}

	private AsyncContext waiting() {
		AsyncContext context = this.request.startAsync();
		assertThat(state().returned(null, false)).isEqualTo(Step.WAIT);
		return context;
	}

	private AsyncContext expiring() {
		AsyncContext context = this.request.startAsync();
		listen(context);
		state().returned(null, false);
		this.http.timers.get(0).fire();
		assertThat(this.steps).containsExactly(Step.TIMEOUT);
		return context;
	}

	private Recorder listen(AsyncContext context) {
		Recorder recorder = new Recorder("");
		context.addListener(recorder);
		return recorder;
	}

	private class Recorder implements AsyncListener {

		private final String prefix;

		private AsyncEvent last = new AsyncEvent(null, null, null);

		Recorder(String prefix) {
			this.prefix = prefix;
		}

		private void record(String what, AsyncEvent event) {
			AsyncStateTests.this.events.add(this.prefix + what);
			this.last = event;
		}

		@Override
		public void onComplete(AsyncEvent event) {
			record("complete", event);
		}

		@Override
		public void onTimeout(AsyncEvent event) {
			record("timeout", event);
		}

		@Override
		public void onError(AsyncEvent event) {
			record("error " + event.getThrowable().getMessage(), event);
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
			record("start", event);
		}

	}

}
