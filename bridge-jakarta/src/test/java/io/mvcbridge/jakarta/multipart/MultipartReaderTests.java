package io.mvcbridge.jakarta.multipart;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.mvcbridge.jakarta.http.ContentType;
import io.mvcbridge.jakarta.http.Parameters;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import jakarta.servlet.MultipartConfigElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

class MultipartReaderTests {

	private static final ContentType CONTENT_TYPE = ContentType.parse("multipart/form-data; boundary=XX");

	@TempDir
	Path temp;

	private MultipartConfigElement config = new MultipartConfigElement("");

	private int maxParts = 50;

	private int maxPartHeaderSize = 512;

	private MultipartForm read(String body) throws IOException {
		return read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
	}

	private MultipartForm read(InputStream body) throws IOException {
		return new MultipartReader(this.config, this.maxParts, this.maxPartHeaderSize, this.temp).read(body,
				CONTENT_TYPE, -1, StandardCharsets.UTF_8);
	}

	private static String field(String name, String value) {
		return "--XX\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
	}

	private static String file(String name, String fileName, String content) {
		return "--XX\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
				+ "\"\r\nContent-Type: text/plain\r\n\r\n" + content + "\r\n";
	}

	private static String content(BridgePart part) throws IOException {
		return part.text(StandardCharsets.UTF_8);
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> files = Files.list(this.temp)) {
			return files.toList();
		}
	}

	private void assertRejected(int status, String body, String message) {
		assertThatExceptionOfType(RequestRejectedException.class).isThrownBy(() -> read(body))
			.withMessageContaining(message)
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(status));
	}

	@Test
	void fieldHasNameAndContent() throws IOException {
		try (MultipartForm form = read(field("a", "1") + "--XX--\r\n")) {
			BridgePart part = form.parts().get(0);
			assertThat(form.parts()).hasSize(1);
			assertThat(part.getName()).isEqualTo("a");
			assertThat(part.isField()).isTrue();
			assertThat(part.getSubmittedFileName()).isNull();
			assertThat(part.getContentType()).isNull();
			assertThat(part.getSize()).isEqualTo(1);
			assertThat(content(part)).isEqualTo("1");
		}
	}

	@Test
	void fileHasNameTypeAndContent() throws IOException {
		try (MultipartForm form = read(file("doc", "a.txt", "hello") + "--XX--")) {
			BridgePart part = form.parts().get(0);
			assertThat(part.getName()).isEqualTo("doc");
			assertThat(part.isField()).isFalse();
			assertThat(part.getSubmittedFileName()).isEqualTo("a.txt");
			assertThat(part.getContentType()).isEqualTo("text/plain");
			assertThat(part.getSize()).isEqualTo(5);
			assertThat(content(part)).isEqualTo("hello");
		}
	}

	@Test
	void partsKeepTheirOrder() throws IOException {
		try (MultipartForm form = read(field("b", "1") + file("a", "x", "2") + field("b", "3") + "--XX--")) {
			assertThat(form.parts()).extracting(BridgePart::getName).containsExactly("b", "a", "b");
		}
	}

	@Test
	void formWithoutPartsIsEmpty() throws IOException {
		try (MultipartForm form = read("--XX--\r\n")) {
			assertThat(form.parts()).isEmpty();
		}
	}

	@Test
	void preambleAndEpilogueAreLeftOut() throws IOException {
		try (MultipartForm form = read("preamble\r\n" + field("a", "1") + "--XX--\r\nepilogue --XX\r\n")) {
			assertThat(form.parts()).hasSize(1);
			assertThat(content(form.parts().get(0))).isEqualTo("1");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\r", "\n", "\r\n", "\rabc", "abc\r", "abc\r\n", "\r\n\r\n", "-", "--", "--X",
			"\r\n--X", "\r\n-", "\r\n--", "\r\n--X\r\n--XY--X", "--XX", "x--XX", "\r--XX--\r", "\r\n\r\n--X" })
	void contentThatResemblesABoundaryIsKept(String content) throws IOException {
		try (MultipartForm form = read(file("a", "f", content) + field("b", "2") + "--XX--")) {
			assertThat(content(form.parts().get(0))).isEqualTo(content);
			assertThat(content(form.parts().get(1))).isEqualTo("2");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 5, 7, 4095, 4096, 4097, 8191, 8192, 8193 })
	void boundaryMayBeSplitAcrossChunks(int chunk) throws IOException {
		String content = "\r" + "x".repeat(20_000) + "\r\n--X\r";
		byte[] body = (file("a", "f", content) + field("b", "\r2") + "--XX--").getBytes(StandardCharsets.UTF_8);
		try (MultipartForm form = read(new ChunkedInputStream(body, chunk))) {
			assertThat(content(form.parts().get(0))).isEqualTo(content);
			assertThat(content(form.parts().get(1))).isEqualTo("\r2");
		}
	}

	@Test
	void boundaryMayBeQuotedAndLong() throws IOException {
		String boundary = "a b:c/d?e=f,g" + "-".repeat(60);
		ContentType contentType = ContentType.parse("multipart/form-data; boundary=\"" + boundary + "\"");
		String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--" + boundary + "--";
		MultipartReader reader = new MultipartReader(this.config, -1, -1, this.temp);
		try (MultipartForm form = reader.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
				contentType, body.length(), StandardCharsets.UTF_8)) {
			assertThat(content(form.parts().get(0))).isEqualTo("1");
		}
	}

	@Test
	void partWithoutANameIsLeftOut() throws IOException {
		String nameless = "--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n";
		String attachment = "--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n";
		String other = "--XX\r\nX-Other: a\r\n\r\nx\r\n";
		try (MultipartForm form = read(nameless + attachment + other + field("b", "1") + "--XX--")) {
			assertThat(form.parts()).extracting(BridgePart::getName).containsExactly("b");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			filename="a.txt"                                    | a.txt
			filename=a.txt                                      | a.txt
			filename="a b.txt"                                  | a b.txt
			filename="a;b=c.txt"                                | a;b=c.txt
			filename="a\\"b.txt"                                | a"b.txt
			filename="a%22b.txt"                                | a%22b.txt
			filename="C:\\docs\\a.txt"                          | C:\\docs\\a.txt
			filename="../../etc/passwd"                         | ../../etc/passwd
			filename=""                                         | ``
			filename                                            | ``
			filename="é中.txt"                                  | é中.txt
			FILENAME="a.txt"                                    | a.txt
			filename="a.txt"; filename*=UTF-8''%E4%B8%AD.txt    | 中.txt
			filename*=UTF-8''%E4%B8%AD.txt; filename="a.txt"    | 中.txt
			filename*=utf-8'en'a%20b.txt                        | a b.txt
			filename*="UTF-8''%E4%B8%AD.txt"                    | 中.txt
			filename*=iso-8859-1''%E9.txt                       | é.txt
			filename="a.txt"; filename*=klingon''x.txt          | a.txt
			filename="a.txt"; filename*="UTF-8'x"               | a.txt
			filename="a.txt"; filename*=UTF-8''%zz              | a.txt
			filename="a.txt"; filename*=UTF-8''%                | a.txt
			""")
	void fileNameIsAsSent(String parameter, String fileName) throws IOException {
		String header = "--XX\r\ncontent-disposition: Form-Data; name=\"f\"; " + parameter + "\r\n\r\nx\r\n--XX--";
		try (MultipartForm form = read(header)) {
			assertThat(form.parts().get(0).getSubmittedFileName()).isEqualTo(fileName);
			assertThat(form.parts().get(0).isField()).isFalse();
		}
	}

	@Test
	void fileNameIsReadInTheCharsetOfTheRequest() throws IOException {
		MultipartReader reader = new MultipartReader(this.config, -1, -1, this.temp);
		byte[] body = (file("f", "é.txt", "x") + "--XX--").getBytes(StandardCharsets.ISO_8859_1);
		try (MultipartForm form = reader.read(new ByteArrayInputStream(body), CONTENT_TYPE, -1,
				StandardCharsets.ISO_8859_1)) {
			assertThat(form.parts().get(0).getSubmittedFileName()).isEqualTo("é.txt");
		}
	}

	@Test
	void headersOfAPartAreFoundInAnyCase() throws IOException {
		try (MultipartForm form = read("--XX\r\nContent-Disposition: form-data; name=a\r\nX-One: 1\r\nx-one:2\r\n"
				+ "X-Folded: a\r\n\tb\r\nnonsense\r\n\r\nx\r\n--XX--")) {
			BridgePart part = form.parts().get(0);
			assertThat(part.getHeader("x-ONE")).isEqualTo("1");
			assertThat(part.getHeaders("X-one")).containsExactly("1", "2");
			assertThat(part.getHeader("X-Folded")).isEqualTo("a b");
			assertThat(part.getHeader("X-None")).isNull();
			assertThat(part.getHeaders("X-None")).isEmpty();
			assertThat(part.getHeaderNames()).containsExactly("Content-Disposition", "X-One", "X-Folded");
		}
	}

	@Test
	void missingBoundaryIsRefused() {
		MultipartReader reader = new MultipartReader(this.config, -1, -1, this.temp);
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> reader.read(InputStream.nullInputStream(), ContentType.parse("multipart/form-data"), 0,
					StandardCharsets.UTF_8))
			.withMessage("The multipart content type 'multipart/form-data' names no boundary")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "--XX", "--XX\r\n", "--XX\r\nContent-Disposition: form-data; name=a",
			"--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n",
			"--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nabc",
			"--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nabc\r\n--XX",
			"--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nabc\r\n--XX-",
			"--YY\r\nContent-Disposition: form-data; name=a\r\n\r\nabc\r\n--YY--" })
	void bodyThatEndsTooEarlyIsRefused(String body) {
		assertRejected(400, body, "ends before its closing boundary");
	}

	@Test
	void partWithoutAHeaderIsRefused() {
		assertRejected(400, "--XX\r\n\r\nx\r\n" + field("a", "1") + "--XX--", "has a part without a header");
	}

	@Test
	void nonsenseBehindABoundaryIsRefused() {
		assertRejected(400, "--XX--\r\n".replace("XX--", "XXnonsense"), "is malformed behind a boundary");
	}

	@Test
	void failureOfTheBodyComesOutAsItIs() {
		byte[] body = file("a", "f", "x".repeat(10_000)).getBytes(StandardCharsets.UTF_8);
		ClientAbortException abort = new ClientAbortException("gone", null);
		InputStream broken = new FilterInputStream(new ByteArrayInputStream(body)) {

			@Override
			public int read(byte[] target, int offset, int length) throws IOException {
				int read = super.read(target, offset, Math.min(length, 100));
				if (read < 0) {
					throw abort;
				}
				return read;
			}

		};
		assertThatIOException().isThrownBy(() -> read(broken)).isSameAs(abort);
	}

	@Test
	void failureOfTheBodyInsideAHeaderComesOutAsItIs() {
		ClientAbortException abort = new ClientAbortException("gone", null);
		InputStream broken = new FilterInputStream(new ByteArrayInputStream("--XX\r\nContent".getBytes())) {

			@Override
			public int read(byte[] target, int offset, int length) throws IOException {
				int read = super.read(target, offset, length);
				if (read < 0) {
					throw abort;
				}
				return read;
			}

		};
		assertThatIOException().isThrownBy(() -> read(broken)).isSameAs(abort);
	}

	@Test
	void morePartsThanAllowedAreRefused() throws IOException {
		this.maxParts = 2;
		String two = field("a", "1") + field("b", "2");
		read(two + "--XX--").close();
		assertRejected(413, two + field("c", "3") + "--XX--",
				"The part count of the multipart request exceeds the limit of 2 parts");
	}

	@Test
	void partsWithoutANameCountTowardsTheLimit() {
		this.maxParts = 2;
		assertRejected(413, "--XX\r\nX: y\r\n\r\n\r\n".repeat(3) + "--XX--", "The part count");
	}

	@Test
	void longerPartHeaderThanAllowedIsRefused() throws IOException {
		this.maxPartHeaderSize = 100;
		read(file("a", "b", "x".repeat(1000)) + "--XX--").close();
		assertRejected(413, file("a", "b".repeat(100), "x") + "--XX--",
				"The header size of a part exceeds the limit of 100 bytes");
	}

	@Test
	void largerPartThanAllowedIsRefused() throws IOException {
		this.config = new MultipartConfigElement("", 10, -1, 0);
		read(file("a", "f", "x".repeat(10)) + "--XX--").close();
		assertRejected(413, file("a", "f", "x".repeat(11)) + "--XX--",
				"The size of the part 'a' exceeds the maximum of 10 bytes");
	}

	@Test
	void largerRequestThanAllowedIsRefusedWhileItIsRead() throws IOException {
		String body = file("a", "f", "x".repeat(5000)) + "--XX--";
		this.config = new MultipartConfigElement("", -1, body.length(), 0);
		read(body).close();
		this.config = new MultipartConfigElement("", -1, body.length() - 1, 0);
		assertRejected(413, body, "The size of the multipart request exceeds the maximum of");
	}

	@Test
	void requestThatDeclaresItselfTooLargeIsRefusedUnread() {
		MultipartReader reader = new MultipartReader(new MultipartConfigElement("", -1, 100, 0), -1, -1, this.temp);
		InputStream unread = new InputStream() {

			@Override
			public int read() {
				throw new AssertionError("was read");
			}

		};
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> reader.read(unread, CONTENT_TYPE, 101, StandardCharsets.UTF_8))
			.withMessage("The size of the multipart request exceeds the maximum of 100 bytes (maxRequestSize)")
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(413));
	}

	@Test
	void fileBeyondTheThresholdGoesToDisk() throws IOException {
		this.config = new MultipartConfigElement("", -1, -1, 10);
		try (MultipartForm form = read(file("a", "f", "x".repeat(10)) + "--XX--")) {
			assertThat(files()).isEmpty();
			assertThat(content(form.parts().get(0))).isEqualTo("x".repeat(10));
		}
		try (MultipartForm form = read(file("a", "f", "x".repeat(11)) + "--XX--")) {
			assertThat(files()).hasSize(1);
			assertThat(content(form.parts().get(0))).isEqualTo("x".repeat(11));
		}
		assertThat(files()).isEmpty();
	}

	@Test
	void emptyFileNeedsNoDisk() throws IOException {
		try (MultipartForm form = read(file("a", "", "") + "--XX--")) {
			assertThat(files()).isEmpty();
			assertThat(form.parts().get(0).getSize()).isZero();
			assertThat(content(form.parts().get(0))).isEmpty();
		}
	}

	@Test
	void smallFieldStaysInMemoryWhateverTheThreshold() throws IOException {
		this.config = new MultipartConfigElement("", -1, -1, 0);
		try (MultipartForm form = read(field("a", "x".repeat(8 * 1024)) + "--XX--")) {
			assertThat(files()).isEmpty();
			assertThat(form.parts().get(0).getSize()).isEqualTo(8 * 1024);
		}
	}

	@Test
	void largeFieldGoesToDiskAndComesBack() throws IOException {
		String value = "äöü".repeat(20_000);
		try (MultipartForm form = read(field("a", value) + "--XX--")) {
			assertThat(files()).hasSize(1);
			Parameters parameters = new Parameters(-1);
			form.addFieldsTo(parameters, StandardCharsets.UTF_8, -1);
			assertThat(parameters.get("a")).isEqualTo(value);
		}
	}

	@Test
	void filesGoToTheConfiguredLocation() throws IOException {
		this.config = new MultipartConfigElement("uploads/here");
		try (MultipartForm form = read(file("a", "f", "x") + "--XX--")) {
			assertThat(form.parts().get(0).storage().file()).hasParent(this.temp.resolve("uploads/here"));
		}
	}

	@Test
	void absoluteLocationIsTakenAsItIs() throws IOException {
		Path location = this.temp.resolve("elsewhere");
		MultipartReader reader = new MultipartReader(new MultipartConfigElement(location.toString()), -1, -1,
				Path.of("/nowhere"));
		byte[] body = (file("a", "f", "x") + "--XX--").getBytes(StandardCharsets.UTF_8);
		try (MultipartForm form = reader.read(new ByteArrayInputStream(body), CONTENT_TYPE, -1,
				StandardCharsets.UTF_8)) {
			assertThat(form.parts().get(0).storage().file()).hasParent(location);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "--XX\r\nContent-Disposition: form-data; name=b; filename=g\r\n\r\nabc",
			"--XXnonsense\r\n", "--XX\r\nContent-Disposition: form-data; name=b; filename=g\r\nX: " })
	void noFileIsLeftWhenABodyIsRefused(String rest) throws IOException {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> read(file("a", "f", "x".repeat(20_000)) + rest));
		assertThat(files()).isEmpty();
	}

	@Test
	void noFileIsLeftWhenAPartIsTooLarge() throws IOException {
		this.config = new MultipartConfigElement("", 20_000, -1, 0);
		assertRejected(413, file("a", "f", "x".repeat(20_000)) + file("b", "g", "x".repeat(20_001)) + "--XX--",
				"The size of the part 'b'");
		assertThat(files()).isEmpty();
	}

	@Test
	void closeDeletesAllFiles() throws IOException {
		MultipartForm form = read(file("a", "f", "1") + file("b", "g", "2") + "--XX--");
		assertThat(files()).hasSize(2);
		form.close();
		assertThat(files()).isEmpty();
	}

	@Test
	void closeTwiceIsHarmless() throws IOException {
		MultipartForm form = read(file("a", "f", "1") + "--XX--");
		form.close();
		form.close();
		assertThat(files()).isEmpty();
	}

	@Test
	void partOfAClosedFormSaysWhy() throws IOException {
		MultipartForm form = read(file("a", "f", "1") + field("b", "2") + "--XX--");
		form.close();
		for (BridgePart part : form.parts()) {
			assertThatIOException().isThrownBy(part::getInputStream).withMessageContaining("their request ends");
			assertThatIOException().isThrownBy(() -> part.write("x")).withMessageContaining("their request ends");
		}
	}

	@Test
	void deleteRemovesTheFileOfOnePart() throws IOException {
		try (MultipartForm form = read(file("a", "f", "1") + file("b", "g", "2") + "--XX--")) {
			form.parts().get(0).delete();
			assertThat(files()).hasSize(1);
			assertThat(content(form.parts().get(1))).isEqualTo("2");
		}
	}

	@Test
	void contentCanBeReadMoreThanOnce() throws IOException {
		try (MultipartForm form = read(file("a", "f", "1") + field("b", "2") + "--XX--")) {
			for (BridgePart part : form.parts()) {
				assertThat(content(part)).isEqualTo(content(part)).isNotEmpty();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100 })
	void relativeNameIsWrittenBelowTheLocation(int threshold) throws IOException {
		this.config = new MultipartConfigElement("", -1, -1, threshold);
		try (MultipartForm form = read(file("a", "f", "hello") + "--XX--")) {
			form.parts().get(0).write("saved.txt");
			assertThat(this.temp.resolve("saved.txt")).hasContent("hello");
		}
		assertThat(files()).containsExactly(this.temp.resolve("saved.txt"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100 })
	void absoluteNameIsTakenAsItIs(int threshold) throws IOException {
		this.config = new MultipartConfigElement("in", -1, -1, threshold);
		Path target = this.temp.resolve("saved.txt");
		try (MultipartForm form = read(file("a", "f", "hello") + "--XX--")) {
			form.parts().get(0).write(target.toString());
		}
		assertThat(target).hasContent("hello");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100 })
	void existingFileIsReplaced(int threshold) throws IOException {
		this.config = new MultipartConfigElement("", -1, -1, threshold);
		Files.writeString(this.temp.resolve("saved.txt"), "something longer than before");
		try (MultipartForm form = read(file("a", "f", "hello") + "--XX--")) {
			form.parts().get(0).write("saved.txt");
			assertThat(this.temp.resolve("saved.txt")).hasContent("hello");
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100 })
	void contentStaysReadableAfterItWasWritten(int threshold) throws IOException {
		this.config = new MultipartConfigElement("", -1, -1, threshold);
		try (MultipartForm form = read(file("a", "f", "hello") + "--XX--")) {
			BridgePart part = form.parts().get(0);
			part.write("one.txt");
			part.write("two.txt");
			part.write("two.txt");
			assertThat(content(part)).isEqualTo("hello");
			assertThat(this.temp.resolve("one.txt")).hasContent("hello");
			assertThat(this.temp.resolve("two.txt")).hasContent("hello");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "../saved.txt", "a/../../saved.txt", "..", "../in2/x" })
	void relativeNameMustNotLeaveTheLocation(String fileName) throws IOException {
		this.config = new MultipartConfigElement("in");
		try (MultipartForm form = read(file("a", "f", "hello") + "--XX--")) {
			assertThatIOException().isThrownBy(() -> form.parts().get(0).write(fileName))
				.withMessageContaining("leaves the upload location");
			assertThat(this.temp.resolve("saved.txt")).doesNotExist();
		}
	}

	@Test
	void fieldsBecomeParametersAndFilesDoNot() throws IOException {
		try (MultipartForm form = read(field("a", "1") + file("f", "x", "2") + field("a", "3") + "--XX--")) {
			Parameters parameters = new Parameters(-1);
			parameters.addQuery("a=0", StandardCharsets.UTF_8);
			form.addFieldsTo(parameters, StandardCharsets.UTF_8, -1);
			assertThat(parameters.names()).containsExactly("a");
			assertThat(parameters.values("a")).containsExactly("0", "1", "3");
		}
	}

	@Test
	void fieldsCountTowardsTheParametersOnce() throws IOException {
		try (MultipartForm form = read(field("a", "1") + file("f", "x", "2") + field("b", "3") + "--XX--")) {
			Parameters parameters = new Parameters(3);
			parameters.addQuery("q=0", StandardCharsets.UTF_8);
			form.addFieldsTo(parameters, StandardCharsets.UTF_8, -1);
			assertThat(parameters.count()).isEqualTo(3);
		}
	}

	@Test
	void largerFieldsThanAllowedAreRefused() throws IOException {
		try (MultipartForm form = read(
				field("a", "12345") + file("f", "x", "123456789") + field("b", "12345") + "--XX--")) {
			form.addFieldsTo(new Parameters(-1), StandardCharsets.UTF_8, 10);
			assertThatExceptionOfType(RequestRejectedException.class)
				.isThrownBy(() -> form.addFieldsTo(new Parameters(-1), StandardCharsets.UTF_8, 9))
				.withMessage("The size of the form fields exceeds the maximum of 9 bytes")
				.satisfies((ex) -> assertThat(ex.status()).isEqualTo(413));
		}
	}

	@Test
	void fieldIsReadInTheCharsetOfItsPart() throws IOException {
		assertThat(parameter(partWithType("text/plain; charset=iso-8859-1", "\u00E9"), StandardCharsets.ISO_8859_1,
				StandardCharsets.UTF_8))
			.isEqualTo("é");
	}

	@Test
	void fieldIsReadInTheCharsetThatTheFormNames() throws IOException {
		String body = field("_charset_", "iso-8859-1") + field("a", "é") + "--XX--";
		assertThat(parameter(body, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)).isEqualTo("é");
	}

	@Test
	void fieldNamedLikeTheCharsetMayHoldSomethingElse() throws IOException {
		String body = field("_charset_", "no charset!") + field("a", "é") + "--XX--";
		assertThat(parameter(body, StandardCharsets.UTF_8, StandardCharsets.UTF_8)).isEqualTo("é");
	}

	@Test
	void unknownCharsetOfAPartIsRefused() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> parameter(partWithType("text/plain; charset=klingon", "x"), StandardCharsets.UTF_8,
					StandardCharsets.UTF_8))
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	private static String partWithType(String contentType, String value) {
		return "--XX\r\nContent-Disposition: form-data; name=a\r\nContent-Type: " + contentType + "\r\n\r\n" + value
				+ "\r\n--XX--";
	}

	private String parameter(String body, Charset sent, Charset charset) throws IOException {
		try (MultipartForm form = read(new ByteArrayInputStream(body.getBytes(sent)))) {
			Parameters parameters = new Parameters(-1);
			form.addFieldsTo(parameters, charset, -1);
			return parameters.get("a");
		}
	}

	/** Gives its content in pieces of a size. */
	private static final class ChunkedInputStream extends ByteArrayInputStream {

		private final int chunk;

		ChunkedInputStream(byte[] content, int chunk) {
			super(content);
			this.chunk = chunk;
		}

		@Override
		public synchronized int read(byte[] target, int offset, int length) {
			return super.read(target, offset, Math.min(length, this.chunk));
		}

	}

	/**
	 * Spring tells an upload that is too large from a malformed one by the words of the
	 * message.
	 */
	@Test
	void messageOfAMalformedBodyDoesNotSoundLikeALimit() {
		assertThatExceptionOfType(RequestRejectedException.class).isThrownBy(() -> read("--XX\r\nX: y"))
			.satisfies((ex) -> assertThat(ex.toString().toLowerCase()).doesNotContain("exceed", "limit", "large"));
	}

}
