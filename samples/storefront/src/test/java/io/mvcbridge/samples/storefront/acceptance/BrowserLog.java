package io.mvcbridge.samples.storefront.acceptance;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;

import org.openqa.selenium.WebDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a browser noted by itself: each request of each page with its answer, and what the
 * developer's console shows in red.
 */
final class BrowserLog {

	private final WebDriver driver;

	/** URLs of requests that are on their way, by the browser's id. */
	private final Map<String, String> requests = new HashMap<>();

	private final List<Reply> replies = new ArrayList<>();

	private final List<String> failures = new ArrayList<>();

	private final List<String> errors = new ArrayList<>();

	BrowserLog(WebDriver driver) {
		this.driver = driver;
	}

	/**
	 * Read what has come since the last time.
	 */
	void read() {
		for (LogEntry entry : this.driver.manage().logs().get(LogType.PERFORMANCE)) {
			JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).get("message");
			note(message.get("method").asString(), message.get("params"));
		}
		for (LogEntry entry : this.driver.manage().logs().get(LogType.BROWSER)) {
			if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
				this.errors.add(entry.getMessage());
			}
		}
	}

	private void note(String event, JsonNode params) {
		switch (event) {
			case "Network.requestWillBeSent" -> {
				if (params.has("redirectResponse")) {
					note(params.get("redirectResponse"));
				}
				this.requests.put(params.get("requestId").asString(), params.get("request").get("url").asString());
			}
			case "Network.responseReceived" -> note(params.get("response"));
			case "Network.loadingFailed" -> {
				// A page that is left cancels what it still waits for.
				if (!params.path("canceled").asBoolean(false)) {
					this.failures.add(params.get("errorText").asString() + " "
							+ this.requests.get(params.get("requestId").asString()));
				}
			}
			default -> {
				// Timing and life cycle, which no test asks for.
			}
		}
	}

	private void note(JsonNode response) {
		Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		response.get("headers")
			.properties()
			.forEach((field) -> headers.put(field.getKey(), field.getValue().asString()));
		Reply reply = new Reply(URI.create(response.get("url").asString()), response.get("status").asInt(), headers);
		if (reply.uri().getScheme().startsWith("http")) {
			this.replies.add(reply);
		}
		if (reply.status() >= 400) {
			this.failures.add(reply.status() + " " + reply.uri());
		}
	}

	/** Forget all that has come. */
	void clear() {
		read();
		this.requests.clear();
		this.replies.clear();
		this.failures.clear();
		this.errors.clear();
	}

	/** All answers, redirects among them. */
	List<Reply> replies() {
		return this.replies;
	}

	/**
	 * The requests since the last call that were answered with an error or not at all:
	 * status or Chromium's error code, and the URL.
	 */
	List<String> takeFailures() {
		List<String> taken = List.copyOf(this.failures);
		this.failures.clear();
		return taken;
	}

	/** The errors on the console since the last call. */
	List<String> takeErrors() {
		List<String> taken = List.copyOf(this.errors);
		this.errors.clear();
		return taken;
	}

	/**
	 * The answer to a request of a page.
	 *
	 * @param uri the URI of the request
	 * @param status the status code
	 * @param headers the header fields, whose names may be asked for in any case
	 */
	record Reply(URI uri, int status, Map<String, String> headers) {

	}

}
