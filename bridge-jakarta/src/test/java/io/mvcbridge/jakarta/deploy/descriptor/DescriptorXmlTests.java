package io.mvcbridge.jakarta.deploy.descriptor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** What is no XML, and XML that wants more than to be read. */
class DescriptorXmlTests {

	private static final String NOT_WELL_FORMED = ": The file is no well-formed XML, correct it there: ";

	@Test
	void aTagThatIsNotClosed() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app>\n<servlet>\n</web-app>"))
			.withMessageStartingWith("WEB-INF/web.xml:3" + NOT_WELL_FORMED)
			.withMessageContaining("servlet")
			.satisfies((failure) -> assertThat(failure.sources()).containsExactly(new Source("WEB-INF/web.xml", 3)));
	}

	@Test
	void anEmptyFile() {
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.readWebXml(""))
			.withMessageStartingWith("WEB-INF/web.xml:1" + NOT_WELL_FORMED);
	}

	@Test
	void textThatIsNoXml() {
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.readWebXml("web-app: shop"))
			.withMessageStartingWith("WEB-INF/web.xml:1" + NOT_WELL_FORMED);
	}

	@Test
	void somethingAfterTheRoot() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app/>\n<web-app/>"))
			.withMessageStartingWith("WEB-INF/web.xml:2" + NOT_WELL_FORMED);
	}

	@Test
	void bytesThatAreNotOfTheEncoding() {
		byte[] latin = "<?xml version='1.0' encoding='UTF-8'?>\n<web-app>\n\u00e4</web-app>"
			.getBytes(StandardCharsets.ISO_8859_1);
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> DescriptorReader.readWebXml("WEB-INF/web.xml", new ByteArrayInputStream(latin)))
			.withMessageStartingWith("WEB-INF/web.xml:")
			.withMessageContaining(NOT_WELL_FORMED);
	}

	@Test
	void theEncodingThatTheFileNamesIsUsed() throws IOException {
		byte[] latin = "<?xml version='1.0' encoding='ISO-8859-1'?><web-app><display-name>\u00e4</display-name></web-app>"
			.getBytes(StandardCharsets.ISO_8859_1);
		WebDescriptor descriptor = DescriptorReader.readWebXml("WEB-INF/web.xml", new ByteArrayInputStream(latin));
		assertThat(descriptor.displayName()).extracting(Setting::value).isEqualTo("\u00e4");
	}

	@Test
	void aFileThatCannotBeReadIsNoDescriptorError() {
		InputStream broken = new InputStream() {

			@Override
			public int read() throws IOException {
				throw new IOException("disk is gone");
			}

		};
		assertThatIOException().isThrownBy(() -> DescriptorReader.readWebXml("WEB-INF/web.xml", broken))
			.withMessage("disk is gone");
	}

	@Test
	void anExternalEntityIsNotRead(@TempDir Path folder) throws IOException {
		Path secret = Files.writeString(folder.resolve("secret.txt"), "the secret");
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.readWebXml("""
				<!DOCTYPE web-app [<!ENTITY secret SYSTEM "%s">]>
				<web-app>
				<display-name>&secret;</display-name>
				</web-app>
				""".formatted(secret.toUri())))
			.withMessageStartingWith("WEB-INF/web.xml:3" + NOT_WELL_FORMED)
			.withMessageContaining("\"secret\"")
			.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContain("the secret"));
	}

	@Test
	void anEntityInAnAttributeIsNotExpanded() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(
					() -> Descriptors.readWebXml("<!DOCTYPE web-app [<!ENTITY v '6.1'>]>\n<web-app version='&v;'/>"))
			.withMessageStartingWith("WEB-INF/web.xml:2" + NOT_WELL_FORMED);
	}

	@Test
	void entitiesThatGrowAreNotExpanded() {
		StringBuilder bomb = new StringBuilder("<!DOCTYPE web-app [<!ENTITY e0 'ha'>");
		for (int i = 1; i < 50; i++) {
			bomb.append("<!ENTITY e%d '&e%d;&e%d;&e%d;&e%d;'>".formatted(i, i - 1, i - 1, i - 1, i - 1));
		}
		bomb.append("]>\n<web-app>\n<display-name>&e49;</display-name></web-app>");
		assertThatExceptionOfType(DescriptorException.class).isThrownBy(() -> Descriptors.readWebXml(bomb.toString()))
			.withMessageStartingWith("WEB-INF/web.xml:3" + NOT_WELL_FORMED);
	}

	@Test
	void nothingIsFetched() throws IOException {
		try (ServerSocketChannel server = ServerSocketChannel.open()) {
			server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).configureBlocking(false);
			int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
			WebDescriptor descriptor = Descriptors.readWebXml(
					"""
							<!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN"
							    "http://localhost:%d/web-app_2_3.dtd" [<!ENTITY %% more SYSTEM "http://localhost:%d/more"> %%more;]>
							<web-app xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
							    xsi:noNamespaceSchemaLocation="http://localhost:%d/web-app.xsd">
							  <display-name>Shop</display-name>
							</web-app>
							"""
						.formatted(port, port, port));
			assertThat(descriptor.displayName()).extracting(Setting::value).isEqualTo("Shop");
			assertThat(descriptor.version()).hasToString("2.3");
			assertThat(server.accept()).isNull();
		}
	}

	@Test
	void elementsThatAreNestedWithoutEnd() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> Descriptors.readWebXml("<web-app>" + "<a>".repeat(100000)))
			.withMessage("WEB-INF/web.xml:1: <a> is nested too deeply; no descriptor has 50 elements in each other");
	}

	@Test
	void characterReferencesAndSectionsAreText() {
		assertThat(Descriptors.webXml("<display-name>A &amp; B <![CDATA[<C>]]> &#228;</display-name>").displayName())
			.extracting(Setting::value)
			.isEqualTo("A & B <C> \u00e4");
	}

}
