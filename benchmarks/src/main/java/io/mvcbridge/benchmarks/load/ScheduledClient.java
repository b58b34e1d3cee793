package io.mvcbridge.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests when a schedule says so, however long the answers to others take, over
 * as many keep-alive connections as that needs up to a bound; beyond the bound requests
 * wait for a connection, and their latency counts from when they were due. So a slow
 * answer cannot slow the requests after it, which would hide its cost (coordinated
 * omission).
 * <p>
 * One thread, the caller's: it never blocks for a connection, and at 10 000 requests a
 * second is mostly idle.
 */
public final class ScheduledClient {

	/** What is left of a wait below a selector's 1 ms is spent in naps of this length. */
	private static final long NAP_NANOS = 50_000;

	private static final long MILLI = 1_000_000;

	private final InetSocketAddress address;

	private final ByteBuffer request;

	private final int maxConnections;

	private final long patienceNanos;

	private final ByteBuffer scratch = ByteBuffer.allocateDirect(256 * 1024);

	private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();

	private boolean inTurn;

	private int open;

	private int underWay;

	private long next;

	private long startNanos;

	private long starvedUntil;

	/**
	 * Creates a client for one run.
	 * @param port where the server listens on the loopback address
	 * @param endpoint what is asked for
	 * @param maxConnections bound of open connections
	 * @param patienceSeconds how long answers are waited for after the last one was due
	 */
	public ScheduledClient(int port, Endpoint endpoint, int maxConnections, int patienceSeconds) {
		this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		byte[] bytes = endpoint.request(port);
		this.request = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
		this.maxConnections = maxConnections;
		this.patienceNanos = patienceSeconds * 1_000 * MILLI;
	}

	/**
	 * Opens all connections before it uses one again, and then takes the one that has
	 * waited longest: as if each were a client of its own. Otherwise the one that was
	 * answered last is taken, and there are no more than are needed.
	 */
	public ScheduledClient inTurn() {
		this.inTurn = true;
		return this;
	}

	/**
	 * Runs the whole schedule and waits for the answers.
	 * @return how many requests were neither answered nor failed when patience ran out
	 * @throws IOException if the selector fails; what fails on a connection is recorded
	 */
	public long run(Arrivals arrivals, Recorder recorder) throws IOException {
		try (Selector selector = Selector.open()) {
			try {
				return loop(selector, arrivals, recorder);
			}
			finally {
				for (SelectionKey key : selector.keys()) {
					key.channel().close();
				}
			}
		}
	}

	private long loop(Selector selector, Arrivals arrivals, Recorder recorder) throws IOException {
		long count = arrivals.count();
		long deadline = ((count == 0) ? 0 : arrivals.dueNanos(count - 1)) + this.patienceNanos;
		this.startNanos = System.nanoTime();
		this.starvedUntil = -1;
		while (true) {
			sendWhatIsDue(selector, arrivals, recorder);
			long left = count - this.next + this.underWay;
			if (left == 0 || now() > deadline) {
				return left;
			}
			select(selector, arrivals);
			for (SelectionKey key : selector.selectedKeys()) {
				proceed((ClientConnection) key.attachment(), recorder);
			}
			selector.selectedKeys().clear();
		}
	}

	private void sendWhatIsDue(Selector selector, Arrivals arrivals, Recorder recorder) {
		while (this.next < arrivals.count()) {
			long due = arrivals.dueNanos(this.next);
			long now = now();
			if (due > now) {
				return;
			}
			if (this.idle.isEmpty() && this.open == this.maxConnections) {
				this.starvedUntil = now;
				return;
			}
			send(selector, due, now, recorder);
		}
	}

	private void send(Selector selector, long due, long now, Recorder recorder) {
		long index = this.next++;
		ClientConnection connection = nextIdle();
		try {
			if (connection == null) {
				connection = ClientConnection.open(selector, this.address, this.request);
				this.open++;
			}
			this.underWay++;
			connection.send(index, due);
			if (due > this.starvedUntil) {
				recorder.sent(due, now);
			}
		}
		catch (IOException ex) {
			if (connection == null) {
				recorder.failed(index, due, "no connection: " + ex.getMessage());
			}
			else {
				discard(connection, recorder, ex);
			}
		}
	}

	/**
	 * Whom the next request goes to, or {@code null} for a connection yet to be opened.
	 */
	private @Nullable ClientConnection nextIdle() {
		if (this.inTurn) {
			return (this.open < this.maxConnections) ? null : this.idle.pollFirst();
		}
		return this.idle.pollLast();
	}

	private void select(Selector selector, Arrivals arrivals) throws IOException {
		boolean canSend = !this.idle.isEmpty() || this.open < this.maxConnections;
		if (this.next == arrivals.count() || !canSend) {
			selector.select(10);
			return;
		}
		long wait = arrivals.dueNanos(this.next) - now();
		if (wait >= 2 * MILLI) {
			selector.select(wait / MILLI - 1);
		}
		else {
			if (selector.selectNow() == 0 && wait > 0) {
				LockSupport.parkNanos(Math.min(wait, NAP_NANOS));
				selector.selectNow();
			}
		}
	}

	private void proceed(ClientConnection connection, Recorder recorder) {
		try {
			if (connection.isOpen() && connection.proceed(this.scratch)) {
				complete(connection, recorder);
			}
		}
		catch (IOException ex) {
			discard(connection, recorder, ex);
		}
	}

	private void complete(ClientConnection connection, Recorder recorder) throws IOException {
		int status = connection.response().status();
		if (status >= 200 && status < 300) {
			recorder.answered(connection.index(), connection.due(), now());
		}
		else {
			recorder.failed(connection.index(), connection.due(), "status " + status);
		}
		this.underWay--;
		connection.release();
		if (connection.response().keepAlive()) {
			this.idle.addLast(connection);
		}
		else {
			this.open--;
			connection.close();
		}
	}

	private void discard(ClientConnection connection, Recorder recorder, IOException reason) {
		this.open--;
		if (connection.busy()) {
			this.underWay--;
			recorder.failed(connection.index(), connection.due(), String.valueOf(reason.getMessage()));
			connection.release();
		}
		else {
			this.idle.remove(connection);
		}
		try {
			connection.close();
		}
		catch (IOException ex) {
			reason.addSuppressed(ex);
		}
	}

	private long now() {
		return System.nanoTime() - this.startNanos;
	}

	/**
	 * Asks for each request in turn until so many were answered, for warming up.
	 * @throws IOException if a request failed or was not answered
	 */
	public void warmUp(int requests) throws IOException {
		List<String> failures = new ArrayList<>();
		long missing = run(Arrivals.atOnce(requests), new Recorder() {

			@Override
			public void sent(long due, long sent) {
			}

			@Override
			public void answered(long index, long due, long answered) {
			}

			@Override
			public void failed(long index, long due, String why) {
				failures.add(why);
			}

		});
		if (!failures.isEmpty()) {
			throw new IOException(failures.size() + " of " + requests + " failed, the first with " + failures.get(0));
		}
		if (missing > 0) {
			throw new IOException(missing + " of " + requests + " were not answered in time");
		}
	}

}
