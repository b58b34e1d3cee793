package io.mvcbridge.spring.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.Compression;

/**
 * The media types that are to be compressed. {@code server.compression
 * .additional-mime-types} came with Boot 4.1, in a method that Boot 4.0 does not have.
 */
final class CompressedMimeTypes {

	private static final @Nullable MethodHandle ALL_MIME_TYPES = find();

	private CompressedMimeTypes() {
	}

	static String[] of(Compression compression) {
		if (ALL_MIME_TYPES == null) {
			return compression.getMimeTypes();
		}
		try {
			return (String[]) ALL_MIME_TYPES.invokeExact(compression);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Unable to read the media types of server.compression", ex);
		}
	}

	private static @Nullable MethodHandle find() {
		try {
			return MethodHandles.publicLookup()
				.findVirtual(Compression.class, "getAllMimeTypes", MethodType.methodType(String[].class));
		}
		catch (NoSuchMethodException ex) {
			return null;
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException("Unable to read the media types of server.compression", ex);
		}
	}

}
