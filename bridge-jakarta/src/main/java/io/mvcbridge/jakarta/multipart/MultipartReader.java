package io.mvcbridge.jakarta.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.mvcbridge.jakarta.http.ContentType;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import jakarta.servlet.MultipartConfigElement;
import org.apache.commons.fileupload2.core.FileUploadException;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.core.MultipartInput;

/**
 * Reads {@code multipart/form-data} bodies (RFC 7578) under the limits of one servlet.
 * Stateless: one reader may serve many requests at once.
 * <p>
 * Limits that are exceeded are answered with 413, and their messages say so in words that
 * Spring's multipart support looks for when it tells an upload that is too large from a
 * malformed one.
 */
public final class MultipartReader {

	private static final int BUFFER_SIZE = 8 * 1024;

	/** Fields of this size stay in memory: writing them to disk would serve nobody. */
	private static final int FIELD_THRESHOLD = 8 * 1024;

	private final MultipartConfigElement config;

	private final int maxParts;

	private final int maxPartHeaderSize;

	private final Path location;

	/**
	 * Makes a reader.
	 * @param config the multipart configuration of the servlet
	 * @param maxParts how many parts a body may have, negative for no limit
	 * @param maxPartHeaderSize how many bytes the header of a part may have, negative for
	 * no limit
	 * @param tempDirectory where files go; a relative location of the configuration is
	 * resolved against it
	 */
	public MultipartReader(MultipartConfigElement config, int maxParts, int maxPartHeaderSize, Path tempDirectory) {
		this.config = config;
		this.maxParts = maxParts;
		this.maxPartHeaderSize = maxPartHeaderSize;
		this.location = tempDirectory.resolve(config.getLocation());
	}

	/**
	 * Reads a body up to its closing boundary. When this fails no file is left.
	 * @param body the body
	 * @param contentType the content type of the request, which names the boundary
	 * @param declaredLength the declared length of the body, negative if unknown
	 * @param charset the charset of part headers
	 * @return the parts, to be closed when the request is done
	 * @throws RequestRejectedException with 400 if the body is malformed or incomplete,
	 * with 413 if it exceeds a limit
	 * @throws IOException if the body could not be read or a file not be written
	 */
	public MultipartForm read(InputStream body, ContentType contentType, long declaredLength, Charset charset)
			throws IOException {
		String boundary = contentType.boundary();
		if (boundary == null) {
			throw new RequestRejectedException(400,
					"The multipart content type '" + contentType + "' names no boundary");
		}
		MultipartBody input = new MultipartBody(body, this.config.getMaxRequestSize());
		input.checkDeclared(declaredLength);
		MultipartForm form = new MultipartForm();
		try {
			readParts(multipartInput(input, boundary, charset), form);
			return form;
		}
		catch (FileUploadException ex) {
			form.close();
			throw rejected(ex, input);
		}
		catch (IOException | RuntimeException | Error ex) {
			form.close();
			throw ex;
		}
	}

	private MultipartInput multipartInput(InputStream input, String boundary, Charset charset) throws IOException {
		byte[] bytes = boundary.getBytes(StandardCharsets.ISO_8859_1);
		MultipartInput multipart = MultipartInput.builder()
			.setInputStream(input)
			.setBoundary(bytes)
			.setBufferSize(Math.max(BUFFER_SIZE, 2 * (bytes.length + 4)))
			.setMaxPartHeaderSize((this.maxPartHeaderSize < 0) ? -1 : this.maxPartHeaderSize)
			.get();
		multipart.setHeaderCharset(charset);
		return multipart;
	}

	private void readParts(MultipartInput input, MultipartForm form) throws IOException {
		byte[] buffer = new byte[BUFFER_SIZE];
		input.discardBodyData();
		int count = 0;
		while (input.readBoundary()) {
			count++;
			if (this.maxParts >= 0 && count > this.maxParts) {
				throw new RequestRejectedException(413, "The part count of the multipart request exceeds the limit of "
						+ this.maxParts + " parts; allow more if the application needs them");
			}
			String section = input.readHeaders();
			if (section.startsWith("\r\n")) {
				// The parser looked for the end of the header in what is content.
				throw new RequestRejectedException(400, "The multipart body has a part without a header");
			}
			PartHeaders headers = PartHeaders.parse(section);
			String name = headers.fieldName();
			if (name == null) {
				// A part without a name belongs to no field (RFC 7578 §4.2).
				input.discardBodyData();
				continue;
			}
			BridgePart part = new BridgePart(name, headers, this.location, threshold(headers));
			form.add(part);
			copy(input.newInputStream(), part, buffer);
		}
	}

	private int threshold(PartHeaders headers) {
		int threshold = this.config.getFileSizeThreshold();
		return (headers.fileName() == null) ? Math.max(threshold, FIELD_THRESHOLD) : threshold;
	}

	private void copy(InputStream source, BridgePart part, byte[] buffer) throws IOException {
		long maxSize = this.config.getMaxFileSize();
		try (PartStorage.Sink sink = part.storage().open()) {
			while (true) {
				int count = source.read(buffer, 0, buffer.length);
				if (count < 0) {
					return;
				}
				if (maxSize >= 0 && part.getSize() + count > maxSize) {
					throw new RequestRejectedException(413, "The size of the part '" + part.getName()
							+ "' exceeds the maximum of " + maxSize + " bytes for one part (maxFileSize)");
				}
				sink.write(buffer, count);
			}
		}
	}

	/**
	 * What really happened when the parser gave up: the body failed, a header was too
	 * long, or the client sent nonsense.
	 */
	private RequestRejectedException rejected(FileUploadException ex, MultipartBody input) throws IOException {
		IOException failure = input.failure();
		if (failure != null) {
			throw failure;
		}
		if (ex instanceof FileUploadSizeException) {
			return new RequestRejectedException(413,
					"The header size of a part exceeds the limit of " + this.maxPartHeaderSize + " bytes", ex);
		}
		String what = (input.isAtEnd()) ? "ends before its closing boundary" : "is malformed behind a boundary";
		return new RequestRejectedException(400, "The multipart body " + what, ex);
	}

}
