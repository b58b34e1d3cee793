package io.mvcbridge.jakarta.session;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;

/** Sessions of a context named {@code /shop}, and listeners that write down calls. */
final class SessionsFixture {

	final SettableClock clock = new SettableClock();

	final List<String> events = Collections.synchronizedList(new ArrayList<>());

	final List<HttpSessionListener> lifecycle = new ArrayList<>();

	final List<HttpSessionAttributeListener> attributes = new ArrayList<>();

	InMemorySessions open(@Nullable SessionStore store) {
		InMemorySessions sessions = new InMemorySessions(servletContext(), getClass().getClassLoader(), this.clock,
				store);
		sessions.freeze(new SessionListeners(this.lifecycle, this.attributes,
				List.of((event, oldId) -> this.events.add("changed " + oldId + " to " + event.getSession().getId()))));
		sessions.start();
		return sessions;
	}

	static ServletContext servletContext() {
		return (ServletContext) Proxy.newProxyInstance(SessionsFixture.class.getClassLoader(),
				new Class<?>[] { ServletContext.class }, (proxy, method, arguments) -> "/shop");
	}

	HttpSessionListener lifecycleListener(String name) {
		return new HttpSessionListener() {

			@Override
			public void sessionCreated(HttpSessionEvent event) {
				SessionsFixture.this.events.add(name + " created");
			}

			@Override
			public void sessionDestroyed(HttpSessionEvent event) {
				SessionsFixture.this.events.add(name + " destroyed");
			}

		};
	}

	HttpSessionAttributeListener attributeListener() {
		return new HttpSessionAttributeListener() {

			@Override
			public void attributeAdded(HttpSessionBindingEvent event) {
				SessionsFixture.this.events.add("added " + event.getName() + "=" + event.getValue());
			}

			@Override
			public void attributeReplaced(HttpSessionBindingEvent event) {
				SessionsFixture.this.events.add("replaced " + event.getName() + "=" + event.getValue());
			}

			@Override
			public void attributeRemoved(HttpSessionBindingEvent event) {
				SessionsFixture.this.events.add("removed " + event.getName() + "=" + event.getValue());
			}

		};
	}

	Bound bound(String name) {
		return new Bound(name, this.events);
	}

	/** A value that wants to know. */
	record Bound(String name, List<String> events) implements HttpSessionBindingListener {

		@Override
		public void valueBound(HttpSessionBindingEvent event) {
			this.events.add(this.name + " bound");
		}

		@Override
		public void valueUnbound(HttpSessionBindingEvent event) {
			this.events.add(this.name + " unbound");
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
