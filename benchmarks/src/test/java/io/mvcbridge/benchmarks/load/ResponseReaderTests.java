package io.mvcbridge.benchmarks.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where a response ends (RFC 9112 §6).
 */
class ResponseReaderTests {

	private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
			+ "5;note=x\r\nHello\r\nA\r\n, World!!!\r\n0\r\nExpires: 0\r\n\r\n";

	private final ResponseReader reader = new ResponseReader();

	@Test
	void aBodyHasTheLengthThatItsHeadTells() throws Exception {
		assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHel")).isFalse();
		assertThat(this.reader.read(bytes("lo"))).isTrue();
		assertThat(this.reader.status()).isEqualTo(200);
		assertThat(this.reader.bodyLength()).isEqualTo(5);
		assertThat(this.reader.keepAlive()).isTrue();
	}

	@Test
	void chunksEndWithTheEmptyOneAndItsTrailer() throws Exception {
		assertThat(read(CHUNKED)).isTrue();
		assertThat(this.reader.bodyLength()).isEqualTo(15);
	}

	@Test
	void itDoesNotMatterWhereThePiecesAreCut() throws Exception {
		this.reader.reset();
		for (int i = 0; i < CHUNKED.length() - 1; i++) {
			assertThat(this.reader.read(bytes(CHUNKED.substring(i, i + 1)))).isFalse();
		}
		assertThat(this.reader.read(bytes("\n"))).isTrue();
		assertThat(this.reader.bodyLength()).isEqualTo(15);
	}

	@Test
	void whatFollowsAResponseIsLeft() throws Exception {
		this.reader.reset();
		ByteBuffer two = bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 500");
		assertThat(this.reader.read(two)).isTrue();
		assertThat(two.remaining()).isEqualTo(12);
	}

	@Test
	void aResponseMayEndAConnection() throws Exception {
		assertThat(read("HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")).isTrue();
		assertThat(this.reader.status()).isEqualTo(503);
		assertThat(this.reader.keepAlive()).isFalse();
	}

	@Test
	void noContentHasNoBody() throws Exception {
		assertThat(read("HTTP/1.1 204 No Content\r\n\r\n")).isTrue();
	}

	@Test
	void aResponseThatOnlyEndsWithItsConnectionIsRefused() {
		assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> read("HTTP/1.1 200 OK\r\n\r\n"))
			.withMessage("A response with neither Content-Length nor chunks");
	}

	@Test
	void somethingElseThanAResponseIsRefused() {
		assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> read("SSH-2.0-OpenSSH\r\n"))
			.withMessage("No status line: 'SSH-2.0-OpenSSH'");
	}

	private boolean read(String text) throws ProtocolException {
		this.reader.reset();
		return this.reader.read(bytes(text));
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
	}

}
