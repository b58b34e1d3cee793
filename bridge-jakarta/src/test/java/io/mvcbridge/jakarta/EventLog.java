package io.mvcbridge.jakarta;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What happened during a test, on whatever threads. As a listener of asynchronous
 * requests it notes what it is told, and does nothing about it unless a test overrides a
 * method.
 */
class EventLog implements AsyncListener {

	private final List<String> events = new CopyOnWriteArrayList<>();

	void add(String event) {
		this.events.add(event);
	}

	List<String> list() {
		return this.events;
	}

	/** Waits until as many events have happened as are named, and compares them. */
	void awaitExactly(String... expected) throws Exception {
		Eventually.holds("all of " + List.of(expected), () -> this.events.size() >= expected.length);
		assertThat(this.events).containsExactly(expected);
	}

	void await(String event) throws Exception {
		Eventually.holds(event, () -> this.events.contains(event));
	}

	@Override
	public void onComplete(AsyncEvent event) {
		add("complete");
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		add("timeout");
	}

	@Override
	public void onError(AsyncEvent event) {
		add("error " + event.getThrowable().getClass().getSimpleName());
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		add("start");
	}

}
