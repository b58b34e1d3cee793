package io.mvcbridge.samples.storefront.asset;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;
import org.springframework.web.servlet.resource.HttpResource;
import org.springframework.web.servlet.resource.ResourceTransformer;
import org.springframework.web.servlet.resource.ResourceTransformerChain;

/**
 * Makes an {@link Asset} of every file, after all other transformers. What can be
 * compressed is compressed once, not for each request.
 */
class AssetTransformer implements ResourceTransformer {

	private static final CacheControl FOREVER = CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

	private static final Set<String> COMPRESSIBLE = Set.of("css", "js", "json", "map", "md", "svg", "txt", "xml");

	private final @Nullable Instant builtAt;

	private final @Nullable Map<Key, Variants> cache;

	/**
	 * Create a transformer.
	 * @param builtAt when the application was built, or null to use the date of each file
	 * @param cached whether to keep what was made
	 */
	AssetTransformer(@Nullable Instant builtAt, boolean cached) {
		this.builtAt = builtAt;
		this.cache = (cached) ? new ConcurrentHashMap<>() : null;
	}

	@Override
	public Resource transform(HttpServletRequest request, Resource resource, ResourceTransformerChain chain)
			throws IOException {
		// Only a name that has the right version resolves to a resource with fields.
		Key key = new Key(resource, resource instanceof HttpResource);
		Variants variants = (this.cache != null) ? this.cache.get(key) : null;
		if (variants == null) {
			variants = variants(chain.transform(request, resource), key.versioned());
			if (this.cache != null) {
				this.cache.put(key, variants);
			}
		}
		return variants.chosenBy(request);
	}

	private Variants variants(Resource resource, boolean versioned) throws IOException {
		String filename = resource.getFilename();
		Instant modifiedAt = (this.builtAt != null) ? this.builtAt : Instant.ofEpochMilli(resource.lastModified());
		HttpHeaders headers = new HttpHeaders();
		if (versioned) {
			headers.setCacheControl(FOREVER);
		}
		if (!COMPRESSIBLE.contains(String.valueOf(StringUtils.getFilenameExtension(filename)))) {
			return new Variants(new Asset(resource, filename, modifiedAt, headers), null);
		}
		byte[] content = resource.getContentAsByteArray();
		byte[] compressed = gzip(content);
		if (compressed.length >= content.length) {
			return new Variants(new Asset(resource, filename, modifiedAt, headers), null);
		}
		headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
		HttpHeaders encoded = HttpHeaders.copyOf(headers);
		encoded.add(HttpHeaders.CONTENT_ENCODING, "gzip");
		return new Variants(new Asset(new ByteArrayResource(content), filename, modifiedAt, headers),
				new Asset(new ByteArrayResource(compressed), filename, modifiedAt, encoded));
	}

	private static byte[] gzip(byte[] content) throws IOException {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream();
		try (OutputStream gzip = new GZIPOutputStream(compressed) {
			{
				this.def.setLevel(Deflater.BEST_COMPRESSION);
			}
		}) {
			gzip.write(content);
		}
		return compressed.toByteArray();
	}

	/**
	 * What is kept.
	 *
	 * @param resource the file
	 * @param versioned whether it was asked for by a name with its version
	 */
	private record Key(Resource resource, boolean versioned) {

	}

	/**
	 * A file in the encodings it has.
	 *
	 * @param identity as it is
	 * @param gzip compressed, or null if that does not make it smaller
	 */
	private record Variants(Asset identity, @Nullable Asset gzip) {

		Asset chosenBy(HttpServletRequest request) {
			return (this.gzip != null && acceptsGzip(request)) ? this.gzip : this.identity;
		}

		private static boolean acceptsGzip(HttpServletRequest request) {
			for (String field : Collections.list(request.getHeaders(HttpHeaders.ACCEPT_ENCODING))) {
				for (String element : field.split(",")) {
					String[] coding = element.split(";");
					if (coding[0].trim().equalsIgnoreCase("gzip")) {
						return coding.length == 1 || !coding[1].trim().matches("(?i)q\\s*=\\s*0(\\.0*)?");
					}
				}
			}
			return false;
		}

	}

}
