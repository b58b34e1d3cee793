package io.mvcbridge.jakarta.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

class InMemorySessionsTests {

	private final SessionsFixture fixture = new SessionsFixture();

	private InMemorySessions sessions = this.fixture.open(null);

	@AfterEach
	void close() {
		this.sessions.close();
	}

	private void reopen() {
		this.sessions.close();
		this.fixture.events.clear();
		this.sessions = this.fixture.open(null);
	}

	@Test
	void identifiersHave192RandomBitsAndNeedNoEncoding() {
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			ids.add(this.sessions.create().getId());
		}
		assertThat(ids).hasSize(1000).allMatch((id) -> id.matches("[A-Za-z0-9_-]{32}"));
	}

	@Test
	void aSessionIsNewUntilItsIdentifierComesBack() {
		HttpSession session = this.sessions.create();
		assertThat(session.isNew()).isTrue();
		assertThat(this.sessions.find(session.getId())).isSameAs(session);
		assertThat(session.isNew()).isFalse();
	}

	@Test
	void thereAreSessionsFromTheFirstThatIsMadeToTheEndOfTheLast() {
		assertThat(this.sessions.isEmpty()).isTrue();
		HttpSession session = this.sessions.create();
		assertThat(this.sessions.isEmpty()).isFalse();
		session.invalidate();
		assertThat(this.sessions.isEmpty()).isTrue();
	}

	@Test
	void anUnknownIdentifierFindsNothing() {
		assertThat(this.sessions.find("forged")).isNull();
	}

	@Test
	void lastAccessedTimeIsThatOfTheRequestBefore() {
		HttpSession session = this.sessions.create();
		assertThat(session.getCreationTime()).isEqualTo(1_000_000);
		assertThat(session.getLastAccessedTime()).isEqualTo(1_000_000);
		this.fixture.clock.advance(Duration.ofSeconds(5));
		this.sessions.find(session.getId());
		assertThat(session.getLastAccessedTime()).isEqualTo(1_000_000);
		this.fixture.clock.advance(Duration.ofSeconds(5));
		this.sessions.find(session.getId());
		assertThat(session.getLastAccessedTime()).isEqualTo(1_005_000);
	}

	@Test
	void aNewSessionHasTheDefaultTimeout() {
		this.sessions.defaultTimeout(90);
		assertThat(this.sessions.create().getMaxInactiveInterval()).isEqualTo(90);
	}

	@Test
	void anIdleSessionIsNotFoundAnyMore() {
		HttpSession session = unused(60);
		this.fixture.clock.advance(Duration.ofSeconds(60));
		assertThat(this.sessions.find(session.getId())).isNull();
		assertThatIllegalStateException().isThrownBy(() -> session.getAttribute("a"));
	}

	@Test
	void aSessionIsFoundUntilItsTimeoutIsOver() {
		HttpSession session = unused(60);
		this.fixture.clock.advance(Duration.ofMillis(59_999));
		assertThat(this.sessions.find(session.getId())).isSameAs(session);
	}

	@Test
	void idleTimeCountsFromTheBeginningOfTheLastRequest() {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(60);
		this.fixture.clock.advance(Duration.ofSeconds(30));
		this.sessions.find(session.getId());
		this.fixture.clock.advance(Duration.ofSeconds(59));
		this.sessions.release(session);
		this.sessions.release(session);
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isTrue();
		this.fixture.clock.advance(Duration.ofSeconds(1));
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isFalse();
	}

	@Test
	void aSessionInUseDoesNotExpire() {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(60);
		this.fixture.clock.advance(Duration.ofHours(1));
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isTrue();
	}

	@Test
	void aSessionUsedTwiceIsInUseUntilItIsReleasedTwice() {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(60);
		this.sessions.find(session.getId());
		this.sessions.release(session);
		this.fixture.clock.advance(Duration.ofHours(1));
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isTrue();
		this.sessions.release(session);
		this.fixture.clock.advance(Duration.ofHours(1));
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isFalse();
	}

	@Test
	void aSessionWithoutTimeoutNeverExpires() {
		HttpSession session = unused(0);
		this.fixture.clock.advance(Duration.ofDays(10_000));
		this.sessions.expireIdle();
		assertThat(this.sessions.find(session.getId())).isSameAs(session);
	}

	@Test
	void expiryTellsListenersInReverseOrderAndUnbindsAttributes() {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("first"));
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("second"));
		this.fixture.attributes.add(this.fixture.attributeListener());
		reopen();
		HttpSession session = unused(60);
		session.setAttribute("cart", this.fixture.bound("cart"));
		this.fixture.clock.advance(Duration.ofMinutes(2));
		this.sessions.expireIdle();
		assertThat(this.fixture.events).containsExactly("first created", "second created", "cart bound",
				"added cart=cart", "second destroyed", "first destroyed", "cart unbound", "removed cart=cart");
		assertThat(this.sessions.size()).isZero();
	}

	@Test
	void listenersOfTheEndStillSeeTheAttributes() {
		List<Object> seen = new ArrayList<>();
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				seen.add(event.getSession().getAttribute("user"));
			}
		});
		reopen();
		HttpSession session = this.sessions.create();
		session.setAttribute("user", "ann");
		session.invalidate();
		assertThat(seen).containsExactly("ann");
	}

	@Test
	void noRequestFindsASessionWhoseListenersAreBeingTold() {
		List<Object> found = new ArrayList<>();
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				found.add(InMemorySessionsTests.this.sessions.find(event.getSession().getId()));
			}
		});
		reopen();
		this.sessions.create().invalidate();
		assertThat(found).containsExactly((Object) null);
	}

	@Test
	void invalidatingFromAListenerOfTheEndDoesNothing() {
		List<String> calls = new ArrayList<>();
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				calls.add("destroyed");
				event.getSession().invalidate();
			}
		});
		reopen();
		this.sessions.create().invalidate();
		assertThat(calls).containsExactly("destroyed");
	}

	@Test
	void whatAListenerOfTheEndThrowsReachesTheCallerAndTheSessionIsInvalidAllTheSame() {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("first"));
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				throw new IllegalArgumentException("broken listener");
			}
		});
		reopen();
		HttpSession session = this.sessions.create();
		session.setAttribute("cart", this.fixture.bound("cart"));
		assertThatIllegalArgumentException().isThrownBy(session::invalidate).withMessage("broken listener");
		assertThat(this.fixture.events).containsExactly("first created", "cart bound", "cart unbound");
		assertThat(this.sessions.isValid(session)).isFalse();
	}

	@Test
	void oneListenerThatFailsDoesNotKeepOtherSessionsFromExpiring() {
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				throw new IllegalArgumentException("broken listener");
			}
		});
		reopen();
		unused(60);
		unused(60);
		this.fixture.clock.advance(Duration.ofMinutes(2));
		this.sessions.expireIdle();
		assertThat(this.sessions.size()).isZero();
	}

	@Test
	void everyAttributeIsUnboundEvenIfOneFailsInValueUnbound() {
		HttpSession session = this.sessions.create();
		for (int i = 0; i < 3; i++) {
			session.setAttribute("broken" + i, new HttpSessionBindingListener() {
				@Override
				public void valueUnbound(HttpSessionBindingEvent event) {
					InMemorySessionsTests.this.fixture.events.add("unbound");
					throw new IllegalArgumentException(event.getName());
				}
			});
		}
		Throwable thrown = catchThrowable(session::invalidate);
		assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
		assertThat(thrown.getSuppressed()).hasSize(2);
		assertThat(this.fixture.events).containsExactly("unbound", "unbound", "unbound");
	}

	@Test
	void aSessionWhoseCreationFailedInAListenerIsEnded() {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("first"));
		this.fixture.lifecycle.add(new HttpSessionListener() {
			@Override
			public void sessionCreated(HttpSessionEvent event) {
				throw new IllegalArgumentException("broken listener");
			}
		});
		reopen();
		assertThatIllegalArgumentException().isThrownBy(() -> this.sessions.create());
		assertThat(this.sessions.size()).isZero();
		assertThat(this.fixture.events).containsExactly("first created", "first destroyed");
	}

	@Test
	void theIdentifierChangesAndTheSessionStays() {
		HttpSession session = this.sessions.create();
		session.setAttribute("user", "ann");
		String oldId = session.getId();
		String newId = this.sessions.changeId(session);
		assertThat(newId).isNotEqualTo(oldId).isEqualTo(session.getId());
		assertThat(this.sessions.find(oldId)).isNull();
		assertThat(this.sessions.find(newId)).isSameAs(session);
		assertThat(session.getAttribute("user")).isEqualTo("ann");
		assertThat(this.fixture.events).containsExactly("changed " + oldId + " to " + newId);
	}

	@Test
	void theIdentifierOfAnInvalidSessionCannotBeChanged() {
		HttpSession session = this.sessions.create();
		session.invalidate();
		assertThatIllegalStateException().isThrownBy(() -> this.sessions.changeId(session));
		assertThat(this.sessions.size()).isZero();
	}

	@Test
	void changingAndInvalidatingAtOnceLeavesNoGhost() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 2000; i++) {
				HttpSession session = this.sessions.create();
				CyclicBarrier barrier = new CyclicBarrier(2);
				Future<?> change = threads.submit(() -> {
					barrier.await();
					return catchThrowable(() -> this.sessions.changeId(session));
				});
				Future<?> invalidate = threads.submit(() -> {
					barrier.await();
					session.invalidate();
					return null;
				});
				invalidate.get(10, TimeUnit.SECONDS);
				assertThat(change.get(10, TimeUnit.SECONDS)).satisfiesAnyOf((none) -> assertThat(none).isNull(),
						(thrown) -> assertThat(thrown).isInstanceOf(IllegalStateException.class));
				assertThat(this.sessions.size()).isZero();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void expiringAndFindingAtOnceNeverExpiresAUsedSession() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 2000; i++) {
				HttpSession session = unused(60);
				this.fixture.clock.advance(Duration.ofMillis(59_999));
				CyclicBarrier barrier = new CyclicBarrier(2);
				Future<HttpSession> find = threads.submit(() -> {
					barrier.await();
					return this.sessions.find(session.getId());
				});
				Future<?> expire = threads.submit(() -> {
					barrier.await();
					this.fixture.clock.advance(Duration.ofMillis(1));
					this.sessions.expireIdle();
					return null;
				});
				expire.get(10, TimeUnit.SECONDS);
				HttpSession found = find.get(10, TimeUnit.SECONDS);
				if (found != null) {
					assertThat(this.sessions.isValid(found)).isTrue();
					found.invalidate();
				}
				assertThat(this.sessions.isValid(session)).isFalse();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void ofManyInvalidationsAtOnceListenersHearOne() throws Exception {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("listener"));
		reopen();
		HttpSession session = this.sessions.create();
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			CountDownLatch begin = new CountDownLatch(1);
			List<Future<?>> calls = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				calls.add(threads.submit(() -> {
					begin.await();
					return catchThrowable(session::invalidate);
				}));
			}
			begin.countDown();
			for (Future<?> call : calls) {
				call.get(10, TimeUnit.SECONDS);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(this.fixture.events).containsExactly("listener created", "listener destroyed");
	}

	@Test
	void anAccessorUsesTheSessionLikeARequest() {
		HttpSession session = unused(60);
		HttpSession.Accessor accessor = session.getAccessor();
		this.fixture.clock.advance(Duration.ofSeconds(50));
		accessor.access((accessed) -> accessed.setAttribute("seen", true));
		this.fixture.clock.advance(Duration.ofSeconds(59));
		assertThat(this.sessions.find(session.getId())).isSameAs(session);
		assertThat(session.getAttribute("seen")).isEqualTo(true);
	}

	@Test
	void aSessionDoesNotExpireWhileAnAccessorUsesIt() {
		HttpSession session = unused(60);
		session.getAccessor().access((accessed) -> {
			this.fixture.clock.advance(Duration.ofHours(1));
			this.sessions.expireIdle();
			assertThat(this.sessions.isValid(accessed)).isTrue();
		});
		this.sessions.expireIdle();
		assertThat(this.sessions.isValid(session)).isFalse();
	}

	@Test
	void anAccessorDoesNotMakeTheClientJoin() {
		HttpSession session = this.sessions.create();
		session.getAccessor().access((accessed) -> accessed.setAttribute("seen", true));
		assertThat(session.isNew()).isTrue();
	}

	@Test
	void anAccessorRefusesAfterTheIdentifierChanged() {
		HttpSession session = this.sessions.create();
		HttpSession.Accessor accessor = session.getAccessor();
		this.sessions.changeId(session);
		assertThatIllegalStateException().isThrownBy(() -> accessor.access((accessed) -> {
		})).withMessageContaining("identifier was changed");
	}

	@Test
	void anAccessorRefusesAfterTheSessionEnded() {
		HttpSession session = this.sessions.create();
		HttpSession.Accessor accessor = session.getAccessor();
		session.invalidate();
		assertThatIllegalStateException().isThrownBy(() -> accessor.access((accessed) -> {
		}));
	}

	@Test
	void closingWithoutAStoreEndsAllSessions() {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("listener"));
		reopen();
		HttpSession session = this.sessions.create();
		this.sessions.close();
		assertThat(this.fixture.events).containsExactly("listener created", "listener destroyed");
		assertThat(this.sessions.isValid(session)).isFalse();
	}

	@Test
	void sessionsAreTrackedByCookieUnlessConfigured() {
		assertThat(this.sessions.trackingModes()).containsExactly(SessionTrackingMode.COOKIE);
		this.sessions.trackingModes(EnumSet.of(SessionTrackingMode.URL));
		assertThat(this.sessions.trackingModes()).containsExactly(SessionTrackingMode.URL);
		this.sessions.trackingModes(Set.of());
		assertThat(this.sessions.trackingModes()).isEmpty();
	}

	@Test
	void trackingBySslIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.sessions.trackingModes(EnumSet.of(SessionTrackingMode.SSL)))
			.withMessageContaining("SSL");
	}

	private HttpSession unused(int timeout) {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(timeout);
		this.sessions.release(session);
		return session;
	}

}
