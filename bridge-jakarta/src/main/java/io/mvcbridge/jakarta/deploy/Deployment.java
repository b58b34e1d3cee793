package io.mvcbridge.jakarta.deploy;

import java.io.Closeable;
import java.io.IOException;

import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import io.mvcbridge.jakarta.deploy.descriptor.DescriptorException;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.UndeclaredRoles;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import io.mvcbridge.jakarta.deploy.scan.Initializers;
import io.mvcbridge.jakarta.deploy.scan.ScanException;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web archive that is open: its files, its class loader, and all that its descriptors
 * and annotations say. An application is built from it; it is closed when that has ended,
 * or could not start.
 */
public final class Deployment implements Closeable {

	private static final Logger logger = LoggerFactory.getLogger(Deployment.class);

	private final WebArchive archive;

	private final ArchiveFiles files;

	private final ArchiveClassLoader classLoader;

	private final ArchiveContents contents;

	private final String contextPath;

	private Deployment(WebArchive archive, ArchiveFiles files, ArchiveClassLoader classLoader, ArchiveContents contents,
			String contextPath) {
		this.archive = archive;
		this.files = files;
		this.classLoader = classLoader;
		this.contents = contents;
		this.contextPath = contextPath;
	}

	static Deployment open(WebArchive archive) {
		requireScanner(archive);
		ArchiveFiles files = null;
		ArchiveClassLoader classLoader = null;
		Deployment deployment = null;
		try {
			files = ArchiveFiles.open(archive.path(), archive.workDirectory());
			classLoader = new ArchiveClassLoader(archive.path().getFileName().toString(), files,
					archive.parentClassLoader());
			ArchiveContents contents = ArchiveContents.read(files, classLoader);
			for (String warning : UndeclaredRoles.warnings(contents.descriptor())) {
				logger.warn("{}: {}", archive.path(), warning);
			}
			deployment = new Deployment(archive, files, classLoader, contents,
					contextPath(archive, contents.descriptor()));
			return deployment;
		}
		catch (IOException | DescriptorException | ScanException ex) {
			throw new DeploymentException(archive.path() + " cannot be deployed: " + ex.getMessage(), ex);
		}
		finally {
			if (deployment == null) {
				close(classLoader, files);
			}
		}
	}

	private static void requireScanner(WebArchive archive) {
		try {
			Class.forName("org.jboss.jandex.Indexer", false, Deployment.class.getClassLoader());
		}
		catch (ClassNotFoundException ex) {
			throw new DeploymentException(
					archive.path() + " cannot be deployed: the library that scans its classes is not "
							+ "there. Add io.smallrye:jandex to the class path of the container",
					ex);
		}
	}

	private static String contextPath(WebArchive archive, WebDescriptor descriptor) {
		if (archive.contextPath() != null) {
			return archive.contextPath();
		}
		Setting<String> declared = descriptor.defaultContextPath();
		if (declared != null) {
			return declared.value().equals("/") ? "" : declared.value();
		}
		String name = archive.path().getFileName().toString();
		String base = name.endsWith(".war") ? name.substring(0, name.length() - 4) : name;
		return base.equals("ROOT") ? "" : "/" + base;
	}

	/** The context path under which the archive is to be deployed. */
	public String contextPath() {
		return this.contextPath;
	}

	/**
	 * Configures the application of the archive.
	 * @param builder a builder that nothing was set in
	 */
	public void configure(WebApplicationBuilder<?> builder) {
		builder.contextPath(this.contextPath)
			.classLoader(this.classLoader)
			.documentRoot(this.files.root())
			.resourceJars(this.contents.resourceJars())
			.registerDefaultServlet(true)
			.startWithoutUnavailableServlets(true)
			.sessionAccessedByEveryRequest(true);
		WebDescriptor descriptor = this.contents.descriptor();
		new DescriptorSettings(descriptor, this.classLoader).apply(builder);
		new DescriptorSecurity(descriptor).apply(builder);
		builder.declarations(new DescriptorComponents(descriptor, this.contents.orderedLibraries(), this.classLoader));
		for (Initializers.Found found : this.contents.initializers()) {
			builder.initializer((context) -> found.initializer().onStartup(found.classes(), context));
		}
		this.archive.customizers().forEach((customizer) -> customizer.accept(builder));
		if (!builder.contextPath().equals(this.contextPath) || builder.classLoader() != this.classLoader) {
			throw new DeploymentException(this.archive.path()
					+ " cannot be deployed: a customizer has changed the context "
					+ "path or the class loader of its builder. Use contextPath and parentClassLoader of WebArchive",
					null);
		}
	}

	/**
	 * Says that the application could not be started.
	 * @param cause what it threw
	 * @return the exception to throw
	 */
	public DeploymentException failure(Throwable cause) {
		if (cause instanceof DeploymentException known) {
			return known;
		}
		String message = (cause instanceof DescriptorException || cause instanceof ScanException
				|| cause instanceof ServletException) ? String.valueOf(cause.getMessage()) : cause.toString();
		return new DeploymentException(
				this.archive.path() + " did not start under '" + this.contextPath + "': " + message, cause);
	}

	/**
	 * Closes the class loader and removes what was unpacked. The application must have
	 * ended.
	 */
	@Override
	public void close() {
		close(this.classLoader, this.files);
	}

	private static void close(@Nullable ArchiveClassLoader classLoader, @Nullable ArchiveFiles files) {
		try {
			if (classLoader != null) {
				classLoader.close();
			}
		}
		catch (IOException ex) {
			logger.warn("The jars of {} could not be closed", classLoader, ex);
		}
		finally {
			if (files != null) {
				files.close();
			}
		}
	}

	@Override
	public String toString() {
		return this.archive.path() + " under '" + this.contextPath + "'";
	}

}
