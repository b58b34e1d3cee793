package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.nio.file.Path;

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

	private static final String USERNAME = System.getProperty("storefront.admin.username", "warehouse");

	private static final String PASSWORD = System.getProperty("storefront.admin.password", "kiln-and-wheel-9");

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
				return new Suite(new Storefront(URI.create(baseUrl), USERNAME, PASSWORD), null);
			}
			StorefrontProcess process = StorefrontProcess.start(Path.of(required("storefront.jar")),
					Path.of(required("storefront.log")), USERNAME, PASSWORD);
			return new Suite(new Storefront(process.baseUrl(), USERNAME, PASSWORD), process);
		}

		private static String required(String property) {
			String value = System.getProperty(property);
			if (value == null) {
				throw new IllegalStateException("Run the acceptance tests with ./mvnw verify, or set -D" + property
						+ ", or name a running shop with -Dstorefront.base-url");
			}
			return value;
		}

		@Override
		public void close() {
			if (this.process != null) {
				this.process.stop();
			}
		}

	}

}
