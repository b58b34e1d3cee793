package io.mvcbridge.samples.storefront.web;

import java.time.Duration;

import io.mvcbridge.samples.storefront.order.OrderNews;
import io.mvcbridge.samples.storefront.order.Orders;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Opens the event streams of orders. Events are pushed by the news of a change. The heart
 * beat in addition finds out which browsers are gone, keeps proxies from closing a quiet
 * connection, and fetches what the news might have missed.
 */
@Component
class OrderStreams {

	private static final Duration LIFETIME = Duration.ofMinutes(30);

	private final Orders orders;

	private final OrderNews news;

	OrderStreams(Orders orders, OrderNews news) {
		this.orders = orders;
		this.news = news;
	}

	SseEmitter open(String orderNumber, long lastEventId) {
		SseEmitter emitter = new SseEmitter(LIFETIME.toMillis());
		OrderStream stream = new OrderStream(emitter, lastEventId, (after) -> this.orders.history(orderNumber, after),
				this.news::isOver);
		emitter.onCompletion(() -> this.news.unfollow(orderNumber, stream));
		this.news.follow(orderNumber, stream);
		stream.run();
		return emitter;
	}

	@Scheduled(fixedRateString = "${storefront.heartbeat}")
	void beat() {
		this.news.wakeAll();
	}

}
