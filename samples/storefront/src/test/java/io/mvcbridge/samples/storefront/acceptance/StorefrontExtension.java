package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every test the same {@link Storefront}: the one that
 * {@code -Dstorefront.base-url} names, otherwise a fork of the executable jar that lives
 * as long as the whole test run.
 */
class StorefrontExtension implements ParameterResolver {

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == Storefront.class;
	}

	@Override
	public Storefront resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return context.getRoot()
			.getStore(ExtensionContext.Namespace.create(StorefrontExtension.class))
			.computeIfAbsent(Suite.class, (key) -> Suite.start(), Suite.class)
			.storefront();
	}

	/**
	 * What lives as long as the test run.
	 *
	 * @param storefront the shop
	 * @param process the process it runs in, or null if somebody else started it
	 */
	record Suite(Storefront storefront, @Nullable StorefrontProcess process) implements AutoCloseable {

		static Suite start() {
			String baseUrl = System.getProperty("storefront.base-url", "");
			if (!baseUrl.isBlank()) {
				return new Suite(
						new Storefront(URI.create(baseUrl), StorefrontProcess.USERNAME, StorefrontProcess.PASSWORD),
						null);
			}
			// Asked directly by most tests, and through a proxy by others.
			StorefrontProcess process = StorefrontProcess.launch("it")
				.arguments("--server.forward-headers-strategy=native")
				.start();
			return new Suite(process.storefront(), process);
		}

		@Override
		public void close() {
			if (this.process != null) {
				this.process.stop();
			}
		}

	}

}
