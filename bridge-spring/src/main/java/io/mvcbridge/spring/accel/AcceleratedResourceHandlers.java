package io.mvcbridge.spring.accel;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Lets the files that handlers of static resources find be sent by the proxy, if they lie
 * in the application's accelerated folder. Such handlers have converters of their own,
 * and are seldom beans: they are found in the mappings.
 */
public final class AcceleratedResourceHandlers implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		accelerate(bean);
		if (bean instanceof AbstractUrlHandlerMapping mapping) {
			mapping.getHandlerMap().values().forEach(AcceleratedResourceHandlers::accelerate);
		}
		return bean;
	}

	private static void accelerate(Object handler) {
		if (handler instanceof ResourceHttpRequestHandler resources) {
			ResourceHttpMessageConverter whole = resources.getResourceHttpMessageConverter();
			if (whole != null) {
				resources.setResourceHttpMessageConverter(AcceleratedConverters.replacement(whole));
			}
			ResourceRegionHttpMessageConverter region = resources.getResourceRegionHttpMessageConverter();
			if (region != null) {
				resources.setResourceRegionHttpMessageConverter(AcceleratedConverters.replacement(region));
			}
		}
	}

}
