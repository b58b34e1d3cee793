package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * Turns characters into bytes right in the response's buffer. UTF-8 has a path of its
 * own, every other charset uses its encoder. A surrogate pair may be split over two
 * writes; what cannot be encoded becomes the charset's replacement.
 */
final class BodyEncoder {

	/** How many characters are encoded before the output may send them on. */
	private static final int PART = 4 * 1024;

	private static final int UTF_8_MAX = 3;

	/** More than any charset needs to return to its initial state. */
	private static final int LONGEST_RETURN = 16;

	private final ResponseOutput output;

	/** Null for UTF-8. */
	private final @Nullable CharsetEncoder encoder;

	/** A high surrogate whose other half has not come yet, else zero. */
	private char high;

	BodyEncoder(ResponseOutput output, Charset charset) {
		this.output = output;
		this.encoder = StandardCharsets.UTF_8.equals(charset) ? null
				: charset.newEncoder()
					.onMalformedInput(CodingErrorAction.REPLACE)
					.onUnmappableCharacter(CodingErrorAction.REPLACE);
	}

	void write(char c) throws IOException {
		if (c < 0x80 && this.high == 0 && this.encoder == null) {
			this.output.write(c);
		}
		else {
			write(String.valueOf(c), 0, 1);
		}
	}

	void write(CharSequence text, int start, int end) throws IOException {
		int at = start;
		if (this.high != 0 && at < end) {
			at += completePair(text.charAt(at));
		}
		int last = end;
		if (at < last && Character.isHighSurrogate(text.charAt(last - 1))) {
			this.high = text.charAt(--last);
		}
		while (at < last) {
			int stop = Math.min(at + PART, last);
			if (stop < last && Character.isHighSurrogate(text.charAt(stop - 1))) {
				stop--;
			}
			if (!encode(text, at, stop)) {
				return;
			}
			at = stop;
		}
	}

	/** How many characters of what follows were used for it: one or none. */
	private int completePair(char next) throws IOException {
		char high = this.high;
		this.high = 0;
		if (Character.isLowSurrogate(next)) {
			encode(new String(new char[] { high, next }), 0, 2);
			return 1;
		}
		encodeHalf(high);
		return 0;
	}

	/** Half a pair says nothing; an encoder would wait for the other half. */
	private void encodeHalf(char high) throws IOException {
		encode((this.encoder != null) ? "\uFFFD" : String.valueOf(high), 0, 1);
	}

	private boolean encode(CharSequence text, int start, int end) throws IOException {
		CharsetEncoder encoder = this.encoder;
		if (encoder != null) {
			return encode(encoder, CharBuffer.wrap(text, start, end));
		}
		ByteBuf buffer = this.output.encodeInto(UTF_8_MAX * (end - start));
		if (buffer == null) {
			return false;
		}
		int before = buffer.writerIndex();
		try {
			ByteBufUtil.writeUtf8(buffer, text, start, end);
		}
		finally {
			this.output.written(buffer, before);
		}
		return true;
	}

	private boolean encode(CharsetEncoder encoder, CharBuffer text) throws IOException {
		CoderResult result;
		do {
			int most = (int) Math.ceil((text.remaining() + 1) * (double) encoder.maxBytesPerChar());
			ByteBuf buffer = this.output.encodeInto(most);
			if (buffer == null) {
				return false;
			}
			int before = buffer.writerIndex();
			try {
				ByteBuffer room = buffer.internalNioBuffer(before, buffer.writableBytes());
				int position = room.position();
				result = encoder.encode(text, room, false);
				buffer.writerIndex(before + room.position() - position);
			}
			finally {
				this.output.written(buffer, before);
			}
		}
		while (result.isOverflow());
		return true;
	}

	/** Forgets what is left of earlier writes. */
	void reset() {
		this.high = 0;
		if (this.encoder != null) {
			this.encoder.reset();
		}
	}

	/**
	 * Writes what a charset with states or half a surrogate pair left behind. Nothing may
	 * be written afterwards.
	 * @throws IOException if the response cannot be sent on
	 */
	void finish() throws IOException {
		if (this.high != 0) {
			char high = this.high;
			this.high = 0;
			encodeHalf(high);
		}
		CharsetEncoder encoder = this.encoder;
		if (encoder != null) {
			// Most charsets have nothing left, and then the output is not to be touched.
			ByteBuffer rest = ByteBuffer.allocate(LONGEST_RETURN);
			encoder.encode(CharBuffer.allocate(0), rest, true);
			encoder.flush(rest);
			if (rest.position() > 0) {
				this.output.write(rest.flip());
			}
		}
	}

}
