package io.mvcbridge.samples.storefront.security;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

/**
 * Answers, with problem details, API requests that security stops before they reach a
 * controller.
 */
@Component
class ProblemResponses implements AuthenticationEntryPoint, AccessDeniedHandler {

	private final JsonMapper mapper;

	ProblemResponses(JsonMapper mapper) {
		this.mapper = mapper;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
			throws IOException {
		response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Storefront\", charset=\"UTF-8\"");
		write(response, HttpStatus.UNAUTHORIZED, "Log in, or send your e-mail address and password with HTTP Basic.");
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException exception)
			throws IOException {
		write(response, HttpStatus.FORBIDDEN, exception.getMessage());
	}

	private void write(HttpServletResponse response, HttpStatus status, String detail) throws IOException {
		response.setStatus(status.value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		this.mapper.writeValue(response.getOutputStream(), ProblemDetail.forStatusAndDetail(status, detail));
	}

}
