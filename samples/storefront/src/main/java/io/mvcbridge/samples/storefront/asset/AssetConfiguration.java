package io.mvcbridge.samples.storefront.asset;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.web.WebProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.resource.CachingResourceResolver;
import org.springframework.web.servlet.resource.CssLinkResourceTransformer;
import org.springframework.web.servlet.resource.LiteWebJarsResourceResolver;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.ResourceResolver;
import org.springframework.web.servlet.resource.ResourceUrlProvider;
import org.springframework.web.servlet.resource.ResourceUrlProviderExposingInterceptor;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * Serves the assets. Stands in for Boot's own mappings
 * ({@code spring.web.resources.add-mappings}): those take every path, so that each link
 * of a page, be it to a product, is looked for among the files first.
 */
@Configuration(proxyBeanMethods = false)
class AssetConfiguration {

	private static final String STATIC = "static/";

	/** Where the files are, by the pattern of their paths. */
	private static final Map<String, String> LOCATIONS = Map.of("/css/**", STATIC + "css/", "/js/**", STATIC + "js/",
			"/img/**", STATIC + "img/", "/favicon*.svg", STATIC, "/webjars/**", "META-INF/resources/webjars/");

	@Bean
	SimpleUrlHandlerMapping assetMapping(WebProperties properties, ObjectProvider<BuildProperties> build,
			ResourceUrlProvider urls) throws Exception {
		WebProperties.Resources resources = properties.getResources();
		AssetTransformer transformer = new AssetTransformer(builtAt(build.getIfAvailable()),
				resources.getChain().isCache());
		SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping();
		for (Map.Entry<String, String> location : LOCATIONS.entrySet()) {
			AssetHandler handler = new AssetHandler();
			handler.setLocations(List.of(new ClassPathResource(location.getValue())));
			handler.setResourceResolvers(resolvers(location.getKey(), resources.getChain().isCache()));
			handler.setResourceTransformers(List.of(transformer, new CssLinkResourceTransformer()));
			handler.setCacheControl(resources.getCache().getCachecontrol().toHttpCacheControl());
			handler.setEtagGenerator((resource) -> ((Asset) resource).etag());
			handler.afterPropertiesSet();
			mapping.registerHandler(location.getKey(), handler);
		}
		mapping.setInterceptors(new ResourceUrlProviderExposingInterceptor(urls));
		mapping.setOrder(Ordered.LOWEST_PRECEDENCE - 1);
		return mapping;
	}

	private static @Nullable Instant builtAt(@Nullable BuildProperties build) {
		Instant time = (build != null) ? build.getTime() : null;
		return (time != null) ? time.truncatedTo(ChronoUnit.SECONDS) : null;
	}

	private static List<ResourceResolver> resolvers(String pattern, boolean cached) {
		List<ResourceResolver> resolvers = new ArrayList<>();
		if (cached) {
			resolvers.add(new CachingResourceResolver(new ConcurrentMapCache(pattern)));
		}
		resolvers.add(new VersionResourceResolver().addContentVersionStrategy("/**"));
		resolvers.add(new LiteWebJarsResourceResolver());
		resolvers.add(new PathResourceResolver());
		return resolvers;
	}

}
