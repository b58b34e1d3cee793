package io.mvcbridge.samples.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every test the same {@link Storefront}: the one that
 * {@code -Dstorefront.base-url} names, otherwise a fork of the executable jar that lives
 * as long as the whole test run. With {@code -Dstorefront.through=nginx} every request
 * goes through the sample's nginx. A test that wants both doors takes a
 * {@link ProxiedStorefront}.
 */
class StorefrontExtension implements ParameterResolver, ExecutionCondition {

	private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
		.create(StorefrontExtension.class);

	private static final boolean THROUGH_NGINX = "nginx".equals(System.getProperty("storefront.through"));

	private static final String BASE_URL = System.getProperty("storefront.base-url", "");

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (THROUGH_NGINX && Programs.find("nginx") == null) {
			return ConditionEvaluationResult.disabled("Skipped: " + Programs.missing("nginx"));
		}
		if (THROUGH_NGINX && !BASE_URL.isBlank()) {
			return ConditionEvaluationResult
				.disabled("Skipped: nginx is put in front of a storefront that the tests start"
						+ " themselves, not of the one named by -Dstorefront.base-url");
		}
		return ConditionEvaluationResult.enabled("There is a storefront, or one can be started");
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return type == Storefront.class || type == ProxiedStorefront.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		if (parameter.getParameter().getType() == ProxiedStorefront.class) {
			return proxied(context);
		}
		return (THROUGH_NGINX) ? proxied(context).storefront() : suite(context).storefront();
	}

	private static ProxiedStorefront proxied(ExtensionContext context) {
		return context.getRoot().getStore(NAMESPACE).computeIfAbsent(ProxiedStorefront.class, (key) -> {
			StorefrontProcess process = suite(context).process();
			if (process == null) {
				throw new IllegalStateException(
						"nginx is put in front of a storefront that the tests start themselves, "
								+ "not of the one named by -Dstorefront.base-url");
			}
			return ProxiedStorefront.start(process, Path.of(System.getProperty("storefront.logs"), "nginx-it"));
		}, ProxiedStorefront.class);
	}

	private static Suite suite(ExtensionContext context) {
		return context.getRoot().getStore(NAMESPACE).computeIfAbsent(Suite.class, (key) -> Suite.start(), Suite.class);
	}

	/**
	 * What lives as long as the test run.
	 *
	 * @param storefront the shop
	 * @param process the process it runs in, or null if somebody else started it
	 */
	record Suite(Storefront storefront, @Nullable StorefrontProcess process) implements AutoCloseable {

		static Suite start() {
			if (!BASE_URL.isBlank()) {
				return new Suite(
						new Storefront(URI.create(BASE_URL), StorefrontProcess.USERNAME, StorefrontProcess.PASSWORD),
						null);
			}
			// Where the sample's nginx looks for them.
			String pictures = System.getProperty("storefront.logs") + "/pictures";
			create(Path.of(pictures));
			// No lower limit for compression: else an answer that is flushed before it is
			// known to be small is compressed, and another like it is not.
			StorefrontProcess process = StorefrontProcess.launch((THROUGH_NGINX) ? "it-nginx" : "it")
				// Ready in half the time without code that is worth it later.
				.options("-XX:TieredStopAtLevel=1")
				.arguments("--bridge.trusted-proxies=127.0.0.1", "--bridge.static.accel=/internal/",
						"--bridge.static.root=" + pictures, "--storefront.pictures.folder=" + pictures,
						"--server.compression.min-response-size=1B")
				.start();
			return new Suite(process.storefront(), process);
		}

		private static void create(Path folder) {
			try {
				Files.createDirectories(folder);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() {
			if (this.process != null) {
				this.process.stop();
			}
		}

	}

}
