package io.mvcbridge.samples.storefront.asset;

import java.time.temporal.ChronoUnit;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.web.WebProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceChainRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.CachingResourceResolver;
import org.springframework.web.servlet.resource.CssLinkResourceTransformer;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * Serves the assets. Stands in for Boot's own mappings
 * ({@code spring.web.resources.add-mappings}): those take every path, so that each link
 * of a page, be it to a product, is looked for among the files first.
 */
@Configuration(proxyBeanMethods = false)
class AssetConfiguration implements WebMvcConfigurer {

	private static final List<String> FOLDERS = List.of("css", "js", "img");

	private final WebProperties.Resources properties;

	private final AssetTransformer transformer;

	AssetConfiguration(WebProperties properties, ObjectProvider<BuildProperties> build) {
		this.properties = properties.getResources();
		BuildProperties built = build.getIfAvailable();
		this.transformer = new AssetTransformer(
				(built != null && built.getTime() != null) ? built.getTime().truncatedTo(ChronoUnit.SECONDS) : null,
				this.properties.getChain().isCache());
	}

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		for (String folder : FOLDERS) {
			add(registry, "/" + folder + "/**", "classpath:/static/" + folder + "/");
		}
		add(registry, "/favicon*.svg", "classpath:/static/");
		add(registry, "/webjars/**", "classpath:/META-INF/resources/webjars/");
	}

	private void add(ResourceHandlerRegistry registry, String pattern, String location) {
		ResourceHandlerRegistration registration = registry.addResourceHandler(pattern)
			.addResourceLocations(location)
			.setEtagGenerator((resource) -> ((Asset) resource).etag());
		CacheControl cacheControl = this.properties.getCache().getCachecontrol().toHttpCacheControl();
		if (cacheControl != null) {
			registration.setCacheControl(cacheControl);
		}
		ResourceChainRegistration chain = registration.resourceChain(false);
		if (this.properties.getChain().isCache()) {
			chain.addResolver(new CachingResourceResolver(new ConcurrentMapCache(pattern)));
		}
		chain.addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
		chain.addTransformer(this.transformer).addTransformer(new CssLinkResourceTransformer());
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(new NotModifiedFields());
	}

}
