package io.mvcbridge.jakarta.multipart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.mvcbridge.jakarta.http.Parameters;
import io.mvcbridge.jakarta.http.RequestRejectedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one request; closed when the request ends, which removes their files. */
public final class MultipartForm implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(MultipartForm.class);

	private final List<BridgePart> parts = new ArrayList<>();

	MultipartForm() {
	}

	void add(BridgePart part) {
		this.parts.add(part);
	}

	/** The parts in the order they were sent; unmodifiable. */
	public List<BridgePart> parts() {
		return Collections.unmodifiableList(this.parts);
	}

	/**
	 * Adds the plain fields of the form to the parameters of the request. A field is read
	 * in the charset that its part names, else the one that a {@code _charset_} field
	 * names (RFC 7578 §4.6), else the given one.
	 * @param parameters the parameters to add to
	 * @param charset the charset of the request
	 * @param maxSize how many bytes the fields may have together, negative for no limit
	 * @throws RequestRejectedException with 400 if there are too many parameters or a
	 * charset does not exist, with 413 if the fields are too large
	 * @throws IOException if a field cannot be read
	 */
	public void addFieldsTo(Parameters parameters, Charset charset, int maxSize) throws IOException {
		long size = 0;
		for (BridgePart part : this.parts) {
			size += (part.isField()) ? part.getSize() : 0;
			if (maxSize >= 0 && size > maxSize) {
				throw new RequestRejectedException(413,
						"The size of the form fields exceeds the maximum of " + maxSize + " bytes");
			}
		}
		Charset fallback = formCharset(charset);
		for (BridgePart part : this.parts) {
			if (part.isField()) {
				parameters.add(part.getName(), part.text(fallback));
			}
		}
	}

	private Charset formCharset(Charset fallback) throws IOException {
		for (BridgePart part : this.parts) {
			if (part.isField() && part.getName().equals("_charset_") && part.getSize() < 64) {
				try {
					return Charset.forName(part.text(fallback).strip());
				}
				catch (IllegalCharsetNameException | UnsupportedCharsetException ex) {
					// The field may as well be one of the application's own.
					logger.debug("The field _charset_ names no charset", ex);
				}
			}
		}
		return fallback;
	}

	/** Deletes all parts. A file that cannot be deleted is logged. */
	@Override
	public void close() {
		for (BridgePart part : this.parts) {
			try {
				part.delete();
			}
			catch (IOException ex) {
				logger.warn("The temporary file {} of an upload could not be deleted", part.storage().file(), ex);
			}
		}
	}

}
