package io.mvcbridge.jakarta.context;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.ServletException;

/** Makes contexts without a kernel, and destroys them. */
final class TestApplication extends WebApplicationBuilder<TestApplication> implements AutoCloseable {

	/** What components of the test write down. */
	final List<String> events = new ArrayList<>();

	private final List<WebApplication> made = new ArrayList<>();

	TestApplication clock(InstantSource clock) {
		this.clock = clock;
		return this;
	}

	BridgeServletContext make() throws ServletException {
		BridgeServletContext context = (BridgeServletContext) initialize();
		this.made.add(context);
		return context;
	}

	@Override
	public void close() {
		this.made.forEach(WebApplication::destroy);
	}

}
