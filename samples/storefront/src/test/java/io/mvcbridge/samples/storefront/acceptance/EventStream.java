package io.mvcbridge.samples.storefront.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Server-sent events, read one by one as they come.
 */
final class EventStream implements AutoCloseable {

	private final HttpResponse<InputStream> response;

	private final BufferedReader reader;

	EventStream(HttpResponse<InputStream> response) {
		this.response = response;
		this.reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
	}

	HttpResponse<InputStream> response() {
		return this.response;
	}

	/**
	 * Wait for the next event. Comments are passed over.
	 * @return the event, or null after the last one
	 */
	@Nullable Event next() {
		String id = "";
		String name = "";
		String data = "";
		try {
			for (String line = this.reader.readLine(); line != null; line = this.reader.readLine()) {
				if (line.startsWith("id:")) {
					id = line.substring(3).strip();
				}
				else if (line.startsWith("event:")) {
					name = line.substring(6).strip();
				}
				else if (line.startsWith("data:")) {
					data += line.substring(5).strip();
				}
				else if (line.isEmpty() && !data.isEmpty()) {
					return new Event(Long.parseLong(id), name, data);
				}
			}
			return null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Leave before the end, as a browser does whose window is closed. */
	@Override
	public void close() {
		try {
			this.response.body().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * An event.
	 *
	 * @param id what a browser sends as {@code Last-Event-ID} when it comes back
	 * @param name the name of the event
	 * @param data its data
	 */
	record Event(long id, String name, String data) {

	}

}
