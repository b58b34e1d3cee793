package io.mvcbridge.jakarta;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.mvcbridge.core.kernel.KernelHost;
import io.mvcbridge.core.server.BridgeServer;
import io.mvcbridge.core.server.ServerSettings;
import io.mvcbridge.jakarta.deploy.Gate;
import io.mvcbridge.jakarta.deploy.TestArchive;
import io.mvcbridge.jakarta.deploy.WebArchive;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A host on a listener of its own for each test, and a directory for its archives. */
final class HostFixture implements BeforeEachCallback, AfterEachCallback {

	private ServletHost host;

	private KernelHost kernels;

	private BridgeServer server;

	private Path directory;

	private Path work;

	private int archives;

	@Override
	public void beforeEach(ExtensionContext context) throws Exception {
		Gate.reset();
		this.directory = Files.createTempDirectory("host-tests-");
		this.work = Files.createDirectory(this.directory.resolve("work"));
		this.host = new ServletHost();
		this.kernels = KernelHost.of(this.host);
		this.server = new BridgeServer(
				ServerSettings.builder().address(InetAddress.getLoopbackAddress()).port(0).eventLoops(1).build(),
				this.kernels);
		this.server.start();
	}

	@Override
	public void afterEach(ExtensionContext context) throws Exception {
		this.kernels.whenIdle().toCompletableFuture().get(20, TimeUnit.SECONDS);
		this.server.close();
		this.host.close();
		try (Stream<Path> files = Files.walk(this.directory)) {
			for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
				Files.delete(file);
			}
		}
	}

	ServletHost host() {
		return this.host;
	}

	Path directory() {
		return this.directory;
	}

	/** What deployments have unpacked and not removed. */
	List<Path> unpacked() throws IOException {
		try (Stream<Path> children = Files.list(this.work)) {
			return children.toList();
		}
	}

	/** Packs an archive into a file. */
	WebArchive pack(TestArchive archive) throws IOException {
		this.archives++;
		return WebArchive.from(archive.pack(this.directory.resolve("archive" + this.archives + ".war")))
			.workDirectory(this.work);
	}

	/** Deploys an archive, and forgets it so that nothing but the host holds it. */
	WeakReference<ClassLoader> deploy(String contextPath, TestArchive archive) throws IOException {
		return new WeakReference<>(this.host.deploy(pack(archive).contextPath(contextPath)).getClassLoader());
	}

	RawResponse get(String target, String... headers) throws IOException {
		try (RawClient client = new RawClient(this.server.port())) {
			client.send(ServletFixture.request("GET", target, headers, ""));
			return client.read();
		}
	}

	RawClient connect() throws IOException {
		return new RawClient(this.server.port());
	}

	/** Fails if something keeps a class loader whose application has ended. */
	static void assertForgotten(WeakReference<ClassLoader> classLoader) throws Exception {
		Eventually.holds("the class loader being collected", () -> {
			System.gc();
			return classLoader.get() == null;
		});
	}

}
