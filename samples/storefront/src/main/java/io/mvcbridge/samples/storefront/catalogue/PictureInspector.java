package io.mvcbridge.samples.storefront.catalogue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

import org.springframework.stereotype.Component;

/**
 * Says what an uploaded file really is. The type is read from the bytes and never taken
 * from the browser; formats that can carry scripts (SVG) are refused. Only the header is
 * decoded, so that a small file that unfolds to gigabytes does no harm.
 */
@Component
class PictureInspector {

	/** The size of the column it goes into, which forms keep to by their own limit. */
	static final int MAX_BYTES = 1024 * 1024;

	private static final int MAX_EDGE = 4096;

	private static final Map<String, String> CONTENT_TYPES = Map.of("png", "image/png", "jpeg", "image/jpeg", "gif",
			"image/gif");

	/**
	 * Return the content type of a picture.
	 * @param content the uploaded bytes
	 * @return {@code image/png}, {@code image/jpeg} or {@code image/gif}
	 * @throws UnusablePictureException if it is none of these, broken or too large to
	 * show
	 */
	String inspect(byte[] content) {
		if (content.length > MAX_BYTES) {
			throw new UnusablePictureException(
					"This picture has %d KB, the limit is %d KB.".formatted(content.length / 1024, MAX_BYTES / 1024));
		}
		try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(content))) {
			Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
			if (!readers.hasNext()) {
				throw new UnusablePictureException("This file is not a picture. Please choose a PNG, JPEG or GIF.");
			}
			ImageReader reader = readers.next();
			try {
				return inspect(reader, input);
			}
			finally {
				reader.dispose();
			}
		}
		catch (IOException ex) {
			throw new UnusablePictureException("This picture is damaged and cannot be read.");
		}
	}

	private String inspect(ImageReader reader, ImageInputStream input) throws IOException {
		String contentType = CONTENT_TYPES.get(reader.getFormatName().toLowerCase(Locale.ROOT));
		if (contentType == null) {
			throw new UnusablePictureException(
					"Pictures of the type " + reader.getFormatName() + " are not shown. Please choose a PNG or JPEG.");
		}
		reader.setInput(input);
		int width = reader.getWidth(0);
		int height = reader.getHeight(0);
		if (width > MAX_EDGE || height > MAX_EDGE) {
			throw new UnusablePictureException("This picture is %d × %d pixels, the limit is %d × %d.".formatted(width,
					height, MAX_EDGE, MAX_EDGE));
		}
		return contentType;
	}

}
