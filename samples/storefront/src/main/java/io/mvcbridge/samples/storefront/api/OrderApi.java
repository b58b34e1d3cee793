package io.mvcbridge.samples.storefront.api;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.mvcbridge.samples.storefront.cart.Cart;
import io.mvcbridge.samples.storefront.customer.Address;
import io.mvcbridge.samples.storefront.customer.Shopper;
import io.mvcbridge.samples.storefront.order.Order;
import io.mvcbridge.samples.storefront.order.OrderLine;
import io.mvcbridge.samples.storefront.order.OrderNews;
import io.mvcbridge.samples.storefront.order.OrderStatus;
import io.mvcbridge.samples.storefront.order.Orders;
import io.mvcbridge.samples.storefront.order.StatusChange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * The orders of the customer who is logged in.
 */
@RestController
@RequestMapping("/api/orders")
class OrderApi {

	private static final int MAX_WAIT_SECONDS = 60;

	private final Orders orders;

	private final OrderNews news;

	OrderApi(Orders orders, OrderNews news) {
		this.orders = orders;
		this.news = news;
	}

	@GetMapping
	ResponseEntity<PageOf<Summary>> orders(@AuthenticationPrincipal Shopper shopper,
			@RequestParam(defaultValue = "0") @Min(0) int page,
			@RequestParam(defaultValue = "20") @Min(1) @Max(PageOf.MAX_SIZE) int size) {
		return PageOf.answer(this.orders.ordersOf(shopper.requireCustomerId(), page, size), Summary::of, "");
	}

	@GetMapping("/{number}")
	Details order(@PathVariable String number, @AuthenticationPrincipal Shopper shopper) {
		return Details.of(this.orders.order(number, shopper), this.orders.history(number, 0));
	}

	@PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Details> place(@Valid @RequestBody NewOrder body, @AuthenticationPrincipal Shopper shopper,
			HttpServletRequest request) {
		Map<Long, Integer> quantities = new LinkedHashMap<>();
		body.lines().forEach((line) -> quantities.merge(line.productId(), line.quantity(), Integer::sum));
		String number = this.orders.place(shopper.requireCustomerId(), body.delivery().toAddress(), quantities);
		return ResponseEntity.created(URI.create(request.getContextPath() + "/api/orders/" + number))
			.body(order(number, shopper));
	}

	/**
	 * Wait for the next step of an order.
	 * @param number the number of the order
	 * @param after the id of the last step the client knows, or 0
	 * @param wait how many seconds to wait
	 * @param shopper who asks
	 * @return the steps that follow, at once if there are any, else as soon as there are;
	 * 204 if nothing happens in time
	 */
	@GetMapping("/{number}/steps")
	DeferredResult<ResponseEntity<List<StatusChange>>> steps(@PathVariable String number,
			@RequestParam(defaultValue = "0") @Min(0) long after,
			@RequestParam(defaultValue = "30") @Min(0) @Max(MAX_WAIT_SECONDS) int wait,
			@AuthenticationPrincipal Shopper shopper) {
		this.orders.order(number, shopper);
		DeferredResult<ResponseEntity<List<StatusChange>>> result = new DeferredResult<>(
				Math.max(1, Duration.ofSeconds(wait).toMillis()), ResponseEntity.noContent().build());
		Runnable answer = () -> {
			if (this.news.isOver()) {
				result.setResult(ResponseEntity.noContent().build());
				return;
			}
			List<StatusChange> steps = this.orders.history(number, after);
			if (!steps.isEmpty()) {
				result.setResult(ResponseEntity.ok(steps));
			}
		};
		result.onCompletion(() -> this.news.unfollow(number, answer));
		this.news.follow(number, answer);
		answer.run();
		return result;
	}

	/**
	 * What to order.
	 *
	 * @param lines the products
	 * @param delivery where to send them
	 */
	record NewOrder(@NotEmpty @Size(max = 50) List<@Valid NewLine> lines, @NotNull @Valid Delivery delivery) {

	}

	/**
	 * Some pieces of one product to order.
	 *
	 * @param productId the id of the product
	 * @param quantity how many pieces
	 */
	record NewLine(long productId, @Min(1) @Max(Cart.MAX_QUANTITY) int quantity) {

	}

	/**
	 * Where to send an order.
	 *
	 * @param recipient the name on the parcel
	 * @param street the street and number
	 * @param postcode the postcode
	 * @param city the city
	 * @param country the country
	 */
	record Delivery(@NotBlank @Size(max = 80) String recipient, @NotBlank @Size(max = 120) String street,
			@NotBlank @Size(max = 12) String postcode, @NotBlank @Size(max = 80) String city,
			@NotBlank @Size(max = 60) String country) {

		static Delivery of(Address address) {
			return new Delivery(address.getRecipient(), address.getStreet(), address.getPostcode(), address.getCity(),
					address.getCountry());
		}

		Address toAddress() {
			return new Address(this.recipient, this.street, this.postcode, this.city, this.country);
		}

	}

	/**
	 * An order in a list.
	 *
	 * @param number the number of the order
	 * @param status how far it has come
	 * @param placedAt when it was placed
	 * @param total the sum in euros
	 */
	record Summary(String number, OrderStatus status, Instant placedAt, BigDecimal total) {

		static Summary of(Order order) {
			return new Summary(order.getNumber(), order.getStatus(), order.getPlacedAt(), order.getTotal());
		}

	}

	/**
	 * An order with all there is to say about it.
	 *
	 * @param number the number of the order
	 * @param status how far it has come
	 * @param placedAt when it was placed
	 * @param total the sum in euros
	 * @param lines what was ordered
	 * @param delivery where it goes
	 * @param steps how it came this far
	 */
	record Details(String number, OrderStatus status, Instant placedAt, BigDecimal total, List<Line> lines,
			Delivery delivery, List<StatusChange> steps) {

		static Details of(Order order, List<StatusChange> steps) {
			return new Details(order.getNumber(), order.getStatus(), order.getPlacedAt(), order.getTotal(),
					order.getLines().stream().map(Line::of).toList(), Delivery.of(order.getDelivery()), steps);
		}

	}

	/**
	 * Some pieces of one product that were ordered.
	 *
	 * @param productId the id of the product
	 * @param name its name then
	 * @param quantity how many pieces
	 * @param unitPrice its price then, in euros
	 */
	record Line(long productId, String name, int quantity, BigDecimal unitPrice) {

		static Line of(OrderLine line) {
			return new Line(line.getProductId(), line.getProductName(), line.getQuantity(), line.getUnitPrice());
		}

	}

}
