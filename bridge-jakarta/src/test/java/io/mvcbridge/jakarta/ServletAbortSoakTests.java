package io.mvcbridge.jakarta;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.core.server.ThreadKind;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * 100 000 mixed requests to servlets over 64 keep-alive connections, divided by the
 * system property {@code soak.divisor}. Half of them are aborted by the client at a
 * random point. Every other answer is compared to its last byte; every exchange that came
 * into scope goes out of it once, every asynchronous one is completed once, and
 * afterwards nothing is left over: no exchange, no temporary file, no buffer.
 */
class ServletAbortSoakTests {

	private static final int CONNECTIONS = 64;

	private static final int REQUESTS = 100_000 / Integer.getInteger("soak.divisor", 20);

	private static final Duration DEADLINE = Duration.ofMinutes(10);

	@TempDir
	Path uploads;

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private final AtomicInteger left = new AtomicInteger(REQUESTS);

	private final AtomicInteger aborted = new AtomicInteger();

	private final AtomicInteger inScope = new AtomicInteger();

	private final AtomicInteger outOfScope = new AtomicInteger();

	private final AtomicInteger started = new AtomicInteger();

	private final AtomicInteger completed = new AtomicInteger();

	@Test
	void nothingIsLeftOverWhenHalfOfTheClientsGoAway() throws Exception {
		soak(ThreadKind.PLATFORM);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void nothingIsLeftOverOnVirtualThreadsEither() throws Exception {
		soak(ThreadKind.VIRTUAL);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void nothingIsLeftOverOnEventLoopsEither() throws Exception {
		soak(ThreadKind.EVENT_LOOP);
	}

	private void soak(ThreadKind threads) throws Exception {
		Leaks.watch();
		long seed = Long.getLong("soak.seed", System.nanoTime());
		System.out.println("ServletAbortSoakTests: -Dsoak.seed=" + seed + " on " + threads);
		ServletKernel kernel = kernel();
		KernelHost host = new KernelHost();
		host.install(kernel);
		ServerSettings settings = ServerSettings.builder()
			.port(0)
			.threads(threads)
			.acquireTimeout(DEADLINE)
			.maxActive(24)
			.build();
		try (BridgeServer server = new BridgeServer(settings, host)) {
			assertThat(server.threadKind()).isEqualTo(threads);
			server.start();
			List<Thread> clients = new ArrayList<>();
			for (int i = 0; i < CONNECTIONS; i++) {
				Random random = new Random(seed + i);
				Thread client = new Thread(() -> runClient(server.port(), random), "soak-client-" + i);
				client.start();
				clients.add(client);
			}
			for (Thread client : clients) {
				client.join(DEADLINE.toMillis());
				assertThat(client.isAlive()).as("%s hangs", client).isFalse();
			}
			assertThat(this.failures).isEmpty();
			assertThat(this.aborted.get()).isBetween(REQUESTS / 3, REQUESTS * 2 / 3);
			host.whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
		}
		assertThat(this.failures).isEmpty();
		assertThat(this.outOfScope).hasValue(this.inScope.get());
		assertThat(this.completed).hasValue(this.started.get());
		try (Stream<Path> files = Files.list(this.uploads)) {
			assertThat(files).isEmpty();
		}
		kernel.close();
		Leaks.assertNoneAtAll();
	}

	// ---- the application

	private ServletKernel kernel() throws ServletException {
		ServletKernel kernel = ServletKernel.builder()
			.initializer((context) -> context.addListener(new Scope()))
			.errorPage(null, null, "/page")
			.servlet("page",
					ServletFixture.servlet((request, response) -> response.getWriter()
						.print("error " + request.getAttribute("jakarta.servlet.error.status_code"))),
					"/page")
			.servlet("text", ServletFixture.servlet((request, response) -> text(response, number(request))), "/text/*")
			.servlet("form",
					ServletFixture
						.servlet((request, response) -> text(response, Integer.parseInt(request.getParameter("size")))),
					"/form/*")
			.servlet("forward", ServletFixture.servlet((request,
					response) -> request.getRequestDispatcher("/text/" + number(request)).forward(request, response)),
					"/forward/*")
			.servlet("session", ServletFixture.servlet((request, response) -> {
				request.getSession().setAttribute("size", number(request));
				text(response, (Integer) request.getSession().getAttribute("size"));
				request.getSession().invalidate();
			}), "/session/*")
			.servlet("fail", ServletFixture.servlet((request, response) -> {
				response.getWriter().print("never seen");
				response.sendError(409);
			}), "/fail/*")
			.servlet("stream", ServletFixture.servlet((request, response) -> stream(response, number(request))),
					"/stream/*")
			.servlet("async", ServletFixture.servlet(this::async), "/async/*")
			.servlet("task", ServletFixture.servlet(this::task), "/task/*")
			.servlet("late", ServletFixture.servlet((request, response) -> {
				if (request.getDispatcherType() == DispatcherType.REQUEST) {
					start(request).setTimeout(1);
				}
			}), "/late/*")
			.servlet("echo", ServletFixture.servlet(this::echo), "/echo/*")
			.initializer((context) -> {
				var upload = context.addServlet("upload", ServletFixture.servlet(this::upload));
				upload.setMultipartConfig(new MultipartConfigElement(this.uploads.toString(), -1, -1, 1000));
				upload.addMapping("/upload/*");
			})
			.build();
		kernel.start();
		return kernel;
	}

	private static int number(HttpServletRequest request) {
		String uri = request.getRequestURI();
		return Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1));
	}

	private static void text(HttpServletResponse response, int size) throws IOException {
		response.setCharacterEncoding("UTF-8");
		response.getWriter().print(content(size));
		if (size % 2 == 0) {
			response.flushBuffer();
		}
	}

	private static void stream(HttpServletResponse response, int size) throws IOException {
		byte[] bytes = content(size).getBytes(StandardCharsets.US_ASCII);
		ServletOutputStream output = response.getOutputStream();
		for (int at = 0; at < size; at += 20_000) {
			output.write(bytes, at, Math.min(20_000, size - at));
			if (size % 3 == 0) {
				output.flush();
			}
		}
	}

	private AsyncContext start(HttpServletRequest request) {
		AsyncContext async = request.startAsync();
		this.started.incrementAndGet();
		async.addListener(new Completion());
		return async;
	}

	private void async(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (request.getDispatcherType() == DispatcherType.ASYNC) {
			text(response, number(request));
			return;
		}
		AsyncContext async = start(request);
		async.start(() -> unlessDecided(async::dispatch));
	}

	private void task(HttpServletRequest request, HttpServletResponse response) {
		AsyncContext async = start(request);
		int size = number(request);
		async.start(() -> {
			try {
				stream(response, size);
			}
			catch (ClientAbortException | IllegalStateException ex) {
				// The client left; an exchange that has ended refuses to be written to.
				return;
			}
			catch (IOException ex) {
				this.failures.add(ex);
			}
			unlessDecided(async::complete);
		});
	}

	/** The client may have left and the exchange been completed for it. */
	private static void unlessDecided(Runnable decision) {
		try {
			decision.run();
		}
		catch (IllegalStateException ex) {
			assertThat(ex).hasMessageContaining("not possible");
		}
	}

	private void echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
		AsyncContext async = start(request);
		async.setTimeout(0);
		Echo echo = new Echo(async, request.getInputStream(), response.getOutputStream());
		request.getInputStream().setReadListener(echo);
		response.getOutputStream().setWriteListener(echo);
	}

	private void upload(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
		StringBuilder answer = new StringBuilder();
		for (Part part : request.getParts()) {
			long sum = 0;
			try (InputStream content = part.getInputStream()) {
				for (byte octet : content.readAllBytes()) {
					sum = sum * 31 + octet;
				}
			}
			answer.append(part.getName()).append(' ').append(part.getSize()).append(' ').append(sum).append(';');
		}
		response.getWriter().print(answer);
	}

	private static String content(int size) {
		StringBuilder content = new StringBuilder(size);
		for (int i = 0; i < size; i++) {
			content.append((char) ('a' + (size + i * 7 + (i >> 8)) % 26));
		}
		return content.toString();
	}

	// ---- the clients

	private void runClient(int port, Random random) {
		try {
			while (this.left.get() > 0) {
				try (RawClient client = new RawClient(port)) {
					useConnection(client, random);
				}
			}
		}
		catch (Throwable ex) {
			this.failures.add(ex);
		}
	}

	/** Sends requests over one connection until one of them is to be aborted. */
	private void useConnection(RawClient client, Random random) throws IOException {
		boolean usable = true;
		while (usable && this.left.get() > 0) {
			Call call = Call.random(random);
			this.left.decrementAndGet();
			usable = random.nextBoolean();
			if (usable) {
				complete(client, call);
			}
			else {
				this.aborted.incrementAndGet();
				abort(client, call, random);
			}
		}
	}

	private static void complete(RawClient client, Call call) throws IOException {
		RawResponse response;
		try {
			client.send(call.request());
			response = client.read();
		}
		catch (IOException ex) {
			throw new IOException("No answer to " + call.line(), ex);
		}
		if (response.status() != call.status() || !response.text().equals(call.answer())) {
			throw new IllegalStateException("Wrong answer to " + call.line() + ": " + response.status() + " with "
					+ response.text().length() + " bytes instead of " + call.answer().length() + ": "
					+ response.text().substring(0, Math.min(100, response.text().length())));
		}
	}

	private static void abort(RawClient client, Call call, Random random) throws IOException {
		byte[] request = call.request().getBytes(StandardCharsets.ISO_8859_1);
		boolean insideRequest = random.nextBoolean();
		client.send(insideRequest ? Arrays.copyOf(request, random.nextInt(request.length)) : request);
		if (!insideRequest) {
			client.exactly(random.nextInt(40 + call.answer().length()));
		}
		if (random.nextBoolean()) {
			client.reset();
		}
	}

	/**
	 * A request and its answer.
	 *
	 * @param line the request line, without the version
	 * @param request all of the request
	 * @param status the status that has to come back
	 * @param answer the body that has to come back
	 */
	private record Call(String line, String request, int status, String answer) {

		static Call random(Random random) {
			return switch (random.nextInt(11)) {
				case 0 -> get("text", random.nextInt(3000));
				case 1 -> get("forward", random.nextInt(3000));
				case 2 -> get("session", random.nextInt(3000));
				case 3 -> get("stream", random.nextInt(300_000));
				case 4 -> get("async", random.nextInt(3000));
				case 5 -> get("task", random.nextInt(300_000));
				case 6 -> error("fail", 409);
				case 7 -> error("late", 500);
				case 8 -> form(random.nextInt(3000));
				case 9 -> echo(random.nextInt(30_000));
				default -> upload(random);
			};
		}

		private static Call get(String kind, int size) {
			String line = "GET /" + kind + "/" + size;
			return new Call(line, line + " HTTP/1.1\r\nHost: a\r\n\r\n", 200, content(size));
		}

		private static Call error(String kind, int status) {
			String line = "GET /" + kind + "/0";
			return new Call(line, line + " HTTP/1.1\r\nHost: a\r\n\r\n", status, "error " + status);
		}

		private static Call post(String kind, String contentType, String body, String answer) {
			String line = "POST /" + kind + "/0";
			return new Call(line, line + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + contentType + "\r\nContent-Length: "
					+ body.length() + "\r\n\r\n" + body, 200, answer);
		}

		private static Call form(int size) {
			return post("form", "application/x-www-form-urlencoded", "other=" + content(size) + "&size=" + size,
					content(size));
		}

		private static Call echo(int size) {
			return post("echo", "text/plain", content(size), content(size));
		}

		private static Call upload(Random random) {
			StringBuilder body = new StringBuilder();
			StringBuilder answer = new StringBuilder();
			for (int part = random.nextInt(4); part >= 0; part--) {
				String content = content(random.nextInt(5000));
				body.append("--XX\r\nContent-Disposition: form-data; name=\"")
					.append(part)
					.append("\"; filename=\"f\"\r\n\r\n")
					.append(content)
					.append("\r\n");
				long sum = 0;
				for (byte octet : content.getBytes(StandardCharsets.US_ASCII)) {
					sum = sum * 31 + octet;
				}
				answer.append(part).append(' ').append(content.length()).append(' ').append(sum).append(';');
			}
			return post("upload", "multipart/form-data; boundary=XX", body.append("--XX--\r\n").toString(),
					answer.toString());
		}

	}

	/** Answers with what it reads, without ever waiting. */
	private final class Echo implements ReadListener, WriteListener {

		private final AsyncContext async;

		private final ServletInputStream input;

		private final ServletOutputStream output;

		private @Nullable ByteBuffer held;

		private boolean allRead;

		private boolean over;

		Echo(AsyncContext async, ServletInputStream input, ServletOutputStream output) {
			this.async = async;
			this.input = input;
			this.output = output;
		}

		private void copy() throws IOException {
			while (!this.over && this.output.isReady()) {
				if (this.held != null) {
					this.output.write(this.held);
					this.held = null;
				}
				else if (this.allRead) {
					this.over = true;
					this.async.complete();
				}
				else if (this.input.isReady() && !this.input.isFinished()) {
					byte[] bytes = new byte[4000];
					int count = this.input.read(bytes);
					this.held = (count > 0) ? ByteBuffer.wrap(bytes, 0, count) : null;
				}
				else {
					return;
				}
			}
		}

		@Override
		public void onDataAvailable() throws IOException {
			copy();
		}

		@Override
		public void onAllDataRead() throws IOException {
			this.allRead = true;
			copy();
		}

		@Override
		public void onWritePossible() throws IOException {
			copy();
		}

		@Override
		public void onError(Throwable failure) {
			this.over = true;
			if (!(failure instanceof ClientAbortException)) {
				ServletAbortSoakTests.this.failures.add(failure);
			}
		}

	}

	private final class Scope implements ServletRequestListener {

		@Override
		public void requestInitialized(ServletRequestEvent event) {
			ServletAbortSoakTests.this.inScope.incrementAndGet();
		}

		@Override
		public void requestDestroyed(ServletRequestEvent event) {
			ServletAbortSoakTests.this.outOfScope.incrementAndGet();
		}

	}

	private final class Completion implements AsyncListener {

		@Override
		public void onComplete(AsyncEvent event) {
			ServletAbortSoakTests.this.completed.incrementAndGet();
		}

		@Override
		public void onTimeout(AsyncEvent event) {
		}

		@Override
		public void onError(AsyncEvent event) {
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
		}

	}

}
