package io.mvcbridge.jakarta;

import java.io.IOException;
import java.nio.ByteBuffer;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** Reading and writing without blocking, over the wire (Servlet 6.1 §3.8, §5.4). */
class NonBlockingConformanceTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private final EventLog events = new EventLog();

	@Test
	void bodyIsReadWithoutBlocking() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletInputStream input = request.getInputStream();
			input.setReadListener(new ReadListener() {

				private int count;

				@Override
				public void onDataAvailable() throws IOException {
					byte[] buffer = new byte[4096];
					while (input.isReady()) {
						int read = input.read(buffer);
						if (read < 0) {
							return;
						}
						this.count += read;
					}
				}

				@Override
				public void onAllDataRead() {
					ServletFixture.print(async, "read " + this.count);
					async.complete();
				}

				@Override
				public void onError(Throwable failure) {
					NonBlockingConformanceTests.this.events.add("error");
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n");
		client.send("x".repeat(100_000));
		client.send("x".repeat(100_000));
		assertThat(client.read().text()).isEqualTo("read 200000");
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void emptyBodyIsAllReadAtOnce() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			request.getInputStream().setReadListener(new ReadListener() {

				@Override
				public void onDataAvailable() {
					NonBlockingConformanceTests.this.events.add("data");
				}

				@Override
				public void onAllDataRead() {
					ServletFixture.print(async, "all");
					async.complete();
				}

				@Override
				public void onError(Throwable failure) {
					NonBlockingConformanceTests.this.events.add("error");
				}

			});
		});
		assertThat(this.server.get("/").text()).isEqualTo("all");
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void readListenerIsToldThatTheClientLeft() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			ServletInputStream input = request.getInputStream();
			input.setReadListener(new ReadListener() {

				@Override
				public void onDataAvailable() throws IOException {
					while (input.isReady()) {
						input.read();
					}
					NonBlockingConformanceTests.this.events.add("data");
				}

				@Override
				public void onAllDataRead() {
					NonBlockingConformanceTests.this.events.add("all");
				}

				@Override
				public void onError(Throwable failure) {
					NonBlockingConformanceTests.this.events.add("error " + (failure instanceof IOException));
					async.complete();
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
		this.events.await("data");
		client.reset();
		this.events.await("error true");
		assertThat(this.events.list()).doesNotContain("all");
	}

	@Test
	void bodyIsWrittenWithoutBlocking() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletOutputStream output = response.getOutputStream();
			output.setWriteListener(new WriteListener() {

				private int written;

				@Override
				public void onWritePossible() throws IOException {
					while (output.isReady()) {
						if (this.written == 5_000_000) {
							async.complete();
							return;
						}
						output.write(new byte[10_000]);
						this.written += 10_000;
					}
				}

				@Override
				public void onError(Throwable failure) {
					NonBlockingConformanceTests.this.events.add("error");
				}

			});
		});
		assertThat(this.server.get("/").body()).hasSize(5_000_000);
		assertThat(this.events.list()).isEmpty();
	}

	@Test
	void listenersNeedAsynchronousProcessing() throws Exception {
		this.server.deploy((request, response) -> {
			assertThatNullPointerException().isThrownBy(() -> request.getInputStream().setReadListener(null));
			assertThatNullPointerException().isThrownBy(() -> response.getOutputStream().setWriteListener(null));
			assertThatIllegalStateException().isThrownBy(() -> request.getInputStream().setReadListener(new Silent()))
				.withMessageContaining("call startAsync() first");
			assertThatIllegalStateException()
				.isThrownBy(() -> response.getOutputStream().setWriteListener(new Silent()))
				.withMessageContaining("call startAsync() first");
			assertThat(request.getInputStream().isReady()).isTrue();
			assertThat(response.getOutputStream().isReady()).isTrue();
			response.getOutputStream().print("refused");
		});
		assertThat(this.server.get("/").text()).isEqualTo("refused");
	}

	@Test
	void dispatchThatDoesNotStartAgainMayNotSetAListener() throws Exception {
		this.server.deploy((request, response) -> {
			if (request.getDispatcherType() == DispatcherType.REQUEST) {
				request.startAsync().dispatch();
				return;
			}
			assertThatIllegalStateException().isThrownBy(() -> request.getInputStream().setReadListener(new Silent()));
			response.getOutputStream().print("refused");
		});
		assertThat(this.server.get("/").text()).isEqualTo("refused");
	}

	@Test
	void eachListenerIsSetOnceForARequest() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			request.getInputStream().setReadListener(new Silent());
			response.getOutputStream().setWriteListener(new Silent());
			assertThatIllegalStateException().isThrownBy(() -> request.getInputStream().setReadListener(new Silent()));
			assertThatIllegalStateException()
				.isThrownBy(() -> response.getOutputStream().setWriteListener(new Silent()));
			response.reset();
			assertThatIllegalStateException()
				.isThrownBy(() -> response.getOutputStream().setWriteListener(new Silent()));
			this.events.add("refused");
			async.complete();
		});
		assertThat(this.server.get("/").status()).isEqualTo(200);
		assertThat(this.events.list()).containsExactly("refused");
	}

	@Test
	void nothingIsReadOrWrittenBeforeTheListenerIsCalled() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletInputStream input = request.getInputStream();
			input.setReadListener(new Silent());
			assertThat(input.isReady()).isFalse();
			assertThatIllegalStateException().isThrownBy(input::read);
			assertThatIllegalStateException().isThrownBy(() -> input.read(new byte[1]));
			assertThatIllegalStateException().isThrownBy(() -> input.read(new byte[0]));
			assertThatIllegalStateException().isThrownBy(() -> input.read(ByteBuffer.allocate(1)));
			assertThatIllegalStateException().isThrownBy(() -> input.read(ByteBuffer.allocate(0)));
			assertThatIllegalStateException().isThrownBy(() -> input.readLine(new byte[1], 0, 1));
			assertThatIllegalStateException().isThrownBy(input::readAllBytes);
			assertThatIllegalStateException().isThrownBy(() -> input.readNBytes(1));
			assertThatIllegalStateException().isThrownBy(() -> input.readNBytes(new byte[1], 0, 1));
			ServletOutputStream output = response.getOutputStream();
			output.setWriteListener(new Silent());
			assertThat(output.isReady()).isFalse();
			assertThatIllegalStateException().isThrownBy(() -> output.write(1));
			assertThatIllegalStateException().isThrownBy(() -> output.write(new byte[1]));
			assertThatIllegalStateException().isThrownBy(() -> output.write(ByteBuffer.allocate(1)));
			assertThatIllegalStateException().isThrownBy(() -> output.print("x"));
			assertThatIllegalStateException().isThrownBy(output::println);
			assertThatIllegalStateException().isThrownBy(output::flush);
			this.events.add("refused");
			async.complete();
		});
		RawClient client = this.server.connect();
		client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
		assertThat(client.read().status()).isEqualTo(200);
		assertThat(this.events.list()).containsExactly("refused");
	}

	@Test
	void outputThatIsClosedIsSentWithoutWaitingForIt() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			ServletOutputStream output = response.getOutputStream();
			output.setWriteListener(new Silent() {

				@Override
				public void onWritePossible() throws IOException {
					// More than sockets and queues take
					output.write(new byte[20_000_000]);
					output.close();
					NonBlockingConformanceTests.this.events.add("closed");
					async.complete();
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		this.events.await("closed");
		assertThat(client.read().body()).hasSize(20_000_000);
	}

	@Test
	void writeListenerIsToldOnceThatTheClientLeft() throws Exception {
		this.server.deploy((request, response) -> {
			AsyncContext async = request.startAsync();
			async.setTimeout(0);
			async.addListener(this.events);
			ServletOutputStream output = response.getOutputStream();
			output.setWriteListener(new Silent() {

				@Override
				public void onWritePossible() throws IOException {
					while (output.isReady()) {
						output.write(new byte[50_000]);
					}
					NonBlockingConformanceTests.this.events.add("full");
				}

				@Override
				public void onError(Throwable failure) {
					NonBlockingConformanceTests.this.events.add("told " + (failure instanceof IOException));
				}

			});
		});
		RawClient client = this.server.connect();
		client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		this.events.await("full");
		client.reset();
		this.events.await("complete");
		assertThat(this.events.list()).containsSubsequence("told true", "error ClientAbortException", "complete")
			.containsOnlyOnce("told true", "complete");
	}

	/** Listens to what it is not asked about. */
	private static class Silent implements ReadListener, WriteListener {

		@Override
		public void onDataAvailable() {
		}

		@Override
		public void onAllDataRead() {
		}

		@Override
		public void onWritePossible() throws IOException {
		}

		@Override
		public void onError(Throwable failure) {
		}

	}

}
