package io.mvcbridge.samples.storefront.order;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Brings the news of what other instances of the shop do. While anybody follows any
 * order, it asks the database again and again which events are new: one question, however
 * many follow.
 * <p>
 * Events get their ids when they are written and are seen when they are committed, so a
 * smaller id may show up after a larger one. Therefore each question goes back some time,
 * and what was seen already is left out. An event that takes even longer to appear is
 * found by the heart beat.
 */
@Component
@Profile("cluster")
class DistantNews {

	/** How long an event may take from its id to its commit. */
	private static final Duration LATE = Duration.ofSeconds(10);

	/** How many events may be on this way when the first question is asked. */
	private static final long MARGIN = 100;

	private static final long UNKNOWN = -1;

	private final OrderNews news;

	private final OrderEventRepository events;

	private final Clock clock;

	/** When each event above the floor was seen first. */
	private final TreeMap<Long, Instant> seen = new TreeMap<>();

	private long floor = UNKNOWN;

	DistantNews(OrderNews news, OrderEventRepository events, Clock clock) {
		this.news = news;
		this.events = events;
		this.clock = clock;
	}

	// One run ends before the next begins.
	@Scheduled(fixedDelayString = "${storefront.poll}")
	void poll() {
		if (!this.news.isFollowed()) {
			this.floor = UNKNOWN;
			this.seen.clear();
			return;
		}
		if (this.floor == UNKNOWN) {
			this.floor = Math.max(0, this.events.findLastId() - MARGIN);
		}
		Instant now = this.clock.instant();
		Set<String> changed = new LinkedHashSet<>();
		for (OrderEventKey event : this.events.findKeysAfter(this.floor)) {
			if (this.seen.putIfAbsent(event.id(), now) == null) {
				changed.add(event.orderNumber());
			}
		}
		changed.forEach(this.news::wake);
		forgetWhatWasSeenBefore(now.minus(LATE));
	}

	private void forgetWhatWasSeenBefore(Instant time) {
		for (Map.Entry<Long, Instant> first = this.seen.firstEntry(); first != null
				&& first.getValue().isBefore(time); first = this.seen.firstEntry()) {
			this.floor = first.getKey();
			this.seen.remove(first.getKey());
		}
	}

}
