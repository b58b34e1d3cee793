package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.Shopper;
import io.mvcbridge.samples.storefront.order.Order;
import io.mvcbridge.samples.storefront.order.OrderStatus;
import io.mvcbridge.samples.storefront.order.Orders;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The page of an order, and the stream of events that keeps it up to date.
 */
@Controller
class OrderController {

	private final Orders orders;

	private final OrderStreams streams;

	OrderController(Orders orders, OrderStreams streams) {
		this.orders = orders;
		this.streams = streams;
	}

	@GetMapping("/orders/{number}")
	String order(@PathVariable String number, @AuthenticationPrincipal Shopper shopper, Model model) {
		Order order = this.orders.order(number, shopper);
		model.addAttribute("order", order);
		model.addAttribute("statuses", OrderStatus.values());
		model.addAttribute("history", this.orders.history(number, 0));
		return "order";
	}

	/**
	 * Tell the status of an order, now and whenever it changes, until it is shipped.
	 * @param number the number of the order
	 * @param lastEventId the last event that the browser received before its connection
	 * broke
	 * @param shopper who asks
	 * @param response the response, told to pass through a proxy without delay
	 * @return the stream
	 */
	@GetMapping(path = "/orders/{number}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter events(@PathVariable String number,
			@RequestHeader(name = "Last-Event-ID", defaultValue = "0") long lastEventId,
			@AuthenticationPrincipal Shopper shopper, HttpServletResponse response) {
		this.orders.order(number, shopper);
		response.setHeader("X-Accel-Buffering", "no");
		return this.streams.open(number, lastEventId);
	}

}
