package io.mvcbridge.spring.autoconfigure;

import io.mvcbridge.core.server.ThreadKind;
import io.mvcbridge.spring.autoconfigure.BridgeProperties.Threads;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;

import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** What {@code bridge.threads=auto} means where Boot uses virtual threads. */
class ReactorNettyVirtualThreadsWebServerFactoryCustomizer
		implements WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory>, Ordered {

	private final BridgeProperties properties;

	ReactorNettyVirtualThreadsWebServerFactoryCustomizer(BridgeProperties properties) {
		this.properties = properties;
	}

	@Override
	public int getOrder() {
		return ReactorNettyWebServerFactoryCustomizer.ORDER + 1;
	}

	@Override
	public void customize(ReactorNettyServletWebServerFactory factory) {
		if (this.properties.getThreads() == Threads.AUTO) {
			factory.getServerCustomizers().add(0, (settings) -> settings.threads(ThreadKind.VIRTUAL));
		}
	}

}
