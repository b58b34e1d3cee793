package io.mvcbridge.samples.storefront.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Three doors: the actuator, the JSON API and the pages. Each request is authorized once;
 * what an asynchronous request or an error page dispatches to belongs to the request that
 * was let in.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	private static final String CONTENT_SECURITY_POLICY = "default-src 'self'; object-src 'none'; base-uri 'self'; "
			+ "form-action 'self'; frame-ancestors 'none'";

	@Bean
	@Order(1)
	SecurityFilterChain actuatorSecurity(HttpSecurity http) {
		return http.securityMatcher(EndpointRequest.toAnyEndpoint())
			.authorizeHttpRequests((requests) -> requests.requestMatchers(EndpointRequest.to("health", "info"))
				.permitAll()
				.anyRequest()
				.hasRole("ADMIN"))
			.csrf((csrf) -> csrf.ignoringRequestMatchers(SecurityConfiguration::bringsItsOwnCredentials))
			.requestCache((cache) -> cache.disable())
			.httpBasic(Customizer.withDefaults())
			.build();
	}

	@Bean
	@Order(2)
	SecurityFilterChain apiSecurity(HttpSecurity http, ProblemResponses problems) {
		return http.securityMatcher("/api/**")
			.authorizeHttpRequests((requests) -> requests.dispatcherTypeMatchers(DispatcherType.ASYNC)
				.permitAll()
				.requestMatchers("/api/warehouse/**")
				.hasRole("ADMIN")
				.requestMatchers("/api/orders/**")
				.hasRole("CUSTOMER")
				.anyRequest()
				.permitAll())
			.csrf((csrf) -> csrf.ignoringRequestMatchers(SecurityConfiguration::bringsItsOwnCredentials))
			.requestCache((cache) -> cache.disable())
			.httpBasic((basic) -> basic.authenticationEntryPoint(problems))
			.exceptionHandling((handling) -> handling.authenticationEntryPoint(problems).accessDeniedHandler(problems))
			.build();
	}

	@Bean
	@Order(3)
	SecurityFilterChain pageSecurity(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests
				.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR, DispatcherType.FORWARD)
				.permitAll()
				.requestMatchers("/warehouse/**")
				.hasRole("ADMIN")
				.requestMatchers("/checkout", "/account/**")
				.hasRole("CUSTOMER")
				.requestMatchers("/orders/**")
				.authenticated()
				.anyRequest()
				.permitAll())
			.formLogin((login) -> login.loginPage("/login").usernameParameter("email").permitAll())
			.logout((logout) -> logout.logoutSuccessUrl("/?bye"))
			.headers((headers) -> headers
				.contentSecurityPolicy((policy) -> policy.policyDirectives(CONTENT_SECURITY_POLICY)))
			.build();
	}

	@Bean
	PasswordEncoder passwordEncoder() {
		return PasswordEncoderFactories.createDelegatingPasswordEncoder();
	}

	// A browser never adds this header to what another site makes it send, unless that
	// site may do so by CORS; so a request that has it needs no CSRF token.
	private static boolean bringsItsOwnCredentials(HttpServletRequest request) {
		String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
		return authorization != null && authorization.regionMatches(true, 0, "Basic ", 0, 6);
	}

}
