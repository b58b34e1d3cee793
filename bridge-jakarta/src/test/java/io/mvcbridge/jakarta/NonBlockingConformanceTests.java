package io.mvcbridge.jakarta;

import java.io.IOException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Reading and writing without blocking, over the wire (Servlet 6.1 §3.7, §5.7). */
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

}
