package io.mvcbridge.benchmarks.load;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/**
 * One request at leisure: whether a server is up and answers as it should.
 *
 * @param status of the response
 * @param body of the response
 */
public record SingleRequest(int status, byte[] body) {

	private static final int TIMEOUT_MILLIS = 20_000;

	public static SingleRequest of(int port, Endpoint endpoint) throws IOException {
		HttpURLConnection connection = open(port, endpoint.path());
		if (!endpoint.body().isEmpty()) {
			connection.setRequestMethod(endpoint.method());
			connection.setRequestProperty("Content-Type", "application/json");
			connection.setDoOutput(true);
			connection.getOutputStream().write(endpoint.body().getBytes(StandardCharsets.US_ASCII));
		}
		return answer(connection);
	}

	public static SingleRequest get(int port, String path) throws IOException {
		return answer(open(port, path));
	}

	private static HttpURLConnection open(int port, String path) throws IOException {
		URL url = new URL("http", InetAddress.getLoopbackAddress().getHostAddress(), port, path);
		HttpURLConnection connection = (HttpURLConnection) url.openConnection();
		connection.setConnectTimeout(TIMEOUT_MILLIS);
		connection.setReadTimeout(TIMEOUT_MILLIS);
		connection.setInstanceFollowRedirects(false);
		return connection;
	}

	private static SingleRequest answer(HttpURLConnection connection) throws IOException {
		int status = connection.getResponseCode();
		byte[] body = (status < 400) ? connection.getInputStream().readAllBytes() : new byte[0];
		return new SingleRequest(status, body);
	}

}
