package io.mvcbridge.jakarta.session;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.mvcbridge.jakarta.session.SessionsFixture.Bound;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

class BridgeSessionTests {

	private final SessionsFixture fixture = new SessionsFixture();

	private InMemorySessions sessions;

	private HttpSession session;

	@BeforeEach
	void open() {
		this.fixture.attributes.add(this.fixture.attributeListener());
		this.sessions = this.fixture.open(null);
		this.session = this.sessions.create();
	}

	@AfterEach
	void close() {
		this.sessions.close();
	}

	@Test
	void attributesAreListedByName() {
		this.session.setAttribute("a", 1);
		this.session.setAttribute("b", 2);
		assertThat(Collections.list(this.session.getAttributeNames())).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void anAttributeThatIsNotThereIsNull() {
		assertThat(this.session.getAttribute("none")).isNull();
		assertThat(this.session.getAttribute(null)).isNull();
	}

	@Test
	void settingNullRemoves() {
		this.session.setAttribute("a", 1);
		this.session.setAttribute("a", null);
		assertThat(this.session.getAttribute("a")).isNull();
		assertThat(this.fixture.events).containsExactly("added a=1", "removed a=1");
	}

	@Test
	void removingWhatIsNotThereTellsNobody() {
		this.session.removeAttribute("none");
		assertThat(this.fixture.events).isEmpty();
	}

	@Test
	void anAttributeWithoutNameIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.session.setAttribute(null, 1));
	}

	@Test
	void replacingTellsTheNewValueThenTheOldThenListenersWithTheOld() {
		this.session.setAttribute("a", this.fixture.bound("old"));
		this.fixture.events.clear();
		this.session.setAttribute("a", this.fixture.bound("new"));
		assertThat(this.fixture.events).containsExactly("new bound", "old unbound", "replaced a=old");
	}

	@Test
	void settingTheSameValueAgainDoesNotBindItAgain() {
		Bound value = this.fixture.bound("value");
		this.session.setAttribute("a", value);
		this.session.setAttribute("a", value);
		assertThat(this.fixture.events).containsExactly("value bound", "added a=value", "replaced a=value");
	}

	@Test
	void aValueIsToldBeforeItCanBeGotAndUnboundAfterItCannot() {
		this.session.setAttribute("a", new HttpSessionBindingListener() {

			@Override
			public void valueBound(HttpSessionBindingEvent event) {
				BridgeSessionTests.this.fixture.events.add("bound: " + event.getSession().getAttribute("a"));
			}

			@Override
			public void valueUnbound(HttpSessionBindingEvent event) {
				BridgeSessionTests.this.fixture.events.add("unbound: " + event.getSession().getAttribute("a"));
			}

			@Override
			public String toString() {
				return "value";
			}

		});
		this.session.removeAttribute("a");
		assertThat(this.fixture.events).containsExactly("bound: null", "added a=value", "unbound: null",
				"removed a=value");
	}

	@TestFactory
	List<DynamicTest> anInvalidSessionRefuses() {
		this.session.invalidate();
		return List.of(refuses("getCreationTime", this.session::getCreationTime),
				refuses("getLastAccessedTime", this.session::getLastAccessedTime),
				refuses("getAttribute", () -> this.session.getAttribute("a")),
				refuses("getAttributeNames", this.session::getAttributeNames),
				refuses("setAttribute", () -> this.session.setAttribute("a", 1)),
				refuses("removeAttribute", () -> this.session.removeAttribute("a")),
				refuses("invalidate", this.session::invalidate), refuses("isNew", this.session::isNew),
				refuses("getAccessor", this.session::getAccessor));
	}

	private static DynamicTest refuses(String method, Runnable call) {
		return DynamicTest.dynamicTest(method,
				() -> assertThatIllegalStateException().isThrownBy(call::run).withMessageStartingWith(method + ": "));
	}

	@Test
	void anInvalidSessionStillTellsIdentifierContextAndTimeout() {
		String id = this.session.getId();
		this.session.setMaxInactiveInterval(77);
		this.session.invalidate();
		assertThat(this.session.getId()).isEqualTo(id);
		assertThat(this.session.getMaxInactiveInterval()).isEqualTo(77);
		assertThat(this.session.getServletContext().getContextPath()).isEqualTo("/shop");
	}

	@Test
	void aValueSetWhileTheSessionEndsIsUnboundAsOftenAsBound() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		AtomicInteger bound = new AtomicInteger();
		AtomicInteger unbound = new AtomicInteger();
		HttpSessionBindingListener value = new HttpSessionBindingListener() {

			@Override
			public void valueBound(HttpSessionBindingEvent event) {
				bound.incrementAndGet();
			}

			@Override
			public void valueUnbound(HttpSessionBindingEvent event) {
				unbound.incrementAndGet();
			}

		};
		try {
			for (int i = 0; i < 2000; i++) {
				HttpSession ending = this.sessions.create();
				CyclicBarrier barrier = new CyclicBarrier(2);
				Future<?> set = threads.submit(() -> {
					barrier.await();
					return catchThrowable(() -> ending.setAttribute("a", value));
				});
				Future<?> invalidate = threads.submit(() -> {
					barrier.await();
					ending.invalidate();
					return null;
				});
				set.get(10, TimeUnit.SECONDS);
				invalidate.get(10, TimeUnit.SECONDS);
				assertThat(unbound).hasValue(bound.get());
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(bound.get()).isPositive();
	}

}
