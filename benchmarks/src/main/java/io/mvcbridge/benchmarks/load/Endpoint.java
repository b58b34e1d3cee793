package io.mvcbridge.benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * What is asked for, and what the answer must be: a server that answers something else is
 * not measured.
 */
public enum Endpoint {

	/** 13 bytes of text. */
	PLAINTEXT("/plaintext", "text, 13 bytes", 1, 13, 13, "Hello, World!"),

	/** One small object. */
	JSON("/json", "JSON, 27 bytes", 1, 27, 27, "{\"message\":\"Hello, World!\"}"),

	/** An object made from a path variable and query parameters. */
	USERS("/users/42?page=2&size=13&sort=name", "path and query to JSON, 1 KB", 1, 900, 1_100, "\"sort\":\"name\""),

	/** An object that is read and written. */
	ECHO("/echo", "POST JSON, 1 KB in and out", 1, 900, 1_100, "\"sku\":\"BOWL-11\""),

	/** A template. */
	PAGE("/page", "Thymeleaf page of 20 rows", 0.5, 4_000, 5_000, "Stoneware bowl &amp; saucer no. 20"),

	/** An array. */
	BYTES("/bytes", "64 KB of bytes", 0.5, 65_536, 65_536, "abcdefghijklmnopqrstuvwxyz"),

	/** A stream. */
	STREAM("/stream", "1 MB streamed in pieces of 8 KB", 0.05, 1_048_576, 1_048_576, ""),

	/** A handler that waits. */
	SLEEP("/sleep", "20 ms blocked", 0.1, 5, 5, "slept"),

	/** A handler that never waits. */
	COMPUTE("/compute", "200 ms of CPU", 0.001, 10, 30, "computed "),

	/** A handler that reads a file of 64 MB. */
	FILE("/file", "64 MB read from a file in pieces of 64 KB", 0.01, 13, 13, "read 67108864");

	private final String path;

	private final String description;

	private final double warmUpShare;

	private final int leastLength;

	private final int greatestLength;

	private final String fragment;

	Endpoint(String path, String description, double warmUpShare, int leastLength, int greatestLength,
			String fragment) {
		this.path = path;
		this.description = description;
		this.warmUpShare = warmUpShare;
		this.leastLength = leastLength;
		this.greatestLength = greatestLength;
		this.fragment = fragment;
	}

	/** The name on command lines and in reports. */
	public String label() {
		return name().toLowerCase(Locale.ROOT);
	}

	public String description() {
		return this.description;
	}

	public String path() {
		return this.path;
	}

	/** The length that the shortest right answer has. */
	public int leastLength() {
		return this.leastLength;
	}

	public String method() {
		return (this == ECHO) ? "POST" : "GET";
	}

	/** The JSON that is sent, empty where nothing is. */
	public String body() {
		if (this != ECHO) {
			return "";
		}
		String items = IntStream.rangeClosed(1, 11)
			.mapToObj((i) -> "{\"sku\":\"BOWL-%02d\",\"name\":\"Stoneware bowl no. %02d\",\"quantity\":%d,\"cents\":%d}"
				.formatted(i, i, i, 1_800 + i * 25))
			.collect(Collectors.joining(","));
		return "{\"id\":42,\"customer\":\"Margaret Hamilton\",\"note\":\"Please ring twice, the bell is faint.\",\"items\":["
				+ items + "]}";
	}

	/** Of so many warm-up requests for a small endpoint, how many this one gets. */
	public int warmUpRequests(int requests) {
		return (int) Math.ceil(requests * this.warmUpShare);
	}

	/** The whole request as it goes over the wire; the same head as {@code wrk} sends. */
	public byte[] request(int port) {
		String body = body();
		String fields = body.isEmpty() ? ""
				: "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
		return (method() + " " + this.path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + fields + "\r\n" + body)
			.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Looks at an answer.
	 * @throws BenchmarkException if it is not the one that this endpoint gives
	 */
	public void verify(int status, byte[] body, String server) {
		String what = null;
		if (status != 200) {
			what = "status " + status;
		}
		else if (body.length < this.leastLength || body.length > this.greatestLength) {
			what = body.length + " bytes instead of " + this.leastLength + " to " + this.greatestLength;
		}
		else if (!new String(body, StandardCharsets.UTF_8).contains(this.fragment)) {
			what = "a body without '" + this.fragment + "'";
		}
		if (what != null) {
			throw new BenchmarkException(server + " answers " + this.path + " with " + what
					+ ": it does not do the work that is to be measured");
		}
	}

	/**
	 * The endpoints of these labels, in their order.
	 * @throws BenchmarkException if there is none of a label
	 */
	public static List<Endpoint> of(List<String> labels) {
		return labels.stream().map(Endpoint::of).toList();
	}

	public static Endpoint of(String label) {
		return Arrays.stream(values())
			.filter((endpoint) -> endpoint.label().equals(label))
			.findFirst()
			.orElseThrow(() -> new BenchmarkException("No endpoint is named '" + label + "'; there are "
					+ Arrays.stream(values()).map(Endpoint::label).collect(Collectors.joining(", "))));
	}

}
