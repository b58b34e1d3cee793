package io.mvcbridge.samples.storefront.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The status of an order, told while it changes. Where the shop runs in a fork, its heart
 * beat is put off for an hour, so that an event can only arrive because it was pushed.
 */
@AcceptanceTest
class OrderEventsIT {

	private final Storefront storefront;

	private Visitor customer;

	private Visitor warehouse;

	private String number;

	OrderEventsIT(Storefront storefront) {
		this.storefront = storefront;
		this.customer = storefront.customer();
		this.warehouse = storefront.warehouse();
		this.number = "";
	}

	@BeforeEach
	void order() {
		this.customer.addToCart(3, 1);
		this.number = this.customer.order();
	}

	@Test
	void theOrderPageSaysWhereItsEventsAre() {
		HtmlPage page = this.customer.get("/orders/" + this.number).page();

		assertThat(page.elements("steps")).singleElement()
			.satisfies((steps) -> assertThat(steps.get("data-events")).endsWith("/orders/" + this.number + "/events"));
	}

	@Test
	void eachStepInTheWarehouseReachesWhoWatches() {
		try (EventStream events = watch(0)) {
			assertThat(events.response().headers().firstValue("Content-Type").orElse(""))
				.startsWith("text/event-stream");

			EventStream.Event placed = events.next();
			advance("PLACED");
			EventStream.Event packed = events.next();
			advance("PACKED");
			EventStream.Event shipped = events.next();

			assertThat(List.of(placed, packed, shipped)).extracting(EventStream.Event::name).containsOnly("status");
			assertThat(placed.data()).contains("\"status\":\"PLACED\"");
			assertThat(packed.data()).contains("\"status\":\"PACKED\"");
			assertThat(shipped.data()).contains("\"status\":\"SHIPPED\"");
			assertThat(packed.id()).isGreaterThan(placed.id());
			assertThat(shipped.id()).isGreaterThan(packed.id());
			assertThat(events.next()).as("the end of the stream").isNull();
		}
	}

	@Test
	void theWarehousePageAdvancesAnOrderToo() {
		Visitor administrator = this.storefront.administrator();
		try (EventStream events = watch(0)) {
			events.next();

			Answer answer = administrator
				.submit(administrator.get("/warehouse").page().form("/warehouse/orders/" + this.number + "/advance"));

			assertThat(administrator.follow(answer).page().text()).contains("Order " + this.number + " is packed.");
			assertThat(events.next().data()).contains("\"status\":\"PACKED\"");
		}
		assertThat(this.customer.get("/orders/" + this.number).page().elements("done"))
			.extracting((step) -> step.get("data-step"))
			.containsExactly("PLACED", "PACKED");
	}

	@Test
	void whoComesBackHearsOnlyWhatWasMissed() {
		long last;
		try (EventStream events = watch(0)) {
			last = events.next().id();
		}
		advance("PLACED");
		advance("PACKED");

		try (EventStream events = watch(last)) {
			assertThat(events.next().data()).contains("\"status\":\"PACKED\"");
			assertThat(events.next().data()).contains("\"status\":\"SHIPPED\"");
			assertThat(events.next()).isNull();
		}
	}

	@Test
	void manyMayWatchAndOneWhoLeavesDisturbsNobody() {
		List<EventStream> watchers = new ArrayList<>();
		try {
			for (int i = 0; i < 8; i++) {
				watchers.add(watch(0));
			}
			watchers.forEach((events) -> assertThat(events.next().data()).contains("PLACED"));
			watchers.remove(0).close();
			watchers.remove(3).close();

			advance("PLACED");

			watchers.forEach((events) -> assertThat(events.next().data()).contains("PACKED"));
		}
		finally {
			watchers.forEach(EventStream::close);
		}
	}

	@Test
	void aLongPollIsAnsweredByTheNextStep() {
		String path = "/api/orders/" + this.number + "/steps?wait=40&after=";
		long placed = this.customer.get(path + "0").json().get(0).get("id").asLong();
		CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> this.customer.get(path + placed));

		advance("PLACED");

		Answer answer = waiting.join();
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json()).hasSize(1);
		assertThat(answer.json().get(0).get("status").asString()).isEqualTo("PACKED");
		assertThat(answer.json().get(0).get("id").asLong()).isGreaterThan(placed);
	}

	@Test
	void aLongPollThatHearsNothingEndsEmpty() {
		String path = "/api/orders/" + this.number + "/steps?wait=0&after=";
		long placed = this.customer.get(path + "0").json().get(0).get("id").asLong();

		Answer answer = this.customer.get(path + placed);

		assertThat(answer.status()).isEqualTo(204);
		assertThat(answer.body()).isEmpty();
	}

	private EventStream watch(long lastEventId) {
		EventStream events = new EventStream(this.customer.stream("/orders/" + this.number + "/events", "Accept",
				"text/event-stream", "Last-Event-ID", Long.toString(lastEventId)));
		assertThat(events.response().statusCode()).isEqualTo(200);
		return events;
	}

	private void advance(String from) {
		Answer answer = this.warehouse.sendJson("POST", "/api/warehouse/orders/" + this.number + "/advance",
				"{\"from\":\"" + from + "\"}");
		assertThat(answer.status()).isEqualTo(200);
	}

}
