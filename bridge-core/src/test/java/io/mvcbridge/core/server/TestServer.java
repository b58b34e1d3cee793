package io.mvcbridge.core.server;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import io.mvcbridge.core.exchange.HttpExchange;
import io.mvcbridge.core.exchange.ResponseHead;
import io.mvcbridge.core.kernel.Kernel;
import io.mvcbridge.core.kernel.KernelHost;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** A started server on a free port of the loopback address, with a kernel of a test. */
final class TestServer implements AutoCloseable {

	private final KernelHost host = new KernelHost();

	private final Kernel kernel;

	private final BridgeServer server;

	TestServer(Handler handler) {
		this(Transport.NATIVE, handler);
	}

	TestServer(Handler handler, Consumer<ServerSettings.Builder> customizer) {
		this(Transport.NATIVE, handler, customizer);
	}

	TestServer(Transport transport, Handler handler) {
		this(transport, handler, (settings) -> {
		});
	}

	TestServer(Transport transport, Handler handler, Consumer<ServerSettings.Builder> customizer) {
		this(transport, new TestKernel(handler), customizer, null);
	}

	/** A server whose threads are the test's, unless they are null. */
	TestServer(Transport transport, Kernel kernel, Consumer<ServerSettings.Builder> customizer,
			@Nullable ServletThreads threads) {
		ServerSettings.Builder settings = ServerSettings.builder()
			.address(InetAddress.getLoopbackAddress())
			.port(0)
			.nativeTransport(transport.isNative());
		Leaks.watch();
		customizer.accept(settings);
		this.kernel = kernel;
		this.host.install(this.kernel);
		this.server = (threads != null) ? new BridgeServer(settings.build(), this.host, threads)
				: new BridgeServer(settings.build(), this.host);
		this.server.start();
	}

	RawClient connect() {
		return new RawClient(this.server.port());
	}

	void uninstall() {
		this.host.uninstall(this.kernel);
	}

	BridgeServer server() {
		return this.server;
	}

	KernelHost host() {
		return this.host;
	}

	@Override
	public void close() {
		this.server.close();
		Leaks.assertNone();
	}

	static ResponseHead ok(String... headers) {
		return head(200, headers);
	}

	static ResponseHead head(int status, String... headers) {
		HttpHeaders fields = new DefaultHttpHeaders();
		for (int i = 0; i < headers.length; i += 2) {
			fields.add(headers[i], headers[i + 1]);
		}
		return new ResponseHead(status, fields);
	}

	static ByteBuf bytes(String text) {
		return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
	}

	/** Reads a request body to its end. */
	static String readAll(HttpExchange exchange) throws Exception {
		StringBuilder text = new StringBuilder();
		ByteBuf piece = exchange.body().read();
		while (piece != null) {
			text.append(piece.toString(StandardCharsets.ISO_8859_1));
			piece.release();
			piece = exchange.body().read();
		}
		return text.toString();
	}

	/** What a test's kernel does. */
	@FunctionalInterface
	interface Handler {

		void handle(HttpExchange exchange) throws Exception;

	}

	record TestKernel(Handler handler) implements Kernel {

		@Override
		public void handle(HttpExchange exchange) {
			try {
				this.handler.handle(exchange);
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void close() {
		}

	}

}
