package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Random;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BodyEncoderTests {

	private final BridgeResponse response = TestContext.dispatched(new TestExchange(), new ArrayList<>()).response();

	private final ResponseOutput output = new ResponseOutput(new TestExchange(), this.response, Integer.MAX_VALUE,
			(output) -> {
			});

	private byte[] written() throws IOException {
		ByteBuf buffer = this.output.encodeInto(0);
		byte[] bytes = new byte[buffer.readableBytes()];
		buffer.getBytes(buffer.readerIndex(), bytes);
		this.output.written(buffer, buffer.writerIndex());
		this.output.abandon();
		return bytes;
	}

	/** Texts are cut at random places, between the halves of surrogate pairs too. */
	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "UTF-16LE", "ISO-8859-1", "Shift_JIS", "ISO-2022-JP", "US-ASCII", "UTF-32" })
	void encodesLikeTheCharsetHoweverTheTextIsCut(String name) throws IOException {
		Charset charset = Charset.forName(name);
		String text = "plain é ü ß \u65E5\u672C\u8A9E \uD83D\uDE00 \uD83D\uDE80\u20AC ".repeat(2000);
		BodyEncoder encoder = new BodyEncoder(this.output, charset);
		Random random = new Random(7);
		int at = 0;
		while (at < text.length()) {
			int end = Math.min(text.length(), at + random.nextInt(9_000));
			encoder.write(text, at, end);
			at = end;
		}
		encoder.finish();
		assertThat(written()).isEqualTo(text.getBytes(charset));
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "ISO-8859-1" })
	void halfAPairBecomesAReplacement(String name) throws IOException {
		Charset charset = Charset.forName(name);
		BodyEncoder encoder = new BodyEncoder(this.output, charset);
		encoder.write("a\uD83D", 0, 2);
		encoder.write("b", 0, 1);
		encoder.write("\uD83D", 0, 1);
		encoder.finish();
		assertThat(new String(written(), charset)).isEqualTo("a?b?");
	}

	@Test
	void lowHalfWithoutAHighOneBecomesAReplacement() throws IOException {
		BodyEncoder encoder = new BodyEncoder(this.output, Charset.forName("UTF-8"));
		encoder.write("\uDE00a", 0, 2);
		encoder.finish();
		assertThat(new String(written(), "UTF-8")).isEqualTo("?a");
	}

}
