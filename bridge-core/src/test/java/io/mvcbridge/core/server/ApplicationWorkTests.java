package io.mvcbridge.core.server;

import java.util.ArrayList;
import java.util.List;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ApplicationWorkTests {

	@Test
	void taskThatFindsNoThreadFailsTheExchangeAndKeepsNoLease() {
		KernelHost host = new KernelHost();
		host.install(new Kernel() {

			@Override
			public void handle(HttpExchange exchange) {
				throw new AssertionError("not called");
			}

			@Override
			public void close() {
			}

		});
		List<Throwable> failures = new ArrayList<>();
		OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
		ApplicationWork work = new ApplicationWork("GET /", failures::add);
		work.begin(host.acquire(), (task) -> {
			throw noThread;
		});
		work.execute(() -> {
		});
		assertThat(failures).containsExactly(noThread);
		assertThat(work.isRunning()).isFalse();
		work.letGo();
		assertThat(host.activeExchanges()).isZero();
	}

}
