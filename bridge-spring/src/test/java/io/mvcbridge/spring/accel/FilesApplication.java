package io.mvcbridge.spring.accel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.mvcbridge.spring.autoconfigure.AcceleratedFilesAutoConfiguration;
import io.mvcbridge.spring.autoconfigure.ReactorNettyServletWebServerAutoConfiguration;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.PathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** Answers with files in all the ways that Spring MVC knows. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ ReactorNettyServletWebServerAutoConfiguration.class, AcceleratedFilesAutoConfiguration.class,
		DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class, ErrorMvcAutoConfiguration.class,
		HttpMessageConvertersAutoConfiguration.class })
class FilesApplication {

	@Bean
	RouterFunction<ServerResponse> functions(@Value("${files.root}") Path root) {
		return RouterFunctions.resources("/functions/**", new FileSystemResource(root + "/"));
	}

	@Bean
	FilterRegistrationBean<ShallowEtagHeaderFilter> shallowEtags() {
		FilterRegistrationBean<ShallowEtagHeaderFilter> registration = new FilterRegistrationBean<>(
				new ShallowEtagHeaderFilter());
		registration.addUrlPatterns("/tagged");
		return registration;
	}

	/** Does to a response what its name says, after the file was returned. */
	@Bean
	FilterRegistrationBean<Filter> afterwards() {
		return new FilterRegistrationBean<>((request, response, chain) -> {
			chain.doFilter(request, response);
			afterwards((HttpServletRequest) request, (HttpServletResponse) response);
		});
	}

	private static void afterwards(HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException {
		String deed = request.getHeader("X-Afterwards");
		if (deed == null) {
			return;
		}
		switch (deed) {
			case "throw" -> throw new ServletException("of a test");
			case "sendError" -> response.sendError(HttpServletResponse.SC_FORBIDDEN);
			case "sendRedirect" -> response.sendRedirect("/elsewhere");
			default -> response.setStatus(Integer.parseInt(deed));
		}
	}

	@RestController
	static class Files {

		private final Path root;

		Files(@Value("${files.root}") Path root) {
			this.root = root;
		}

		@GetMapping(path = "/file", produces = "text/plain")
		Resource file(@RequestParam String name) {
			return new FileSystemResource(this.root.resolve(name));
		}

		@GetMapping(path = "/path", produces = "text/plain")
		ResponseEntity<Resource> path() {
			return ResponseEntity.ok(new PathResource(this.root.resolve("alphabet.txt")));
		}

		@GetMapping(path = "/tagged", produces = "text/plain")
		Resource tagged() {
			return file("alphabet.txt");
		}

		@PostMapping("/file")
		Resource posted() {
			return file("alphabet.txt");
		}

		@GetMapping(path = "/entity", produces = "text/plain")
		ResponseEntity<Resource> entity() {
			return ResponseEntity.ok()
				.eTag("v1")
				.lastModified(784_111_777_000L)
				.cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
				.header(HttpHeaders.CONTENT_DISPOSITION,
						ContentDisposition.attachment().filename("letters.txt").build().toString())
				.body(file("alphabet.txt"));
		}

		@GetMapping(path = "/download/{name}", produces = "text/plain")
		ResponseEntity<Resource> download(@PathVariable String name) {
			return ResponseEntity.ok(file("alphabet.txt"));
		}

		@GetMapping(path = "/callable", produces = "text/plain")
		Callable<Resource> callable() {
			return () -> file("alphabet.txt");
		}

		@GetMapping(path = "/bytes", produces = "text/plain")
		Resource bytes() {
			return new ByteArrayResource("bytes".getBytes(StandardCharsets.US_ASCII));
		}

		@GetMapping(path = "/created", produces = "text/plain")
		ResponseEntity<Resource> created() {
			return ResponseEntity.status(HttpStatus.CREATED).body(file("alphabet.txt"));
		}

		@GetMapping(path = "/three-letters-at-once", produces = "text/plain")
		ResponseEntity<ResourceRegion> chosen() {
			return ResponseEntity.status(HttpStatus.PARTIAL_CONTENT)
				.body(new ResourceRegion(file("alphabet.txt"), 2, 3));
		}

		@GetMapping(path = "/regions", produces = "text/plain")
		ResponseEntity<List<ResourceRegion>> regions() {
			return ResponseEntity.status(HttpStatus.PARTIAL_CONTENT)
				.body(List.of(new ResourceRegion(file("alphabet.txt"), 2, 3)));
		}

		@GetMapping("/stream")
		ResponseBodyEmitter stream() throws IOException {
			ResponseBodyEmitter emitter = new ResponseBodyEmitter();
			emitter.send(file("alphabet.txt"));
			emitter.send("!");
			emitter.complete();
			return emitter;
		}

	}

}
