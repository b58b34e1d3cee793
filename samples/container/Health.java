import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Health check of a container that has neither a shell nor curl: ends with 0 if the URL in the first argument
 * is answered with 200 within three seconds.
 */
class Health {

	public static void main(String[] arguments) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).timeout(Duration.ofSeconds(3)).build();
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
		System.out.println(response.statusCode() + " " + response.body());
		System.exit((response.statusCode() == 200) ? 0 : 1);
	}

}
