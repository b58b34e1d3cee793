package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.mvcbridge.core.exchange.ClientAbortException;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import jakarta.servlet.ServletOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What is handed to the exchange, when, and in how many pieces. */
class ResponseOutputTests {

	private final TestExchange http = new TestExchange();

	private final List<ResponseOutput> paced = new ArrayList<>();

	private final ServletExchange exchange = TestContext.dispatched(this.http, new ArrayList<>(), this.paced::add);

	private final BridgeResponse response = this.exchange.response();

	@Test
	void bodyThatFitsTheBufferGoesOutWholeAtTheEnd() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("hello"));
		assertThat(this.http.handedOver).isEmpty();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 5");
		assertThat(this.http.body).hasToString("hello");
	}

	@Test
	void bodyThatBeginsSmallKeepsItsBeginning() throws IOException {
		ServletOutputStream stream = this.response.getOutputStream();
		stream.write('a');
		stream.write(TestContext.utf8("b".repeat(127)));
		stream.write(TestContext.utf8("c".repeat(5000)));
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 5128");
		assertThat(this.http.body).hasToString("a" + "b".repeat(127) + "c".repeat(5000));
	}

	@Test
	void bodyThatIsDeclaredSmallTakesAsMuchAsDeclared() throws IOException {
		this.response.setContentLength(4);
		this.response.getWriter().write("abcdef");
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 4");
		assertThat(this.http.body).hasToString("abcd");
	}

	@ParameterizedTest
	@CsvSource({ "5,5", "' 5 ',5", "+5,5", "005,5", "0,0", "-0,0" })
	void lengthThatIsSetAsAFieldIsSentAsDigits(String value, String sent) {
		this.response.setHeader("Content-Length", value);
		assertThat(this.response.getHeader("Content-Length")).isEqualTo(sent);
	}

	@Test
	void emptyBodyGoesOutWhole() {
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 0");
	}

	@Test
	void flushAtTheEndOfABodyIsNoReasonToStream() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("hello"));
		this.response.flushBuffer();
		this.response.flushBuffer();
		assertThat(this.response.isCommitted()).isTrue();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 5");
	}

	@Test
	void flushReachesTheClientThoughTheServletGoesOn() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("hello"));
		this.response.flushBuffer();
		this.paced.get(0).deliverPaced();
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "flush");
		this.response.getOutputStream().write(TestContext.utf8("more"));
		finish();
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "flush", "piece 4", "end");
	}

	@Test
	void pacerThatComesLateFindsNothingToDo() throws IOException {
		this.response.flushBuffer();
		finish();
		this.paced.get(0).deliverPaced();
		assertThat(this.http.handedOver).containsExactly("whole 0");
	}

	@Test
	void flushThatIsFollowedByMoreIsDoneBeforeIt() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("hello"));
		this.response.flushBuffer();
		this.response.getOutputStream().write('!');
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "flush");
		finish();
		assertThat(this.http.body).hasToString("hello!");
	}

	@Test
	void flushOfAnAsynchronousExchangeIsDoneAtOnce() throws IOException {
		this.exchange.request().startAsync();
		this.response.getOutputStream().write(TestContext.utf8("event"));
		this.response.flushBuffer();
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "flush");
	}

	@Test
	void exchangeThatWaitsSendsWhatWasFlushedBefore() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("event"));
		this.response.flushBuffer();
		this.exchange.request().startAsync();
		this.exchange.async().returned(null, false);
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "flush");
	}

	@Test
	void overflowStreamsInPiecesOfThirtyTwoKilobytesOrMore() throws IOException {
		this.response.setBufferSize(1000);
		ServletOutputStream stream = this.response.getOutputStream();
		for (int i = 0; i < 100; i++) {
			stream.write(new byte[1000]);
		}
		finish();
		assertThat(this.http.handedOver).containsExactly("head", "piece 2000", "piece 32768", "piece 32768",
				"piece 32464", "end");
	}

	@Test
	void overflowIsWhatTheBufferHoldsAndOneByteMore() throws IOException {
		this.response.setBufferSize(10);
		this.response.getOutputStream().write(new byte[10]);
		assertThat(this.response.isCommitted()).isFalse();
		this.response.getOutputStream().write(0);
		assertThat(this.response.isCommitted()).isTrue();
		assertThat(this.http.handedOver).containsExactly("head", "piece 11");
		finish();
	}

	@Test
	void largeArrayGoesInLargePieces() throws IOException {
		this.response.getOutputStream().write(new byte[200_000]);
		finish();
		assertThat(this.http.handedOver).containsExactly("head", "piece 65537", "piece 65536", "piece 65536",
				"piece 3391", "end");
	}

	@Test
	void bufferIsSixtyFourKilobytesUnlessSetOtherwise() throws IOException {
		assertThat(this.response.getBufferSize()).isEqualTo(65536);
		this.response.getOutputStream().write(new byte[65536]);
		assertThat(this.response.isCommitted()).isFalse();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 65536");
	}

	@Test
	void bufferSizeCannotChangeAfterAWrite() throws IOException {
		this.response.getOutputStream().write(1);
		assertThatIllegalStateException().isThrownBy(() -> this.response.setBufferSize(100_000))
			.withMessageContaining("before the first write");
		finish();
	}

	@Test
	void declaredLengthThatIsReachedClosesTheResponse() throws IOException {
		this.response.setContentLength(5);
		this.response.getOutputStream().write(TestContext.utf8("hello, world"));
		assertThat(this.response.isCommitted()).isTrue();
		this.response.getOutputStream().write(TestContext.utf8("ignored"));
		this.response.setHeader("X-Late", "ignored");
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 5");
		assertThat(this.http.body).hasToString("hello");
		assertThat(this.http.answered.headers().contains("X-Late")).isFalse();
	}

	@Test
	void closedStreamDiscardsWhatIsWritten() throws IOException {
		this.response.getWriter().write("hello");
		this.response.getWriter().close();
		this.response.getWriter().write("ignored");
		finish();
		assertThat(this.http.body).hasToString("hello");
	}

	@Test
	void resetBufferForgetsTheBodyAlone() throws IOException {
		this.response.setHeader("X-Kept", "yes");
		this.response.setStatus(202);
		this.response.getWriter().write("forgotten \uD83D");
		this.response.resetBuffer();
		this.response.getWriter().write("kept");
		finish();
		assertThat(this.http.body).hasToString("kept");
		assertThat(this.http.answered.status()).isEqualTo(202);
		assertThat(this.http.answered.headers().get("X-Kept")).isEqualTo("yes");
	}

	@Test
	void resetForgetsEverything() throws IOException {
		this.response.setHeader("X-Gone", "yes");
		this.response.setContentType("text/html;charset=utf-8");
		this.response.setStatus(202);
		this.response.setContentLength(3);
		this.response.getWriter().write("ab");
		this.response.reset();
		this.response.getOutputStream().write(TestContext.utf8("kept"));
		finish();
		assertThat(this.http.body).hasToString("kept");
		assertThat(this.http.answered.status()).isEqualTo(200);
		assertThat(this.http.answered.headers()).isEmpty();
	}

	@Test
	void committedResponseCannotBeReset() throws IOException {
		this.response.flushBuffer();
		assertThatIllegalStateException().isThrownBy(this.response::reset);
		assertThatIllegalStateException().isThrownBy(this.response::resetBuffer);
		finish();
	}

	@Test
	void trailersFollowAStream() throws IOException {
		this.response.setTrailerFields(() -> Map.of("X-Sum", "1"));
		this.response.getOutputStream().write(TestContext.utf8("hello"));
		finish();
		assertThat(this.http.handedOver).containsExactly("head", "piece 5", "end with trailers");
	}

	@Test
	void byteBufferIsWrittenToItsLimit() throws IOException {
		ByteBuffer bytes = ByteBuffer.wrap(TestContext.utf8("-hello-"), 1, 5);
		this.response.getOutputStream().write(bytes);
		assertThat(bytes.position()).isEqualTo(6);
		assertThat(bytes.limit()).isEqualTo(6);
		finish();
		assertThat(this.http.body).hasToString("hello");
	}

	@Test
	void writerEncodesAPairThatIsSplitOverTwoWrites() throws IOException {
		this.response.setCharacterEncoding("UTF-8");
		PrintWriter writer = this.response.getWriter();
		writer.write("a\uD83D");
		writer.write("\uDE00b");
		finish();
		assertThat(this.http.body).hasToString("a\uD83D\uDE00b");
	}

	@Test
	void writerTakesSingleCharactersOfEveryLength() throws IOException {
		this.response.setCharacterEncoding("UTF-8");
		PrintWriter writer = this.response.getWriter();
		for (char c : "<é€😀>".toCharArray()) {
			writer.write(c);
		}
		finish();
		assertThat(this.http.body).hasToString("<é€😀>");
	}

	@Test
	void writerPutsHalfAPairInItsPlaceBeforeASingleCharacter() throws IOException {
		this.response.setCharacterEncoding("UTF-8");
		PrintWriter writer = this.response.getWriter();
		writer.write('\uD83D');
		writer.write('>');
		finish();
		assertThat(this.http.body).hasToString("?>");
	}

	@Test
	void writerWhoseClientLeftShowsAnError() throws IOException {
		this.response.setCharacterEncoding("UTF-8");
		PrintWriter writer = this.response.getWriter();
		writer.write("hello");
		assertThat(writer.checkError()).isFalse();
		this.paced.get(0).deliverPaced();
		this.http.leave();
		writer.write("x".repeat(40_000));
		assertThat(writer.checkError()).isTrue();
		this.response.abandon();
	}

	@Test
	void streamWhoseClientLeftThrows() throws IOException {
		this.exchange.request().startAsync();
		this.response.flushBuffer();
		this.http.leave();
		assertThatExceptionOfType(ClientAbortException.class).isThrownBy(() -> {
			this.response.getOutputStream().write(1);
			this.response.flushBuffer();
		});
	}

	@Test
	void abandonedResponseSendsWhatWasFlushedAndNoMore() throws IOException {
		this.response.getOutputStream().write(TestContext.utf8("half"));
		this.response.flushBuffer();
		this.response.abandon();
		this.response.finish();
		assertThat(this.http.handedOver).containsExactly("head", "piece 4", "flush");
	}

	@Test
	void headIsCountedAndNotKept() throws IOException {
		TestExchange head = new TestExchange("HEAD");
		ServletExchange exchange = TestContext.dispatched(head, new ArrayList<>());
		exchange.response().getOutputStream().write(new byte[200_000]);
		assertThat(exchange.response().isCommitted()).isFalse();
		exchange.end();
		exchange.response().finish();
		assertThat(head.handedOver).containsExactly("whole 0");
		assertThat(head.answered.headers().get("Content-Length")).isEqualTo("200000");
	}

	@Test
	void headThatNobodyWroteToInventsNoLength() {
		TestExchange head = new TestExchange("HEAD");
		ServletExchange exchange = TestContext.dispatched(head, new ArrayList<>());
		exchange.end();
		exchange.response().finish();
		assertThat(head.handedOver).containsExactly("head", "end");
		assertThat(head.answered.headers().contains("Content-Length")).isFalse();
	}

	@Test
	void headKeepsTheDeclaredLength() {
		TestExchange head = new TestExchange("HEAD");
		ServletExchange exchange = TestContext.dispatched(head, new ArrayList<>());
		exchange.response().setContentLengthLong(5_000_000_000L);
		exchange.end();
		exchange.response().finish();
		assertThat(head.answered.headers().get("Content-Length")).isEqualTo("5000000000");
	}

	@Test
	void nothingIsPossibleAfterTheEnd() throws IOException {
		PrintWriter writer = this.response.getWriter();
		finish();
		assertThatIllegalStateException().isThrownBy(() -> writer.write("late"))
			.withMessageContaining("exchange has ended");
		assertThatIllegalStateException().isThrownBy(() -> this.response.setStatus(500));
		assertThatIllegalStateException().isThrownBy(this.response::getWriter);
		assertThatIllegalStateException().isThrownBy(() -> this.response.sendError(500));
		assertThat(this.http.handedOver).containsExactly("whole 0");
	}

	@Test
	@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void responseCanBeEndedAfterItsWriterFoundNoMemory() throws IOException {
		PrintWriter writer = this.response.getWriter();
		this.http.allocator = new AbstractByteBufAllocator() {

			@Override
			public boolean isDirectBufferPooled() {
				return false;
			}

			@Override
			protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
				throw new OutOfMemoryError("test");
			}

			@Override
			protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
				throw new OutOfMemoryError("test");
			}

		};
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> {
			writer.write("hello".repeat(1000));
			writer.flush();
		});
		this.response.reset();
		finish();
		assertThat(this.http.handedOver).containsExactly("whole 0");
	}

	private void finish() {
		this.exchange.end();
		this.response.finish();
	}

}
