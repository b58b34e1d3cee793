package io.mvcbridge.samples.storefront.asset;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Lets 304 say as much as 200 does (RFC 9110 §15.4.5): Spring leaves out what the
 * resource itself says, and a cache would take an immutable file for one that lives an
 * hour.
 */
class NotModifiedFields implements HandlerInterceptor {

	@Override
	public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable ModelAndView view) {
		if (response.getStatus() == HttpServletResponse.SC_NOT_MODIFIED && handler instanceof ResourceHttpRequestHandler
				&& request.getAttribute(AssetTransformer.ASSET_ATTRIBUTE) instanceof Asset asset) {
			asset.getResponseHeaders().forEach((name, values) -> {
				if (!name.equalsIgnoreCase("Content-Encoding")) {
					response.setHeader(name, String.join(", ", values));
				}
			});
		}
	}

}
