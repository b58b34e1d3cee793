package io.mvcbridge.jakarta;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Netty's leak detector has found. It finds a buffer that nobody released when the
 * garbage collector took it and another buffer is allocated, so this helps it to both.
 */
final class Leaks {

	private static final List<String> FOUND = new CopyOnWriteArrayList<>();

	static {
		assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
		AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

			@Override
			protected void append(ILoggingEvent event) {
				if (event.getFormattedMessage().contains("LEAK")) {
					FOUND.add(event.getFormattedMessage());
				}
			}

		};
		appender.start();
		((Logger) LoggerFactory.getLogger(ResourceLeakDetector.class)).addAppender(appender);
	}

	private Leaks() {
	}

	/** To be called before the first buffer is allocated. */
	static void watch() {
	}

	/** Fails if a buffer was found that nobody released. */
	static void assertNone() {
		System.gc();
		ByteBufAllocator.DEFAULT.buffer(16).release();
		assertThat(FOUND).as("leaked buffers").isEmpty();
	}

	/** Like {@link #assertNone()}, with all the garbage collections it may take. */
	static void assertNoneAtAll() {
		for (int i = 0; i < 10; i++) {
			assertNone();
		}
	}

}
