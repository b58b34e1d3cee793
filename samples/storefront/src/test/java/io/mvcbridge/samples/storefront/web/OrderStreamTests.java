package io.mvcbridge.samples.storefront.web;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.mvcbridge.samples.storefront.order.OrderStatus;
import io.mvcbridge.samples.storefront.order.StatusChange;
import org.junit.jupiter.api.Test;

import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import static org.assertj.core.api.Assertions.assertThat;

class OrderStreamTests {

	private final List<StatusChange> history = new ArrayList<>();

	private final RecordingEmitter emitter = new RecordingEmitter();

	private boolean over;

	private final OrderStream stream = new OrderStream(this.emitter, 0,
			(after) -> this.history.stream().filter((change) -> change.id() > after).toList(), () -> this.over);

	@Test
	void eachRunSendsOnlyWhatIsNew() {
		this.history.add(new StatusChange(5, OrderStatus.PLACED, Instant.EPOCH));
		this.stream.run();
		this.history.add(new StatusChange(9, OrderStatus.PACKED, Instant.EPOCH));
		this.stream.run();

		assertThat(this.emitter.sent).containsExactly("id:5 PLACED", "id:9 PACKED");
	}

	@Test
	void aRunWithoutNewsSaysThatTheStreamIsAlive() {
		this.stream.run();

		assertThat(this.emitter.sent).containsExactly("comment");
	}

	@Test
	void aRunDuringARunIsMadeUpForByTheFirst() {
		this.history.add(new StatusChange(5, OrderStatus.PLACED, Instant.EPOCH));
		this.emitter.whileSending = () -> {
			this.history.add(new StatusChange(9, OrderStatus.PACKED, Instant.EPOCH));
			this.stream.run();
		};

		this.stream.run();

		assertThat(this.emitter.sent).containsExactly("id:5 PLACED", "id:9 PACKED");
	}

	@Test
	void theLastStatusCompletesTheStream() {
		this.history.add(new StatusChange(5, OrderStatus.SHIPPED, Instant.EPOCH));

		this.stream.run();
		this.stream.run();

		assertThat(this.emitter.sent).containsExactly("id:5 SHIPPED", "complete");
	}

	@Test
	void aStreamEndsWithTheShop() {
		this.history.add(new StatusChange(5, OrderStatus.PLACED, Instant.EPOCH));
		this.over = true;

		this.stream.run();
		this.stream.run();

		assertThat(this.emitter.sent).containsExactly("complete");
	}

	@Test
	void aBrowserThatLeftIsLeftAlone() {
		this.emitter.gone = true;

		this.stream.run();
		this.stream.run();

		assertThat(this.emitter.attempts).isEqualTo(1);
	}

	private static final class RecordingEmitter extends SseEmitter {

		private final List<String> sent = new ArrayList<>();

		private Runnable whileSending = () -> {
		};

		private boolean gone;

		private int attempts;

		@Override
		public void send(SseEventBuilder builder) throws IOException {
			this.attempts++;
			if (this.gone) {
				throw new IOException("Broken pipe");
			}
			this.sent.add(describe(builder.build()));
			Runnable once = this.whileSending;
			this.whileSending = () -> {
			};
			once.run();
		}

		@Override
		public void complete() {
			this.sent.add("complete");
		}

		private static String describe(Set<DataWithMediaType> event) {
			String id = "comment";
			for (DataWithMediaType part : event) {
				if (part.getData() instanceof StatusChange change) {
					return id + " " + change.status();
				}
				String text = part.getData().toString();
				if (text.startsWith("id:")) {
					id = text.lines().findFirst().orElseThrow();
				}
			}
			return id;
		}

	}

}
