package io.mvcbridge.jakarta.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. */
public final class SettableClock implements InstantSource {

	private final AtomicLong millis = new AtomicLong(1_000_000);

	public void advance(Duration duration) {
		this.millis.addAndGet(duration.toMillis());
	}

	@Override
	public Instant instant() {
		return Instant.ofEpochMilli(this.millis.get());
	}

	@Override
	public long millis() {
		return this.millis.get();
	}

}
