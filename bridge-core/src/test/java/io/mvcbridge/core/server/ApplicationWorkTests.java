package io.mvcbridge.core.server;

import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ApplicationWorkTests {

	private final KernelHost host = KernelHost.of(new Kernel() {

		@Override
		public void handle(HttpExchange exchange) {
			throw new AssertionError("not called");
		}

		@Override
		public void close() {
		}

	});

	@Test
	void taskThatFindsNoThreadFailsTheExchangeAndKeepsNoLease() {
		List<Throwable> failures = new ArrayList<>();
		OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
		ApplicationWork work = new ApplicationWork("GET /", failures::add);
		work.begin(this.host.acquire(), (task) -> {
			throw noThread;
		});
		work.execute(() -> {
		});
		assertThat(failures).containsExactly(noThread);
		assertThat(work.isRunning()).isFalse();
		work.letGo();
		assertThat(this.host.activeExchanges()).isZero();
	}

	@Test
	void whatWaitsForTheReleaseRunsOnceWhenTheLastCodeHasReturnedAndBeforeTheLeaseGoesBack() {
		List<Integer> leases = new ArrayList<>();
		ApplicationWork work = work();
		work.hold();
		work.whenReleased(() -> leases.add(this.host.activeExchanges()));
		work.letGo();
		assertThat(leases).isEmpty();
		work.letGo();
		assertThat(leases).containsExactly(1);
		assertThat(this.host.activeExchanges()).isZero();
	}

	@Test
	void whatIsAddedLastIsReleasedFirst() {
		List<String> released = new ArrayList<>();
		ApplicationWork work = work();
		work.whenReleased(() -> released.add("first"));
		work.whenReleased(() -> released.add("second"));
		work.letGo();
		assertThat(released).containsExactly("second", "first");
	}

	@Test
	void whatIsAddedAfterTheReleaseRunsAtOnce() {
		List<String> released = new ArrayList<>();
		ApplicationWork work = work();
		work.letGo();
		work.whenReleased(() -> released.add("late"));
		assertThat(released).containsExactly("late");
	}

	private ApplicationWork work() {
		ApplicationWork work = new ApplicationWork("GET /", (failure) -> {
			throw new AssertionError(failure);
		});
		work.begin(this.host.acquire(), Runnable::run);
		return work;
	}

}
