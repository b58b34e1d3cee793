package io.mvcbridge.jakarta.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Media types by file name extension. Immutable. */
public final class MimeTypes {

	private static final String KNOWN = """
			7z application/x-7z-compressed
			aac audio/aac
			apk application/vnd.android.package-archive
			apng image/apng
			atom application/atom+xml
			avi video/x-msvideo
			avif image/avif
			bin application/octet-stream
			bmp image/bmp
			bz2 application/x-bzip2
			class application/java
			css text/css
			csv text/csv
			doc application/msword
			docx application/vnd.openxmlformats-officedocument.wordprocessingml.document
			dtd application/xml-dtd
			eot application/vnd.ms-fontobject
			eps application/postscript
			epub application/epub+zip
			exe application/octet-stream
			flac audio/flac
			gif image/gif
			gz application/gzip
			heic image/heic
			htm text/html
			html text/html
			ico image/x-icon
			ics text/calendar
			jar application/java-archive
			java text/plain
			jpeg image/jpeg
			jpg image/jpeg
			js text/javascript
			json application/json
			jsonld application/ld+json
			jxl image/jxl
			key application/vnd.apple.keynote
			log text/plain
			m3u8 application/vnd.apple.mpegurl
			m4a audio/mp4
			m4v video/mp4
			map application/json
			md text/markdown
			mid audio/midi
			midi audio/midi
			mjs text/javascript
			mov video/quicktime
			mp3 audio/mpeg
			mp4 video/mp4
			mpeg video/mpeg
			mpg video/mpeg
			mpkg application/vnd.apple.installer+xml
			odp application/vnd.oasis.opendocument.presentation
			ods application/vnd.oasis.opendocument.spreadsheet
			odt application/vnd.oasis.opendocument.text
			oga audio/ogg
			ogg audio/ogg
			ogv video/ogg
			opus audio/opus
			otf font/otf
			pdf application/pdf
			png image/png
			ppt application/vnd.ms-powerpoint
			pptx application/vnd.openxmlformats-officedocument.presentationml.presentation
			properties text/plain
			ps application/postscript
			rar application/vnd.rar
			rdf application/rdf+xml
			rss application/rss+xml
			rtf application/rtf
			sh application/x-sh
			svg image/svg+xml
			svgz image/svg+xml
			tar application/x-tar
			tgz application/gzip
			tif image/tiff
			tiff image/tiff
			ts video/mp2t
			ttf font/ttf
			txt text/plain
			vcf text/vcard
			vtt text/vtt
			wasm application/wasm
			wav audio/wav
			weba audio/webm
			webm video/webm
			webmanifest application/manifest+json
			webp image/webp
			woff font/woff
			woff2 font/woff2
			xht application/xhtml+xml
			xhtml application/xhtml+xml
			xls application/vnd.ms-excel
			xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
			xml application/xml
			xsd application/xml
			xsl application/xml
			xslt application/xslt+xml
			yaml application/yaml
			yml application/yaml
			zip application/zip
			""";

	/** The types that a web server is expected to know. */
	public static final MimeTypes DEFAULTS = new MimeTypes(known());

	private final Map<String, String> byExtension;

	private MimeTypes(Map<String, String> byExtension) {
		this.byExtension = byExtension;
	}

	private static Map<String, String> known() {
		Map<String, String> types = new HashMap<>();
		KNOWN.lines().forEach((line) -> {
			int space = line.indexOf(' ');
			types.put(line.substring(0, space), line.substring(space + 1));
		});
		return types;
	}

	/**
	 * These types and others, which win.
	 * @param overrides media types by extension, without dot and in any case; an empty
	 * type removes that of the extension
	 * @return the types
	 */
	public MimeTypes with(Map<String, String> overrides) {
		Map<String, String> types = new HashMap<>(this.byExtension);
		overrides.forEach((extension, type) -> {
			String key = extension.toLowerCase(Locale.ROOT);
			if (type.isEmpty()) {
				types.remove(key);
			}
			else {
				types.put(key, type);
			}
		});
		return new MimeTypes(types);
	}

	/**
	 * The media type of a file.
	 * @param fileName the name or path of the file
	 * @return the media type, null if the extension is missing or not known
	 */
	public @Nullable String forFile(String fileName) {
		int dot = fileName.lastIndexOf('.');
		if (dot < 0 || fileName.indexOf('/', dot) >= 0) {
			return null;
		}
		String extension = fileName.substring(dot + 1);
		String type = this.byExtension.get(extension);
		return (type != null) ? type : this.byExtension.get(extension.toLowerCase(Locale.ROOT));
	}

}
