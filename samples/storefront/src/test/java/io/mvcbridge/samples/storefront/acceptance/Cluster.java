package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Two storefronts on one database, behind one nginx.
 */
final class Cluster implements AutoCloseable {

	private final String name;

	private final DatabaseProcess database;

	private final Path folder;

	private final StorefrontProcess[] instances = new StorefrontProcess[2];

	private final Nginx nginx;

	/**
	 * Start both at the same moment, on a database that is empty.
	 * @param name tells their logs from those of others
	 * @param database the database, which this closes
	 * @param folder an empty folder
	 */
	Cluster(String name, DatabaseProcess database, Path folder) {
		this.name = name;
		this.database = database;
		this.folder = folder;
		CompletableFuture<StorefrontProcess> second = CompletableFuture.supplyAsync(() -> launch(1, 0));
		this.instances[0] = launch(0, 0);
		this.instances[1] = second.join();
		this.nginx = Nginx.start(folder, this.instances[0].port(), this.instances[1].port());
	}

	private StorefrontProcess launch(int index, int port) {
		return StorefrontProcess.launch(this.name + "-" + (index + 1))
			// What lives for a minute is ready sooner without code that is worth it
			// later.
			.options("-XX:TieredStopAtLevel=1")
			.arguments("--server.port=" + port, "--storefront.pictures.folder=" + this.folder.resolve("pictures"))
			.arguments(this.database.arguments().toArray(String[]::new))
			.start();
	}

	/** One of the two, asked directly. */
	Storefront instance(int index) {
		return this.instances[index].storefront();
	}

	StorefrontProcess process(int index) {
		return this.instances[index];
	}

	/** The shop as visitors know it. */
	Storefront storefront() {
		return this.nginx.storefront();
	}

	/** Start those that have ended again, each on the port it had. */
	void startAgain() {
		for (int i = 0; i < this.instances.length; i++) {
			if (!this.instances[i].isRunning()) {
				this.instances[i] = launch(i, this.instances[i].port());
			}
		}
	}

	@Override
	public void close() {
		try (DatabaseProcess database = this.database;
				StorefrontProcess first = this.instances[0];
				StorefrontProcess second = this.instances[1];
				Nginx nginx = this.nginx) {
			// Each is closed, the last one first.
		}
	}

}
