package io.mvcbridge.jakarta.request;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The writer of a response. Overrides all of {@link PrintWriter} that writes: a response
 * has one writer at a time, so there is no lock, which could pin a virtual thread while
 * the client is slow. Failures show in {@link #checkError()}, as for every print writer.
 */
final class ResponseWriter extends PrintWriter {

	/** What the super class holds and never uses. */
	private static final Writer UNUSED = Writer.nullWriter();

	private static final String LINE_END = System.lineSeparator();

	private final ServletExchange exchange;

	private final ResponseOutput output;

	private final BodyEncoder encoder;

	private boolean failed;

	private boolean finished;

	ResponseWriter(ServletExchange exchange, ResponseOutput output, Charset charset) {
		super(UNUSED);
		this.exchange = exchange;
		this.output = output;
		this.encoder = new BodyEncoder(output, charset);
	}

	private void encode(CharSequence text, int start, int end) {
		if (this.failed) {
			return;
		}
		try {
			this.exchange.checkStreamUsable();
			this.encoder.write(text, start, end);
		}
		catch (IOException ex) {
			this.failed = true;
		}
	}

	@Override
	public void write(int c) {
		// Template engines write much of their mark-up by single characters
		if (this.failed) {
			return;
		}
		try {
			this.exchange.checkStreamUsable();
			this.encoder.write((char) c);
		}
		catch (IOException ex) {
			this.failed = true;
		}
	}

	@Override
	public void write(char[] text, int offset, int length) {
		Objects.checkFromIndexSize(offset, length, text.length);
		encode(CharBuffer.wrap(text, offset, length), 0, length);
	}

	@Override
	public void write(char[] text) {
		write(text, 0, text.length);
	}

	@Override
	public void write(String text, int offset, int length) {
		Objects.checkFromIndexSize(offset, length, text.length());
		encode(text, offset, offset + length);
	}

	@Override
	public void write(String text) {
		encode(text, 0, text.length());
	}

	@Override
	public void flush() {
		if (this.failed) {
			return;
		}
		try {
			this.exchange.checkStreamUsable();
			this.output.flush();
		}
		catch (IOException ex) {
			this.failed = true;
		}
	}

	@Override
	public void close() {
		if (this.exchange.response().isIncluded()) {
			return;
		}
		finish();
		try {
			this.output.close();
		}
		catch (IOException ex) {
			this.failed = true;
		}
	}

	/** Writes what the encoder kept. Does nothing the second time. */
	void finish() {
		if (this.finished || this.failed) {
			return;
		}
		this.finished = true;
		try {
			this.encoder.finish();
		}
		catch (IOException ex) {
			this.failed = true;
		}
	}

	/** What was written is gone, with what the encoder kept of it. */
	void discard() {
		this.encoder.reset();
	}

	@Override
	public boolean checkError() {
		if (!this.finished) {
			flush();
		}
		return this.failed;
	}

	@Override
	protected void setError() {
		this.failed = true;
	}

	@Override
	protected void clearError() {
		this.failed = false;
	}

	@Override
	public void print(boolean value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(char value) {
		write(value);
	}

	@Override
	public void print(int value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(long value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(float value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(double value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(char[] value) {
		write(value);
	}

	@Override
	public void print(@Nullable String value) {
		write(String.valueOf(value));
	}

	@Override
	public void print(@Nullable Object value) {
		write(String.valueOf(value));
	}

	@Override
	public void println() {
		write(LINE_END);
	}

	@Override
	public void println(boolean value) {
		print(value);
		println();
	}

	@Override
	public void println(char value) {
		print(value);
		println();
	}

	@Override
	public void println(int value) {
		print(value);
		println();
	}

	@Override
	public void println(long value) {
		print(value);
		println();
	}

	@Override
	public void println(float value) {
		print(value);
		println();
	}

	@Override
	public void println(double value) {
		print(value);
		println();
	}

	@Override
	public void println(char[] value) {
		print(value);
		println();
	}

	@Override
	public void println(@Nullable String value) {
		print(value);
		println();
	}

	@Override
	public void println(@Nullable Object value) {
		print(value);
		println();
	}

	@Override
	public PrintWriter format(String format, @Nullable Object... args) {
		write(String.format(format, args));
		return this;
	}

	@Override
	public PrintWriter format(@Nullable Locale locale, String format, @Nullable Object... args) {
		write(String.format(locale, format, args));
		return this;
	}

	@Override
	public PrintWriter append(@Nullable CharSequence text) {
		CharSequence appended = (text != null) ? text : "null";
		encode(appended, 0, appended.length());
		return this;
	}

	@Override
	public PrintWriter append(@Nullable CharSequence text, int start, int end) {
		CharSequence appended = (text != null) ? text : "null";
		Objects.checkFromToIndex(start, end, appended.length());
		encode(appended, start, end);
		return this;
	}

	@Override
	public PrintWriter append(char c) {
		write(c);
		return this;
	}

}
