package io.mvcbridge.samples.storefront.order;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.mvcbridge.samples.storefront.catalogue.NoSuchProductException;
import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.catalogue.ProductRepository;
import io.mvcbridge.samples.storefront.customer.Address;
import io.mvcbridge.samples.storefront.customer.Customers;
import io.mvcbridge.samples.storefront.customer.Shopper;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Takes orders and leads them through the warehouse.
 */
@Service
@Transactional
public class Orders {

	// Without letters and digits that are mistaken for each other on the telephone.
	private static final String NUMBER_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

	private static final int NUMBER_LENGTH = 10;

	private final OrderRepository orders;

	private final OrderEventRepository events;

	private final ProductRepository products;

	private final Customers customers;

	private final ApplicationEventPublisher publisher;

	private final Clock clock;

	private final SecureRandom random = new SecureRandom();

	Orders(OrderRepository orders, OrderEventRepository events, ProductRepository products, Customers customers,
			ApplicationEventPublisher publisher, Clock clock) {
		this.orders = orders;
		this.events = events;
		this.products = products;
		this.customers = customers;
		this.publisher = publisher;
		this.clock = clock;
	}

	/**
	 * Order something.
	 * @param customerId the id of the customer
	 * @param delivery where to send it
	 * @param quantities the number of pieces by product id, at least one entry
	 * @return the number of the new order
	 * @throws NoSuchProductException if a product is not sold (any more)
	 * @throws OutOfStockException if there are too few pieces of a product; nothing is
	 * taken out of the stock then
	 */
	public String place(long customerId, Address delivery, Map<Long, Integer> quantities) {
		if (quantities.isEmpty()) {
			throw new IllegalArgumentException("An order needs at least one product");
		}
		Order order = new Order(newNumber(), this.customers.customer(customerId), delivery, this.clock.instant());
		// In the order of their ids, so that two orders never wait for each other's rows.
		for (Map.Entry<Long, Integer> line : new TreeMap<>(quantities).entrySet()) {
			long productId = line.getKey();
			int quantity = line.getValue();
			Product product = this.products.findByIdAndWithdrawnFalse(productId)
				.orElseThrow(() -> new NoSuchProductException(productId));
			if (this.products.takeFromStock(productId, quantity) == 0) {
				throw new OutOfStockException(product, quantity);
			}
			order.add(product, quantity);
		}
		this.orders.save(order);
		tell(order);
		return order.getNumber();
	}

	/**
	 * Return an order to somebody who may see it.
	 * @param number the number of the order
	 * @param asker the customer who placed it, or the administrator
	 * @return the order, with its lines and its customer
	 * @throws NoSuchOrderException if there is none, or it is another customer's
	 */
	@Transactional(readOnly = true)
	public Order order(String number, Shopper asker) {
		Order order = find(number);
		Long customerId = asker.getCustomerId();
		if (customerId != null && order.getCustomer().getId() != customerId) {
			throw new NoSuchOrderException(number);
		}
		return order;
	}

	/**
	 * Return a customer's orders.
	 * @param customerId the id of the customer
	 * @param page the page, starting at 0
	 * @param size how many orders a page has
	 * @return the orders without their lines, the latest first
	 */
	@Transactional(readOnly = true)
	public Page<Order> ordersOf(long customerId, int page, int size) {
		return this.orders.findByCustomer(customerId,
				PageRequest.of(page, size, Sort.by("placedAt", "id").descending()));
	}

	/**
	 * Return what the warehouse has to do.
	 * @return the orders that have not left yet, the oldest first, at most 100
	 */
	@Transactional(readOnly = true)
	public List<Order> open() {
		return this.orders.findTop100ByStatusNotOrderByPlacedAt(OrderStatus.SHIPPED);
	}

	/**
	 * Return the steps an order has taken.
	 * @param number the number of the order
	 * @param after the id of the last step already known, or 0
	 * @return the steps after that one, in the order they happened
	 */
	@Transactional(readOnly = true)
	public List<StatusChange> history(String number, long after) {
		return this.events.findAfter(number, after);
	}

	/**
	 * Lead an order one step on, and tell those who follow it.
	 * @param number the number of the order
	 * @param from the status it is believed to have
	 * @return the status it has now
	 * @throws NoSuchOrderException if there is none
	 * @throws StatusConflictException if it has another status, or had it a moment ago
	 */
	public OrderStatus advance(String number, OrderStatus from) {
		Order order = find(number);
		OrderStatus next = order.getStatus().next();
		if (order.getStatus() != from || next == null) {
			throw new StatusConflictException(number, from, order.getStatus());
		}
		order.advanceTo(next);
		try {
			this.orders.saveAndFlush(order);
		}
		catch (ObjectOptimisticLockingFailureException ex) {
			throw new StatusConflictException(number, from, next);
		}
		tell(order);
		return next;
	}

	private void tell(Order order) {
		this.events.save(new OrderEvent(order.getNumber(), order.getStatus(), this.clock.instant()));
		this.publisher.publishEvent(new OrderStatusChanged(order.getNumber(), order.getStatus()));
	}

	private Order find(String number) {
		return this.orders.findByNumber(number).orElseThrow(() -> new NoSuchOrderException(number));
	}

	private String newNumber() {
		StringBuilder number = new StringBuilder(NUMBER_LENGTH);
		for (int i = 0; i < NUMBER_LENGTH; i++) {
			number.append(NUMBER_ALPHABET.charAt(this.random.nextInt(NUMBER_ALPHABET.length())));
		}
		return number.toString();
	}

}
