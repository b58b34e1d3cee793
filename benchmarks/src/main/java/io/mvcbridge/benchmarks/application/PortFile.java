package io.mvcbridge.benchmarks.application;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Tells the driver the port that the system chose, as soon as the server listens on it: a
 * port chosen by the driver could be somebody else's by then.
 */
@Component
@ConditionalOnProperty("benchmark.port-file")
class PortFile {

	private final Path file;

	PortFile(@Value("${benchmark.port-file}") Path file) {
		this.file = file;
	}

	@EventListener
	void write(WebServerInitializedEvent event) throws IOException {
		Path whole = this.file.resolveSibling(this.file.getFileName() + ".part");
		Files.writeString(whole, Integer.toString(event.getWebServer().getPort()));
		Files.move(whole, this.file, StandardCopyOption.ATOMIC_MOVE);
	}

}
