package io.mvcbridge.samples.storefront.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who visits the shop: keeps the cookies it gives, fills in forms, follows
 * redirects only when told to.
 */
final class Visitor {

	private static final String BOUNDARY = "----kiln" + UUID.randomUUID();

	private static final String BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

	private final Storefront storefront;

	private final Map<String, String> cookies;

	private final Map<String, String> headers;

	Visitor(Storefront storefront) {
		this(storefront, new TreeMap<>(), new TreeMap<>());
	}

	private Visitor(Storefront storefront, Map<String, String> cookies, Map<String, String> headers) {
		this.storefront = storefront;
		this.cookies = cookies;
		this.headers = headers;
	}

	/**
	 * The same visitor at another door of the shop.
	 * @param door another way to reach the same shop
	 * @return somebody with this visitor's cookies, those to come included
	 */
	Visitor at(Storefront door) {
		return new Visitor(door, this.cookies, this.headers);
	}

	/** Send the name and the password with each request, as programs do. */
	Visitor withBasic(String username, String password) {
		byte[] credentials = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
		return withHeader("Accept", "*/*").withHeader("Authorization",
				"Basic " + Base64.getEncoder().encodeToString(credentials));
	}

	/** Send a header field with each request. */
	Visitor withHeader(String name, String value) {
		this.headers.put(name, value);
		return this;
	}

	/**
	 * Return the value of a cookie.
	 * @param name its name
	 * @return its value, or null if there is no such cookie
	 */
	@Nullable String cookie(String name) {
		return this.cookies.get(name);
	}

	void setCookie(String name, String value) {
		this.cookies.put(name, value);
	}

	Answer get(String path, String... headers) {
		return get(this.storefront.uri(path), headers);
	}

	Answer get(URI uri, String... headers) {
		return answer(request(uri, headers).GET());
	}

	Answer send(String method, String path, String... headers) {
		return answer(request(this.storefront.uri(path), headers).method(method, HttpRequest.BodyPublishers.noBody()));
	}

	Answer sendJson(String method, String path, String body, String... headers) {
		return send(method, path, body.getBytes(StandardCharsets.UTF_8), "application/json", headers);
	}

	Answer send(String method, String path, byte[] body, String contentType, String... headers) {
		return answer(request(this.storefront.uri(path), headers).header("Content-Type", contentType)
			.method(method, HttpRequest.BodyPublishers.ofByteArray(body)));
	}

	/** Get something whose body is read while it comes. */
	HttpResponse<InputStream> stream(String path, String... headers) {
		return exchange(request(this.storefront.uri(path), headers).GET().build(), BodyHandlers.ofInputStream());
	}

	/** Send a form as a browser does, to the door this visitor stands at. */
	Answer submitHere(HtmlPage.Form form) {
		return submit(new HtmlPage.Form(this.storefront.uri(form.action().getPath()), form.fields()));
	}

	/** Send a form as a browser does. */
	Answer submit(HtmlPage.Form form) {
		String body = form.fields()
			.entrySet()
			.stream()
			.map((field) -> encode(field.getKey()) + "=" + encode(field.getValue()))
			.collect(Collectors.joining("&"));
		return answer(request(form.action()).header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(body)));
	}

	/** Send a form with a file as a browser does. */
	Answer submit(HtmlPage.Form form, String fileField, String fileName, String contentType, byte[] file) {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		form.fields()
			.forEach((name, value) -> body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\""
					+ name + "\"\r\n\r\n" + value + "\r\n")
				.getBytes(StandardCharsets.UTF_8)));
		body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + fileField + "\"; filename=\""
				+ fileName + "\"\r\nContent-Type: " + contentType + "\r\n\r\n")
			.getBytes(StandardCharsets.UTF_8));
		body.writeBytes(file);
		body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
		return answer(request(form.action()).header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
			.POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
	}

	/** Go where a redirect leads. */
	Answer follow(Answer redirect) {
		return get(redirect.location());
	}

	/**
	 * Open an account.
	 * @return the e-mail address of the account
	 */
	String signUp() {
		String email = "ada-" + UUID.randomUUID() + "@example.org";
		Answer answer = submit(get("/sign-up").page()
			.form("/sign-up")
			.with(Map.of("name", "Ada Turner", "email", email, "password", Storefront.PASSWORD, "repeated",
					Storefront.PASSWORD)));
		expect(answer, 302);
		return email;
	}

	/** Log in and be sure that it worked. */
	void logIn(String username, String password) {
		Answer answer = submit(
				get("/login").page().form("/login").with(Map.of("email", username, "password", password)));
		expect(answer, 302);
		if (answer.location().toString().contains("error")) {
			throw new AssertionError(username + " could not log in: " + answer);
		}
	}

	void logOut() {
		expect(submit(get("/").page().form("/logout")), 302);
	}

	/** Put a product into the cart by the form on its page. */
	void addToCart(long productId, int quantity) {
		HtmlPage.Form form = get("/products/" + productId).page().form("/cart");
		Answer answer = submit(form.with("quantity", Integer.toString(quantity)));
		expect(answer, 302);
		expect(follow(answer), 200);
	}

	/** What the page of the cart shows: quantities by product id. */
	Map<Long, Integer> cart() {
		Map<Long, Integer> lines = new TreeMap<>();
		get("/cart").page()
			.elements("line")
			.forEach((line) -> lines.put(Long.valueOf(line.getOrDefault("data-product", "")),
					Integer.valueOf(line.getOrDefault("data-quantity", ""))));
		return lines;
	}

	/**
	 * Order what is in the cart.
	 * @return the number of the order
	 */
	String order() {
		Answer answer = submit(get("/checkout").page().form("/checkout").with(Storefront.ADDRESS));
		expect(answer, 302);
		String path = this.storefront.path(answer.location());
		if (!path.startsWith("/orders/")) {
			throw new AssertionError("Nothing was ordered: " + answer);
		}
		return path.substring("/orders/".length());
	}

	private HttpRequest.Builder request(URI uri, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(50));
		if (!this.cookies.isEmpty()) {
			request.header("Cookie",
					this.cookies.entrySet()
						.stream()
						.map((cookie) -> cookie.getKey() + "=" + cookie.getValue())
						.collect(Collectors.joining("; ")));
		}
		request.setHeader("Accept", BROWSER_ACCEPT);
		this.headers.forEach(request::setHeader);
		for (int i = 0; i < headers.length; i += 2) {
			request.setHeader(headers[i], headers[i + 1]);
		}
		return request;
	}

	private Answer answer(HttpRequest.Builder request) {
		return Answer.of(exchange(request.build(), BodyHandlers.ofByteArray()));
	}

	private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> handler) {
		try {
			HttpResponse<T> response = this.storefront.client().send(request, handler);
			response.headers().allValues("Set-Cookie").forEach(this::keep);
			return response;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(request.method() + " " + request.uri() + " failed", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(request.method() + " " + request.uri() + " was not answered in time", ex);
		}
	}

	private void keep(String header) {
		for (HttpCookie cookie : HttpCookie.parse(header)) {
			if (cookie.getMaxAge() == 0) {
				this.cookies.remove(cookie.getName());
			}
			else {
				this.cookies.put(cookie.getName(), cookie.getValue());
			}
		}
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static void expect(Answer answer, int status) {
		if (answer.status() != status) {
			throw new AssertionError("Expected " + status + " but " + answer);
		}
	}

}
