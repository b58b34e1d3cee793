package io.mvcbridge.core.kernel;

import io.mvcbridge.core.exchange.HttpExchange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KernelHostTests {

	private final KernelHost host = new KernelHost();

	private final Kernel kernel = new NoKernel();

	@Test
	void withoutAKernelThereIsNoLease() {
		assertThat(this.host.acquire()).isNull();
		assertThat(this.host.activeExchanges()).isZero();
	}

	@Test
	void leaseGivesTheKernelAndCounts() {
		this.host.install(this.kernel);
		Lease lease = this.host.acquire();
		assertThat(lease.kernel()).isSameAs(this.kernel);
		assertThat(this.host.activeExchanges()).isOne();
		lease.release();
		lease.release();
		assertThat(this.host.activeExchanges()).isZero();
	}

	@Test
	void secondKernelIsRefused() {
		this.host.install(this.kernel);
		assertThatIllegalStateException().isThrownBy(() -> this.host.install(new NoKernel()));
	}

	@Test
	void uninstalledKernelServesItsLeasesAndNoNewOnes() {
		this.host.install(this.kernel);
		Lease lease = this.host.acquire();
		this.host.uninstall(this.kernel);
		assertThat(this.host.acquire()).isNull();
		assertThat(this.host.activeExchanges()).isOne();
		lease.release();
		assertThat(this.host.activeExchanges()).isZero();
	}

	@Test
	void otherKernelIsNotUninstalled() {
		this.host.install(this.kernel);
		this.host.uninstall(new NoKernel());
		assertThat(this.host.acquire()).isNotNull();
	}

	@Test
	void idleHostSaysSoAtOnce() {
		assertThat(this.host.whenIdle().toCompletableFuture()).isCompleted();
	}

	@Test
	void busyHostSaysWhenTheLastLeaseCameBack() {
		this.host.install(this.kernel);
		Lease first = this.host.acquire();
		Lease second = this.host.acquire();
		var idle = this.host.whenIdle().toCompletableFuture();
		first.release();
		assertThat(idle).isNotDone();
		second.release();
		assertThat(idle).isCompleted();
	}

	private static final class NoKernel implements Kernel {

		@Override
		public void handle(HttpExchange exchange) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
		}

	}

}
