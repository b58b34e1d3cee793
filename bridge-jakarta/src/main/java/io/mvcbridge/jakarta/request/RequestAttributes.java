package io.mvcbridge.jakarta.request;

import java.util.List;

import javax.net.ssl.SSLSession;

import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a request: those that were set, those that its dispatches imply, and
 * those of its TLS connection, looked for in the order dispatches, set, TLS.
 */
final class RequestAttributes {

	private final ServletExchange exchange;

	private final DispatchFrames frames;

	private final AttributeTable table = new AttributeTable();

	private final @Nullable SSLSession tls;

	RequestAttributes(ServletExchange exchange, DispatchFrames frames) {
		this.exchange = exchange;
		this.frames = frames;
		this.tls = exchange.http().connection().tls();
	}

	@Nullable Object get(String name) {
		if (this.frames.isConcerned(name)) {
			Object implied = this.frames.attribute(name);
			if (implied != null) {
				return implied;
			}
		}
		Object value = this.table.get(name);
		if (value == null && this.tls != null) {
			return TlsAttributes.get(this.tls, name);
		}
		return value;
	}

	List<String> names() {
		List<String> names = this.table.names();
		if (this.frames.depth() > 1) {
			this.frames.addNames(names);
		}
		if (this.tls != null) {
			TlsAttributes.addNames(this.tls, names);
		}
		return names;
	}

	void set(String name, @Nullable Object value) {
		if (value == null) {
			remove(name);
			return;
		}
		Object old = this.table.put(name, value);
		List<ServletRequestAttributeListener> listeners = listeners();
		if (!listeners.isEmpty()) {
			ServletRequestAttributeEvent event = event(name, (old != null) ? old : value);
			for (ServletRequestAttributeListener listener : listeners) {
				if (old != null) {
					listener.attributeReplaced(event);
				}
				else {
					listener.attributeAdded(event);
				}
			}
		}
	}

	void remove(String name) {
		Object old = this.table.remove(name);
		List<ServletRequestAttributeListener> listeners = listeners();
		if (old != null && !listeners.isEmpty()) {
			ServletRequestAttributeEvent event = event(name, old);
			for (ServletRequestAttributeListener listener : listeners) {
				listener.attributeRemoved(event);
			}
		}
	}

	private List<ServletRequestAttributeListener> listeners() {
		return this.exchange.context().requestAttributeListeners();
	}

	private ServletRequestAttributeEvent event(String name, Object value) {
		return new ServletRequestAttributeEvent(this.exchange.context(), this.exchange.request(), name, value);
	}

}
