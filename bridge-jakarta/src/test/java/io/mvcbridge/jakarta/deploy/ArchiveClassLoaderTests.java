package io.mvcbridge.jakarta.deploy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

import com.example.lib.Plugin;
import com.example.shop.AbstractPlugin;
import com.example.shop.HelloServlet;
import io.mvcbridge.jakarta.ServletKernel;
import jakarta.servlet.Servlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ArchiveClassLoaderTests {

	@TempDir
	private Path directory;

	private ArchiveClassLoader classLoader;

	@BeforeEach
	void open() throws Exception {
		new TestArchive().classes(HelloServlet.class, Servlet.class, ServletKernel.class)
			.file("WEB-INF/classes/javax/sql/DataSource.class", "nonsense")
			.file("WEB-INF/classes/name.txt", "classes")
			.library("b.jar", new TestArchive().file("name.txt", "b").classes("", AbstractPlugin.class, Plugin.class))
			.library("a.jar", new TestArchive().file("name.txt", "a"))
			.explode(this.directory);
		this.classLoader = new ArchiveClassLoader("shop", ArchiveFiles.open(this.directory, null),
				getClass().getClassLoader());
	}

	@AfterEach
	void close() throws Exception {
		this.classLoader.close();
	}

	@Test
	void classesOfTheArchiveWinOverThoseOfTheParent() throws Exception {
		Class<?> own = this.classLoader.loadClass(HelloServlet.class.getName());
		assertThat(own).isNotSameAs(HelloServlet.class);
		assertThat(own.getClassLoader()).isSameAs(this.classLoader);
		assertThat(this.classLoader.loadClass(AbstractPlugin.class.getName()).getInterfaces()[0].getClassLoader())
			.isSameAs(this.classLoader);
	}

	@Test
	void whatTheContainerAndTheApplicationShareComesFromTheParent() throws Exception {
		assertThat(this.classLoader.loadClass(Servlet.class.getName())).isSameAs(Servlet.class);
		assertThat(this.classLoader.loadClass(ServletKernel.class.getName())).isSameAs(ServletKernel.class);
	}

	@Test
	void whatIsPartOfJavaCannotBeReplaced() throws Exception {
		assertThat(this.classLoader.loadClass("javax.sql.DataSource").getClassLoader())
			.isSameAs(ClassLoader.getPlatformClassLoader());
	}

	@Test
	void whatTheArchiveDoesNotHaveComesFromTheParent() throws Exception {
		assertThat(this.classLoader.loadClass(Gate.class.getName())).isSameAs(Gate.class);
		assertThatExceptionOfType(ClassNotFoundException.class)
			.isThrownBy(() -> this.classLoader.loadClass("no.such.Type"));
	}

	@Test
	void resourcesAreFoundInClassesThenInJarsByName() throws Exception {
		assertThat(Collections.list(this.classLoader.getResources("name.txt")))
			.extracting((url) -> url.toString().substring(url.toString().indexOf("WEB-INF")))
			.containsExactly("WEB-INF/classes/name.txt", "WEB-INF/lib/a.jar!/name.txt", "WEB-INF/lib/b.jar!/name.txt");
	}

	@Test
	void aJarIsNotKeptOpenByTheCacheOfTheJdk() throws Exception {
		URL resource = new URLClassLoader(new URL[] { this.directory.resolve("WEB-INF/lib/a.jar").toUri().toURL() },
				null, new UncachedJars())
			.getResource("name.txt");
		assertThat(resource.openConnection().getUseCaches()).isFalse();
		URL own = Collections.list(this.classLoader.getResources("name.txt")).get(1);
		assertThat(own.openConnection().getUseCaches()).isFalse();
		try (var content = own.openStream()) {
			assertThat(content).hasContent("a");
		}
		assertThat(new URL(own, "name.txt")).isEqualTo(own);
	}

	@Test
	void nothingIsLoadedAfterTheEnd() throws Exception {
		this.classLoader.close();
		Files.delete(this.directory.resolve("WEB-INF/lib/b.jar"));
		Class<?> parents = this.classLoader.loadClass(AbstractPlugin.class.getName());
		assertThat(parents).isSameAs(AbstractPlugin.class);
	}

}
