package io.mvcbridge.spring;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Speaks HTTP/1.1 to a port of this machine: through a client, or byte for byte. */
public final class TestHttp {

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(Version.HTTP_1_1)
		.followRedirects(Redirect.NEVER)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	private TestHttp() {
	}

	public static HttpRequest.Builder request(int port, String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.timeout(Duration.ofSeconds(20));
		return (headers.length > 0) ? request.headers(headers) : request;
	}

	public static HttpResponse<String> get(int port, String path, String... headers) throws Exception {
		return send(request(port, path, headers));
	}

	public static HttpResponse<String> post(int port, String path, String body, String... headers) throws Exception {
		return send(request(port, path, headers).POST(BodyPublishers.ofString(body)));
	}

	public static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return CLIENT.send(request.build(), BodyHandlers.ofString());
	}

	public static HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) throws Exception {
		return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
	}

	public static HttpResponse<InputStream> sendForStream(HttpRequest.Builder request) throws Exception {
		return CLIENT.send(request.build(), BodyHandlers.ofInputStream());
	}

	public static CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
		return CLIENT.sendAsync(request.build(), BodyHandlers.ofString());
	}

	/**
	 * Sends bytes as they are and reads until the server closes.
	 * @param port the port
	 * @param message the bytes, as ISO-8859-1 characters; must make the server close
	 * @return the bytes that came back, as ISO-8859-1 characters
	 * @throws IOException if the connection broke
	 */
	public static String raw(int port, String message) throws IOException {
		try (Socket socket = new Socket("localhost", port)) {
			socket.setSoTimeout(20_000);
			socket.getOutputStream().write(message.getBytes(StandardCharsets.ISO_8859_1));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

}
