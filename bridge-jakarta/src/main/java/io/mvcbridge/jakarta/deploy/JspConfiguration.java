package io.mvcbridge.jakarta.deploy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.mvcbridge.jakarta.deploy.descriptor.JspConfig;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import org.jspecify.annotations.Nullable;

/** What descriptors say of JSP files, as a JSP engine asks for it (Servlet 6.1 §4.4). */
final class JspConfiguration implements JspConfigDescriptor {

	private final List<TaglibDescriptor> tagLibraries;

	private final List<JspPropertyGroupDescriptor> propertyGroups;

	private JspConfiguration(JspConfig config) {
		this.tagLibraries = config.tagLibraries().stream().<TaglibDescriptor>map(TagLibrary::new).toList();
		this.propertyGroups = config.propertyGroups()
			.stream()
			.<JspPropertyGroupDescriptor>map(PropertyGroup::new)
			.toList();
	}

	/** The configuration, null if nothing was said. */
	static @Nullable JspConfigDescriptor of(JspConfig config) {
		return (config.tagLibraries().isEmpty() && config.propertyGroups().isEmpty()) ? null
				: new JspConfiguration(config);
	}

	@Override
	public Collection<TaglibDescriptor> getTaglibs() {
		return new ArrayList<>(this.tagLibraries);
	}

	@Override
	public Collection<JspPropertyGroupDescriptor> getJspPropertyGroups() {
		return new ArrayList<>(this.propertyGroups);
	}

	private record TagLibrary(JspConfig.TagLibrary declared) implements TaglibDescriptor {

		@Override
		public String getTaglibURI() {
			return this.declared.uri();
		}

		@Override
		public String getTaglibLocation() {
			return this.declared.location();
		}

	}

	private record PropertyGroup(JspConfig.PropertyGroup declared) implements JspPropertyGroupDescriptor {

		private static @Nullable String text(@Nullable Boolean value) {
			return (value != null) ? value.toString() : null;
		}

		@Override
		public Collection<String> getUrlPatterns() {
			return new ArrayList<>(this.declared.patterns().stream().map(Setting::value).toList());
		}

		@Override
		public @Nullable String getElIgnored() {
			return text(this.declared.elIgnored());
		}

		@Override
		public @Nullable String getErrorOnELNotFound() {
			return text(this.declared.errorOnElNotFound());
		}

		@Override
		public @Nullable String getPageEncoding() {
			return this.declared.pageEncoding();
		}

		@Override
		public @Nullable String getScriptingInvalid() {
			return text(this.declared.scriptingInvalid());
		}

		@Override
		public @Nullable String getIsXml() {
			return text(this.declared.isXml());
		}

		@Override
		public Collection<String> getIncludePreludes() {
			return new ArrayList<>(this.declared.includePreludes());
		}

		@Override
		public Collection<String> getIncludeCodas() {
			return new ArrayList<>(this.declared.includeCodas());
		}

		@Override
		public @Nullable String getDeferredSyntaxAllowedAsLiteral() {
			return text(this.declared.deferredSyntaxAllowedAsLiteral());
		}

		@Override
		public @Nullable String getTrimDirectiveWhitespaces() {
			return text(this.declared.trimDirectiveWhitespaces());
		}

		@Override
		public @Nullable String getDefaultContentType() {
			return this.declared.defaultContentType();
		}

		@Override
		public @Nullable String getBuffer() {
			return this.declared.buffer();
		}

		@Override
		public @Nullable String getErrorOnUndeclaredNamespace() {
			return text(this.declared.errorOnUndeclaredNamespace());
		}

	}

}
