package io.mvcbridge.jakarta.resource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.mvcbridge.jakarta.http.Ranges.ByteRange;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Several ranges of a resource as {@code multipart/byteranges} (RFC 9110 §14.6). */
final class MultipartRanges {

	private final WebResource resource;

	private final List<ByteRange> ranges;

	private final String boundary = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);

	private final List<byte[]> heads = new ArrayList<>();

	private final byte[] tail;

	MultipartRanges(WebResource resource, @Nullable String type, List<ByteRange> ranges) {
		this.resource = resource;
		this.ranges = ranges;
		String separator = "--" + this.boundary + "\r\n";
		for (ByteRange range : ranges) {
			this.heads.add(ascii(separator + ((type != null) ? "Content-Type: " + type + "\r\n" : "")
					+ "Content-Range: " + range.contentRange(resource.length()) + "\r\n\r\n"));
			separator = "\r\n--" + this.boundary + "\r\n";
		}
		this.tail = ascii("\r\n--" + this.boundary + "--\r\n");
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	void send(HttpServletResponse response) throws IOException {
		long length = this.tail.length;
		for (int i = 0; i < this.ranges.size(); i++) {
			length += this.heads.get(i).length + this.ranges.get(i).length();
		}
		response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
		response.setContentType("multipart/byteranges; boundary=" + this.boundary);
		response.setContentLengthLong(length);
		OutputStream out = response.getOutputStream();
		for (int i = 0; i < this.ranges.size(); i++) {
			out.write(this.heads.get(i));
			ResourceServlet.copy(this.resource, this.ranges.get(i).first(), this.ranges.get(i).length(), out);
		}
		out.write(this.tail);
	}

}
