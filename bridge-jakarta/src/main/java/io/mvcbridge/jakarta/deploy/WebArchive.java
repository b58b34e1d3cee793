package io.mvcbridge.jakarta.deploy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import io.mvcbridge.jakarta.security.IdentityStore;
import org.jspecify.annotations.Nullable;

/**
 * A web archive (Servlet 6.1 §10.6) and how it is to be deployed: a {@code .war} file, or
 * a directory that looks like one unpacked. To be given to {@code ServletHost.deploy}, as
 * often as wanted. For one thread at a time.
 */
public final class WebArchive {

	private final Path path;

	private @Nullable String contextPath;

	private ClassLoader parentClassLoader = WebArchive.class.getClassLoader();

	private @Nullable Path workDirectory;

	private final List<Consumer<WebApplicationBuilder<?>>> customizers = new ArrayList<>();

	private WebArchive(Path path) {
		this.path = path;
	}

	/**
	 * Names an archive; it is looked at when it is deployed.
	 * @param path a {@code .war} file, which will be unpacked to a temporary directory,
	 * or a directory, which is used where it is and must not change meanwhile
	 * @return the archive
	 */
	public static WebArchive from(Path path) {
		return new WebArchive(path);
	}

	/**
	 * The context path. By default it is what {@code web.xml} says in
	 * {@code <default-context-path>}, else the name of the file or directory without
	 * {@code .war}; {@code ROOT} stands for the root.
	 * @param contextPath empty for the root, else begins with a slash and ends with none
	 * @return this archive
	 */
	public WebArchive contextPath(String contextPath) {
		this.contextPath = contextPath;
		return this;
	}

	/**
	 * Where classes come from that the archive does not have. By default this is the
	 * class loader of the container, so that what the program uses is there for its
	 * applications. It has to have the Servlet API that the container uses.
	 */
	public WebArchive parentClassLoader(ClassLoader parentClassLoader) {
		this.parentClassLoader = parentClassLoader;
		return this;
	}

	/**
	 * The directory below which a file is unpacked, made if it is not there; by default
	 * that is the temporary directory of the system.
	 */
	public WebArchive workDirectory(Path workDirectory) {
		this.workDirectory = workDirectory;
		return this;
	}

	/**
	 * Who knows the users of the application. An archive whose descriptor has a
	 * {@code <login-config>} does not start without.
	 */
	public WebArchive identityStore(IdentityStore identityStore) {
		return customize((builder) -> builder.identityStore(identityStore));
	}

	/**
	 * Configures what no descriptor can say, like limits or where sessions are stored.
	 * May be called several times.
	 * @param customizer called with the builder of the application each time when the
	 * archive is deployed, after all that the descriptors say was set
	 * @return this archive
	 */
	public WebArchive customize(Consumer<WebApplicationBuilder<?>> customizer) {
		this.customizers.add(customizer);
		return this;
	}

	/**
	 * Opens the archive: unpacks it, reads its descriptors and scans its classes. Called
	 * by the host.
	 * @return the deployment, to be closed when the application has ended
	 * @throws DeploymentException if that fails; nothing stays open then
	 */
	public Deployment open() {
		return Deployment.open(this);
	}

	Path path() {
		return this.path;
	}

	@Nullable String contextPath() {
		return this.contextPath;
	}

	ClassLoader parentClassLoader() {
		return this.parentClassLoader;
	}

	@Nullable Path workDirectory() {
		return this.workDirectory;
	}

	List<Consumer<WebApplicationBuilder<?>>> customizers() {
		return this.customizers;
	}

}
