package io.mvcbridge.jakarta.request;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.http.RequestTarget;
import io.mvcbridge.jakarta.http.UriPolicy;
import io.mvcbridge.jakarta.session.Sessions;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletMapping;
import org.jspecify.annotations.Nullable;

/** The little of a web application that requests and responses of unit tests ask for. */
final class TestContext {

	private static final WebContext CONTEXT = create(null);

	private TestContext() {
	}

	static WebContext create() {
		return CONTEXT;
	}

	static WebContext create(@Nullable AcceleratedFolder acceleratedFolder) {
		return proxy(WebContext.class, (method, arguments) -> switch (method.getName()) {
			case "limits" -> RequestLimits.DEFAULTS;
			case "acceleratedFolder" -> acceleratedFolder;
			case "sessions" -> proxy(Sessions.class, (asked, none) -> Set.of());
			case "requestAttributeListeners" -> List.of();
			case "getContextPath" -> "";
			case "getClassLoader" -> TestContext.class.getClassLoader();
			case "charsetFor" -> charset((Locale) arguments[0]);
			case "getRequestDispatcher" -> proxy(RequestDispatcher.class, (asked, none) -> null);
			default -> null;
		});
	}

	private static @Nullable Charset charset(Locale locale) {
		return locale.equals(Locale.JAPANESE) ? Charset.forName("Shift_JIS") : null;
	}

	/** An exchange that was dispatched to a servlet. */
	static ServletExchange dispatched(TestExchange http, List<AsyncState.Step> steps) {
		return dispatched(http, steps, (output) -> {
		});
	}

	static ServletExchange dispatched(TestExchange http, List<AsyncState.Step> steps, Consumer<ResponseOutput> pacer) {
		return dispatched(http, create(), steps, pacer);
	}

	/** An exchange of an application whose files in a folder the proxy sends. */
	static ServletExchange dispatched(TestExchange http, @Nullable AcceleratedFolder acceleratedFolder) {
		return dispatched(http, create(acceleratedFolder), new ArrayList<>(), (output) -> {
		});
	}

	private static ServletExchange dispatched(TestExchange http, WebContext context, List<AsyncState.Step> steps,
			Consumer<ResponseOutput> pacer) {
		RequestTarget target = RequestTarget.parse("/a/b?x=1", UriPolicy.STRICT);
		ServletExchange exchange = new ServletExchange(http, context, target, (same, step) -> steps.add(step), pacer);
		exchange.request().enter(frame(DispatcherType.REQUEST, "/a/b", "x=1"));
		return exchange;
	}

	static DispatchFrame frame(DispatcherType type, String path, @Nullable String query) {
		return new DispatchFrame(type, path, "", path, null, query, proxy(HttpServletMapping.class, (a, b) -> null),
				servlet(path, true));
	}

	static DispatchFrame named(DispatcherType type, String name) {
		return new DispatchFrame(type, "", "", "", null, null, proxy(HttpServletMapping.class, (a, b) -> null),
				servlet(name, true), true);
	}

	static TargetServlet servlet(String name, boolean async) {
		return new TargetServlet() {

			@Override
			public WebContext context() {
				return CONTEXT;
			}

			@Override
			public String getName() {
				return name;
			}

			@Override
			public boolean isAsyncSupported() {
				return async;
			}

			@Override
			public @Nullable MultipartConfigElement getMultipartConfig() {
				return null;
			}

		};
	}

	static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@SuppressWarnings("unchecked")
	private static <T> T proxy(Class<T> type, Answer answer) {
		return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(self, method, arguments) -> (method.getDeclaringClass() == Object.class)
						? method.invoke(answer, arguments) : answer.to(method, arguments));
	}

	private interface Answer {

		@Nullable Object to(Method method, Object[] arguments);

	}

}
