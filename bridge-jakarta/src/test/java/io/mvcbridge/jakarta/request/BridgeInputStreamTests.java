package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.jakarta.request.AsyncState.Step;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class BridgeInputStreamTests {

	private final TestExchange http = new TestExchange("POST");

	private final List<Step> steps = new ArrayList<>();

	private final List<String> events = new ArrayList<>();

	private final ServletExchange exchange = TestContext.dispatched(this.http, this.steps);

	private final ServletInputStream input = this.exchange.request().getInputStream();

	// ---- blocking

	@Test
	void bytesComeAsTheyArrivedUpToTheEnd() throws IOException {
		this.http.input.arrive("hello");
		this.http.input.arrive(" world");
		byte[] bytes = new byte[20];
		assertThat(this.input.available()).isEqualTo(11);
		assertThat(this.input.read(bytes, 0, 3)).isEqualTo(3);
		assertThat(this.input.read(bytes, 3, 17)).isEqualTo(2);
		assertThat(this.input.isFinished()).isFalse();
		assertThat(this.input.read()).isEqualTo(' ');
		assertThat(this.input.readAllBytes()).asString().isEqualTo("world");
		assertThat(this.input.isFinished()).isTrue();
		assertThat(this.input.read()).isEqualTo(-1);
		assertThat(this.input.read(bytes)).isEqualTo(-1);
	}

	@Test
	void byteBufferIsFilledFromItsPosition() throws IOException {
		this.http.input.arrive("hello");
		ByteBuffer target = ByteBuffer.allocate(10).position(2);
		assertThat(this.input.read(target)).isEqualTo(5);
		assertThat(target.position()).isEqualTo(2);
		assertThat(target.limit()).isEqualTo(7);
		assertThat(target.get(2)).isEqualTo((byte) 'h');
	}

	@Test
	void nothingIsAskedForWhenNothingIsWanted() throws IOException {
		this.http.input.arrive("x");
		assertThat(this.input.read(new byte[0])).isZero();
		assertThat(this.input.read(ByteBuffer.allocate(0))).isZero();
		assertThat(this.input.read()).isEqualTo('x');
	}

	@Test
	void closedStreamIsNotRead() {
		this.http.input.arrive("x");
		this.exchange.request().getInputStream();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
			this.input.close();
			this.input.read();
		});
		this.http.input.release();
	}

	@Test
	void bodyIsReadInOneWayOnly() {
		assertThatIllegalStateException().isThrownBy(this.exchange.request()::getReader)
			.withMessageContaining("getInputStream()");
	}

	@Test
	void whatWasTakenAndNotReadIsGivenBackAtTheEnd() throws IOException {
		this.http.input.arrive("hello");
		this.input.read();
		this.exchange.end();
		assertThatIllegalStateException().isThrownBy(this.input::read);
		assertThat(this.http.input.available()).isZero();
	}

	// ---- non-blocking

	@Test
	void listenerNeedsAsynchronousProcessing() {
		assertThatIllegalStateException().isThrownBy(() -> this.input.setReadListener(new Listener()))
			.withMessageContaining("startAsync()");
	}

	@Test
	void listenerIsSetOnce() {
		this.exchange.request().startAsync();
		this.input.setReadListener(new Listener());
		assertThatIllegalStateException().isThrownBy(() -> this.input.setReadListener(new Listener()));
	}

	@Test
	void listenerIsCalledWhenDataArrivesAndNotBefore() {
		listen(new Listener());
		assertThat(this.steps).isEmpty();
		this.http.input.arrive("hello");
		run();
		assertThat(this.events).containsExactly("data hello");
		this.http.input.arrive(" world");
		run();
		assertThat(this.events).containsExactly("data hello", "data  world");
	}

	@Test
	void endIsToldOnce() {
		listen(new Listener());
		this.http.input.arrive("hello");
		this.http.input.complete();
		run();
		run();
		assertThat(this.events).containsExactly("data hello", "all");
	}

	@Test
	void endThatComesLaterIsToldThen() {
		listen(new Listener());
		this.http.input.arrive("hello");
		run();
		assertThat(this.input.isReady()).isFalse();
		this.http.input.complete();
		run();
		assertThat(this.events).containsExactly("data hello", "all");
	}

	@Test
	void listenerOfAnEmptyBodyIsToldOfTheEndAlone() {
		this.exchange.request().startAsync();
		this.input.setReadListener(new Listener());
		goOn(this.exchange.async().returned(null, false));
		assertThat(this.events).containsExactly("all");
	}

	@Test
	void endIsToldToAListenerThatDidNotReadItself() throws IOException {
		listen(new Listener() {

			@Override
			public void onDataAvailable() {
				BridgeInputStreamTests.this.events.add("data");
			}

		});
		this.http.input.arrive("hello");
		this.http.input.complete();
		run();
		assertThat(this.events).containsExactly("data");
		assertThat(this.input.isReady()).isTrue();
		assertThat(this.input.read(new byte[10])).isEqualTo(5);
		run();
		assertThat(this.events).containsExactly("data", "all");
		assertThat(this.input.isReady()).isFalse();
		assertThat(this.input.read()).isEqualTo(-1);
	}

	@Test
	void readingWithoutBeingReadyIsRefused() {
		listen(new Listener());
		assertThat(this.input.isReady()).isFalse();
		assertThatIllegalStateException().isThrownBy(this.input::read).withMessageContaining("not ready");
		assertThatIllegalStateException().isThrownBy(this.input::readAllBytes);
		assertThatIllegalStateException().isThrownBy(() -> this.input.readLine(new byte[1], 0, 1));
	}

	@Test
	void bodyThatFailsIsTold() {
		listen(new Listener());
		this.http.input.fail(new IOException("malformed"));
		run();
		assertThat(this.events).containsExactly("error malformed");
	}

	@Test
	void clientThatLeavesIsTold() {
		listen(new Listener());
		this.http.leave();
		run();
		assertThat(this.events).containsExactly("error The client left");
	}

	@Test
	void listenerThatThrowsIsToldAndFailsTheExchange() {
		listen(new Listener() {

			@Override
			public void onDataAvailable() throws IOException {
				throw new IOException("of a test");
			}

		});
		this.http.input.arrive("hello");
		run();
		assertThat(this.events).containsExactly("error of a test");
		assertThat(this.steps).contains(Step.FAILURE);
		this.exchange.end();
	}

	@Test
	void readerWhoseClientLeftGetsThatEvenAfterTheEnd() {
		this.exchange.request().startAsync();
		this.exchange.async().returned(null, false);
		this.http.leave();
		this.exchange.end();
		assertThatExceptionOfType(ClientAbortException.class).isThrownBy(this.input::read);
	}

	private void listen(ReadListener listener) {
		this.http.input.complete = false;
		this.exchange.request().startAsync();
		this.input.setReadListener(listener);
		assertThat(this.exchange.async().returned(null, false)).isEqualTo(Step.WAIT);
	}

	/** Runs what was handed to servlet threads, as the kernel would. */
	private void run() {
		this.steps.clear();
		this.http.runTasks();
		for (Step step : List.copyOf(this.steps)) {
			goOn(step);
		}
	}

	private void goOn(Step first) {
		Step step = first;
		while (step == Step.READ || step == Step.FAILURE) {
			Throwable thrown = null;
			if (step == Step.READ) {
				thrown = this.exchange.async().notifyRead();
			}
			else {
				this.exchange.async().notifyError();
			}
			Step next = this.exchange.async().returned(thrown, false);
			this.steps.add(next);
			step = (step == Step.FAILURE) ? Step.WAIT : next;
		}
	}

	private class Listener implements ReadListener {

		@Override
		public void onDataAvailable() throws IOException {
			StringBuilder text = new StringBuilder();
			while (BridgeInputStreamTests.this.input.isReady()) {
				text.append((char) BridgeInputStreamTests.this.input.read());
			}
			BridgeInputStreamTests.this.events.add("data " + text);
		}

		@Override
		public void onAllDataRead() {
			BridgeInputStreamTests.this.events.add("all");
		}

		@Override
		public void onError(Throwable failure) {
			BridgeInputStreamTests.this.events.add("error " + failure.getMessage());
		}

	}

}
