package io.mvcbridge.samples.storefront.order;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@DataJpaTest
class DistantNewsTests {

	private final OrderNews news = new OrderNews(new TaskExecutorAdapter(Runnable::run),
			new StaticApplicationContext());

	private final List<String> heard = new ArrayList<>();

	private final SteppedClock clock = new SteppedClock();

	@Autowired
	private JdbcClient jdbc;

	private DistantNews distantNews;

	DistantNewsTests(@Autowired OrderEventRepository events) {
		this.distantNews = new DistantNews(this.news, events, this.clock);
	}

	@BeforeEach
	void history() {
		this.jdbc.sql("""
				insert into customer (id, email, name, password_hash, registered_at)
				values (1, 'ada@example.org', 'Ada', '-', now())""").update();
		placed("A");
		placed("B");
		happened(1000, "A");
		happened(1001, "B");
	}

	@Test
	void wakesOnceWhoFollowsAnOrderThatAnotherInstanceChanged() {
		follow("A");
		this.distantNews.poll();
		this.heard.clear();

		happened(1002, "A");
		happened(1003, "B");
		this.distantNews.poll();
		this.distantNews.poll();

		assertThat(this.heard).containsExactly("A");
	}

	@Test
	void missesNothingThatHappenedBetweenFollowingAndTheFirstQuestion() {
		follow("A");
		happened(1002, "A");

		this.distantNews.poll();

		assertThat(this.heard).containsExactly("A");
	}

	@Test
	void findsAnEventThatIsCommittedAfterOneWithALargerId() {
		follow("A");
		follow("B");
		this.distantNews.poll();
		happened(1010, "B");
		this.distantNews.poll();
		this.heard.clear();

		this.clock.step(Duration.ofSeconds(9));
		happened(1009, "A");
		this.distantNews.poll();

		assertThat(this.heard).containsExactly("A");
	}

	@Test
	void findsAnEventThatWasOnItsWayWhenTheFirstQuestionWasAsked() {
		happened(1010, "B");
		follow("A");
		this.distantNews.poll();
		this.heard.clear();

		happened(1009, "A");
		this.distantNews.poll();

		assertThat(this.heard).containsExactly("A");
	}

	@Test
	void remembersNoLongerWhatHappenedLongAgo() {
		follow("A");
		follow("B");
		this.distantNews.poll();
		this.clock.step(Duration.ofSeconds(11));
		this.distantNews.poll();
		this.heard.clear();

		happened(1002, "B");
		this.distantNews.poll();
		this.clock.step(Duration.ofSeconds(11));
		this.distantNews.poll();

		assertThat(this.heard).containsExactly("B");
	}

	@Test
	void startsAnewWithThoseWhoFollowAfterAPause() {
		Runnable first = follow("A");
		this.distantNews.poll();
		this.news.unfollow("A", first);
		this.distantNews.poll();
		happened(1002, "A");
		this.heard.clear();

		follow("A");
		this.distantNews.poll();
		this.distantNews.poll();

		assertThat(this.heard).containsExactly("A");
	}

	private Runnable follow(String orderNumber) {
		Runnable follower = () -> this.heard.add(orderNumber);
		this.news.follow(orderNumber, follower);
		return follower;
	}

	private void placed(String orderNumber) {
		this.jdbc.sql("""
				insert into customer_order (version, number, customer_id, recipient, street, postcode, city, country,
				status, placed_at, total) values (0, ?, 1, '-', '-', '-', '-', '-', 'PLACED', now(), 10)""")
			.params(orderNumber)
			.update();
	}

	private void happened(long id, String orderNumber) {
		this.jdbc.sql("insert into order_event (id, order_number, status, happened_at) values (?, ?, 'PACKED', now())")
			.params(id, orderNumber)
			.update();
	}

	private static final class SteppedClock extends Clock {

		private Instant now = Instant.EPOCH;

		void step(Duration duration) {
			this.now = this.now.plus(duration);
		}

		@Override
		public Instant instant() {
			return this.now;
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			throw new IllegalStateException("Only the instant is asked for");
		}

	}

}
