package io.mvcbridge.jakarta.route;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class LoopRoutesTests {

	private static final String LOGGED = "[INFO] GET /report has held its event loop for 212 ms, and not for the first "
			+ "time: %s it runs on ordinary virtual threads, so that other connections do not wait for it";

	private static final long LONG = TimeUnit.MILLISECONDS.toNanos(212);

	/** The longest of the patterns that a path begins with. */
	private final LoopRoutes routes = new LoopRoutes(new RouteSource() {

		@Override
		public @Nullable String pattern(HttpServletRequest request, String path) {
			throw new AssertionError("not asked");
		}

		@Override
		public Selector selector(Collection<String> patterns) {
			List<String> sorted = patterns.stream()
				.sorted((one, other) -> Integer.compare(other.length(), one.length()))
				.toList();
			return (path) -> sorted.stream().filter(path::startsWith).findFirst().orElse(null);
		}

	}, () -> this.now);

	private long now;

	private void sendAway(String method, String mapping, String pattern) {
		for (int i = 0; i < 3; i++) {
			this.routes.note(method, mapping, pattern, LONG);
		}
	}

	@Test
	void routeIsAMethodAMappingAndAPattern() {
		sendAway("GET", "/", "/report");
		assertThat(this.routes.isAnyOffLoop()).isTrue();
		assertThat(this.routes.isOffLoop("GET", "/", "/report/1")).isTrue();
		assertThat(this.routes.isOffLoop("POST", "/", "/report/1")).isFalse();
		assertThat(this.routes.isOffLoop("GET", "/api/*", "/report/1")).isFalse();
		assertThat(this.routes.isOffLoop("GET", "/", "/other")).isFalse();
	}

	@Test
	void aBetterMatchThatHoldsNothingStaysOnTheLoops() {
		sendAway("GET", "/", "/");
		assertThat(this.routes.isOffLoop("GET", "/", "/light")).isTrue();
		this.routes.note("GET", "/", "/light", 0);
		assertThat(this.routes.isOffLoop("GET", "/", "/light")).isFalse();
		assertThat(this.routes.isOffLoop("GET", "/", "/file")).isTrue();
	}

	@Test
	void routeThatComesBackIsForgottenUnlessThereAreOthers() {
		sendAway("GET", "/", "/report");
		this.now = TimeUnit.SECONDS.toNanos(5);
		sendAway("GET", "/", "/other");
		this.now = TimeUnit.SECONDS.toNanos(12);
		assertThat(this.routes.isOffLoop("GET", "/", "/report")).isFalse();
		assertThat(this.routes.isOffLoop("GET", "/", "/other")).isTrue();
		assertThat(this.routes.isAnyOffLoop()).isTrue();
		this.now = TimeUnit.SECONDS.toNanos(20);
		assertThat(this.routes.isOffLoop("GET", "/", "/other")).isFalse();
		assertThat(this.routes.isAnyOffLoop()).isFalse();
	}

	@Test
	void methodsThatNobodyKnowsAreOne() {
		sendAway("BREW", "/", "/");
		assertThat(this.routes.isOffLoop("WHEN", "/", "/")).isTrue();
		assertThat(this.routes.isOffLoop("GET", "/", "/")).isFalse();
	}

	@Test
	void whatHoldsIsAlwaysNotedAndOfTheRestEverySixteenth() {
		assertThat(this.routes.isWorthNoting(TimeUnit.MILLISECONDS.toNanos(5))).isTrue();
		int noted = 0;
		for (int i = 0; i < 160; i++) {
			noted += this.routes.isWorthNoting(1000) ? 1 : 0;
		}
		assertThat(noted).isEqualTo(10);
	}

	@Test
	void routesWithoutNumberAreForgottenUntilSomeHold() {
		for (int i = 0; i < 10 * LoopRoutes.MAX_ROUTES; i++) {
			this.routes.note("GET", "/", "/" + i, 0);
		}
		sendAway("GET", "/", "/report");
		assertThat(this.routes.isOffLoop("GET", "/", "/report")).isTrue();
		assertThat(this.routes.isOffLoop("GET", "/", "/other")).isFalse();
	}

	@Test
	void holdsWithoutNumberSendAllOfTheMethodAway() {
		for (int i = 0; i <= LoopRoutes.MAX_ROUTES; i++) {
			sendAway("GET", "/", "/" + i + "/");
		}
		assertThat(this.routes.isOffLoop("GET", "/", "/other")).isTrue();
		assertThat(this.routes.isOffLoop("POST", "/", "/other")).isFalse();
	}

	@Test
	void routeThatIsSentAwayIsLoggedEachTime() {
		Logger logger = (Logger) LoggerFactory.getLogger(LoopRoutes.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		logger.setLevel(Level.INFO);
		try {
			for (int i = 0; i < 3; i++) {
				sendAway("GET", "/", "/report");
				sendAway("GET", "/", "/report");
				this.now += TimeUnit.MINUTES.toNanos(1);
				this.routes.isOffLoop("GET", "/", "/report");
			}
		}
		finally {
			logger.setLevel(null);
			logger.detachAppender(log);
		}
		assertThat(log.list).extracting(Object::toString)
			.containsExactly(LOGGED.formatted("for the next 10 s"), LOGGED.formatted("for the next 60 s"),
					LOGGED.formatted("from now on"));
	}

}
