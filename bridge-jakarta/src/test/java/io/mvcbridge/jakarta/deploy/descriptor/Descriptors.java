package io.mvcbridge.jakarta.deploy.descriptor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Descriptors from the text between their root tags, which are in line 1. */
final class Descriptors {

	static final String WEB_XML = "WEB-INF/web.xml";

	private Descriptors() {
	}

	static WebDescriptor webXml(String content) {
		return readWebXml("<web-app version='6.1'>" + content + "</web-app>");
	}

	static WebDescriptor readWebXml(String xml) {
		try {
			return DescriptorReader.readWebXml(WEB_XML, stream(xml));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The fragment of an archive {@code WEB-INF/lib/a.jar}, if that is its name. */
	static WebFragment fragment(String archive, String content) {
		return new WebFragment("WEB-INF/lib/" + archive + ".jar",
				readFragment(archive, "<web-fragment version='6.1'>" + content + "</web-fragment>"), null);
	}

	static WebDescriptor readFragment(String archive, String xml) {
		try {
			return DescriptorReader.readWebFragment("WEB-INF/lib/" + archive + ".jar!/META-INF/web-fragment.xml",
					stream(xml));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Annotations of a class, said in the words of a descriptor. */
	static WebDescriptor annotations(String className, String content) {
		try {
			return DescriptorReader.readWebFragment(className,
					stream("<web-fragment version='6.1'>" + content + "</web-fragment>"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static WebDescriptor merge(@Nullable WebDescriptor webXml, WebFragment... fragments) {
		return DescriptorMerge.merge(webXml, null, List.of(fragments), Set.of("default", "jsp"));
	}

	static WebDescriptor merge(@Nullable WebDescriptor webXml, WebDescriptor classes, WebFragment... fragments) {
		return DescriptorMerge.merge(webXml, classes, List.of(fragments), Set.of("default", "jsp"));
	}

	static <T> List<T> values(List<Setting<T>> settings) {
		return settings.stream().map(Setting::value).toList();
	}

	static List<String> pairs(List<Parameter> parameters) {
		return parameters.stream().map((parameter) -> parameter.name() + "=" + parameter.value()).toList();
	}

	static ServletDeclaration servlet(WebDescriptor descriptor, String name) {
		return descriptor.servlets()
			.stream()
			.filter((servlet) -> servlet.name().equals(name))
			.findFirst()
			.orElseThrow();
	}

	/** All mappings as {@code name /pattern}. */
	static List<String> mappings(WebDescriptor descriptor) {
		return descriptor.servletMappings()
			.stream()
			.flatMap((mapping) -> mapping.patterns()
				.stream()
				.map((pattern) -> mapping.servletName() + " " + pattern.value()))
			.toList();
	}

	private static InputStream stream(String xml) {
		return new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
	}

}
