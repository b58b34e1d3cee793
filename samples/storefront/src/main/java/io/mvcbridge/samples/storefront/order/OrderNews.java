package io.mvcbridge.samples.storefront.order;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Wakes those who follow an order as soon as a change of its status is committed, here
 * or, as {@link DistantNews} brings it, on another instance of the shop. What has changed
 * they read from {@link Orders#history}: so nothing is lost to somebody who starts to
 * follow first and reads then, and nothing depends on the order in which threads get to
 * run.
 */
@Component
public class OrderNews {

	private final ConcurrentMap<String, Set<Runnable>> followers = new ConcurrentHashMap<>();

	private final AsyncTaskExecutor executor;

	private final ApplicationContext context;

	private volatile boolean over;

	OrderNews(AsyncTaskExecutor applicationTaskExecutor, ApplicationContext context) {
		this.executor = applicationTaskExecutor;
		this.context = context;
	}

	/**
	 * Follow an order.
	 * @param orderNumber the number of the order
	 * @param follower run on a thread of its own after each change, perhaps several times
	 * at once; and for the last time when the news {@linkplain #isOver() is over}
	 */
	public void follow(String orderNumber, Runnable follower) {
		this.followers.compute(orderNumber, (number, present) -> {
			Set<Runnable> changed = (present != null) ? present : ConcurrentHashMap.newKeySet();
			changed.add(follower);
			return changed;
		});
	}

	/**
	 * Stop following an order.
	 * @param orderNumber the number of the order
	 * @param follower the follower, which may be running still
	 */
	public void unfollow(String orderNumber, Runnable follower) {
		this.followers.computeIfPresent(orderNumber, (number, present) -> {
			present.remove(follower);
			return (present.isEmpty()) ? null : present;
		});
	}

	/**
	 * Return whether anybody follows any order.
	 * @return true if there is somebody to wake
	 */
	boolean isFollowed() {
		return !this.followers.isEmpty();
	}

	/**
	 * Wake everybody, whatever they follow.
	 */
	public void wakeAll() {
		this.followers.values().forEach(this::wake);
	}

	// Not on the thread that changed the status: a follower writes to somebody's
	// connection, which may be slow.
	@TransactionalEventListener
	void statusChanged(OrderStatusChanged event) {
		wake(event.orderNumber());
	}

	/**
	 * Wake those who follow an order.
	 * @param orderNumber the number of the order
	 */
	void wake(String orderNumber) {
		Set<Runnable> present = this.followers.get(orderNumber);
		if (present != null) {
			wake(present);
		}
	}

	/**
	 * Return whether there will be no more news because the shop closes. Followers are
	 * run once more then, to say goodbye: a graceful shutdown waits for all who still
	 * have a request open.
	 * @return true from the beginning of the shutdown
	 */
	public boolean isOver() {
		return this.over;
	}

	@EventListener
	void shopCloses(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.over = true;
			// The executor takes no more work from here on.
			this.followers.values().forEach((present) -> present.forEach(Runnable::run));
		}
	}

	private void wake(Set<Runnable> present) {
		present.forEach(this.executor::execute);
	}

}
