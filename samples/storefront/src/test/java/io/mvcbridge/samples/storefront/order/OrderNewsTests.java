package io.mvcbridge.samples.storefront.order;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.task.support.TaskExecutorAdapter;

import static org.assertj.core.api.Assertions.assertThat;

class OrderNewsTests {

	private final ApplicationContext context = new StaticApplicationContext();

	private final OrderNews news = new OrderNews(new TaskExecutorAdapter(Runnable::run), this.context);

	private final List<String> heard = new ArrayList<>();

	@Test
	void wakesThoseWhoFollowTheOrderAndNobodyElse() {
		this.news.follow("A", () -> this.heard.add("a1"));
		this.news.follow("A", () -> this.heard.add("a2"));
		this.news.follow("B", () -> this.heard.add("b"));

		this.news.statusChanged(new OrderStatusChanged("A", OrderStatus.PACKED));

		assertThat(this.heard).containsExactlyInAnyOrder("a1", "a2");
	}

	@Test
	void endsWithItsOwnContextOnly() {
		this.news.follow("A", () -> this.heard.add("over: " + this.news.isOver()));

		this.news.shopCloses(new ContextClosedEvent(new StaticApplicationContext()));
		assertThat(this.news.isOver()).isFalse();
		this.news.shopCloses(new ContextClosedEvent(this.context));

		assertThat(this.heard).containsExactly("over: true");
	}

	@Test
	void wakesNobodyWhoNoLongerFollows() {
		Runnable follower = () -> this.heard.add("a");
		this.news.follow("A", follower);
		this.news.unfollow("A", follower);
		this.news.unfollow("A", follower);

		this.news.statusChanged(new OrderStatusChanged("A", OrderStatus.PACKED));
		this.news.wakeAll();

		assertThat(this.heard).isEmpty();
	}

}
