package io.mvcbridge.samples.storefront.cart;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.util.HttpSessionMutexListener;

/**
 * Gives every session an object to lock on, since no server promises that the session
 * itself is the same object in each request.
 */
@Configuration(proxyBeanMethods = false)
class CartConfiguration {

	@Bean
	HttpSessionMutexListener httpSessionMutexListener() {
		return new HttpSessionMutexListener();
	}

}
