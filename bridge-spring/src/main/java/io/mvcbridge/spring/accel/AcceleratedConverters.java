package io.mvcbridge.spring.accel;

import java.util.List;

import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters.ServerBuilder;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets the files that controllers and handler functions return be sent by the proxy, if
 * they lie in the application's accelerated folder. Only Spring's own converters are
 * replaced: one of the application may write other bytes than the file has.
 */
public final class AcceleratedConverters implements WebMvcConfigurer, Ordered {

	/** After those who add converters and change them. */
	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public void configureMessageConverters(ServerBuilder builder) {
		builder.configureMessageConvertersList(AcceleratedConverters::replace);
	}

	private static void replace(List<HttpMessageConverter<?>> converters) {
		converters.replaceAll(AcceleratedConverters::replacement);
	}

	private static HttpMessageConverter<?> replacement(HttpMessageConverter<?> converter) {
		if (converter instanceof ResourceHttpMessageConverter whole) {
			return replacement(whole);
		}
		return (converter instanceof ResourceRegionHttpMessageConverter region) ? replacement(region) : converter;
	}

	static ResourceHttpMessageConverter replacement(ResourceHttpMessageConverter converter) {
		return (converter.getClass() == ResourceHttpMessageConverter.class)
				? new AcceleratedResourceConverter(converter) : converter;
	}

	static ResourceRegionHttpMessageConverter replacement(ResourceRegionHttpMessageConverter converter) {
		return (converter.getClass() == ResourceRegionHttpMessageConverter.class)
				? new AcceleratedRegionConverter(converter) : converter;
	}

}
