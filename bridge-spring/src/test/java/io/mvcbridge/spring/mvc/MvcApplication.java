package io.mvcbridge.spring.mvc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.error.DefaultErrorAttributes;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** An ordinary Spring MVC application, as a user would write it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(excludeName = { "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
		"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration" })
@Import({ MvcApplication.PlainController.class, MvcApplication.AsyncController.class,
		MvcApplication.FormController.class })
class MvcApplication {

	/** Fails for those who ask for it: the error page then fails too. */
	@Bean
	DefaultErrorAttributes errorAttributes() {
		return new DefaultErrorAttributes() {

			@Override
			public Map<String, Object> getErrorAttributes(WebRequest request, ErrorAttributeOptions options) {
				if (request.getHeader("X-Break-Error-Page") != null) {
					throw new IllegalStateException("the error page fails too");
				}
				return super.getErrorAttributes(request, options);
			}

		};
	}

	@Bean(destroyMethod = "shutdownNow")
	ExecutorService workers() {
		return Executors.newFixedThreadPool(2);
	}

	record Item(String name, int amount) {

	}

	@RestController
	static class PlainController {

		@GetMapping("/hello")
		String hello() {
			return "Hello World";
		}

		@GetMapping("/path/{name}")
		String path(@PathVariable String name, HttpServletRequest request) {
			return name + " " + request.getRequestURI() + " " + request.getServletPath();
		}

		@GetMapping("/number/{number}")
		int number(@PathVariable int number) {
			return number;
		}

		@PostMapping("/items")
		ResponseEntity<Item> item(@RequestBody Item item) {
			return ResponseEntity.status(HttpStatus.CREATED).header("Location", "/items/1").body(item);
		}

		@GetMapping("/boom")
		String boom() {
			throw new IllegalStateException("secret");
		}

		@GetMapping("/gone")
		String gone() {
			throw new ResponseStatusException(HttpStatus.GONE, "sold out");
		}

		@GetMapping("/tagged")
		ResponseEntity<String> tagged() {
			return ResponseEntity.ok().eTag("v1").body("tagged");
		}

		@GetMapping("/visits")
		int visits(HttpSession session) {
			Integer visits = (Integer) session.getAttribute("visits");
			visits = (visits != null) ? visits + 1 : 1;
			session.setAttribute("visits", visits);
			return visits;
		}

		@GetMapping("/thread")
		String thread() {
			return Thread.currentThread().toString();
		}

		@GetMapping("/whoami")
		String whoAmI(HttpServletRequest request) {
			return request.getScheme() + "://" + request.getServerName() + ":" + request.getServerPort() + " "
					+ request.getRemoteAddr();
		}

	}

	@RestController
	static class AsyncController {

		private final ExecutorService workers;

		AsyncController(ExecutorService workers) {
			this.workers = workers;
		}

		@GetMapping("/callable")
		Callable<String> callable() {
			return () -> "from a callable";
		}

		@GetMapping("/callable/boom")
		Callable<String> failingCallable() {
			return () -> {
				throw new IllegalStateException("secret");
			};
		}

		@GetMapping("/deferred")
		DeferredResult<String> deferred() {
			DeferredResult<String> result = new DeferredResult<>();
			this.workers.execute(() -> result.setResult("from another thread"));
			return result;
		}

		@GetMapping("/deferred/never")
		DeferredResult<String> never() {
			return new DeferredResult<>(50L, () -> "timed out");
		}

		@GetMapping(path = "/stream", produces = "text/plain")
		StreamingResponseBody stream() {
			return (out) -> {
				for (int i = 0; i < 2000; i++) {
					out.write("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n"
						.getBytes(StandardCharsets.US_ASCII));
				}
			};
		}

		@GetMapping("/events")
		SseEmitter events() {
			SseEmitter emitter = new SseEmitter(Duration.ofSeconds(30).toMillis());
			this.workers.execute(() -> {
				try {
					for (int i = 1; i <= 3; i++) {
						emitter.send(SseEmitter.event().id(String.valueOf(i)).data("event " + i));
					}
					emitter.complete();
				}
				catch (IOException ex) {
					emitter.completeWithError(ex);
				}
			});
			return emitter;
		}

		private final CountDownLatch firstEventRead = new CountDownLatch(1);

		/** The second event leaves only when the client has read the first. */
		@GetMapping("/events/dialogue")
		SseEmitter dialogue() {
			SseEmitter emitter = new SseEmitter(Duration.ofSeconds(30).toMillis());
			this.workers.execute(() -> {
				try {
					emitter.send("first");
					emitter.send(this.firstEventRead.await(10, TimeUnit.SECONDS) ? "second" : "nobody read the first");
					emitter.complete();
				}
				catch (IOException | InterruptedException ex) {
					emitter.completeWithError(ex);
				}
			});
			return emitter;
		}

		@PostMapping("/events/dialogue")
		void firstEventRead() {
			this.firstEventRead.countDown();
		}

	}

	@Controller
	static class FormController {

		@PostMapping("/form")
		ResponseEntity<String> form(@RequestParam Map<String, String> fields) {
			return ResponseEntity.ok(fields.toString());
		}

		@PostMapping("/upload")
		ResponseEntity<String> upload(@RequestParam MultipartFile file, @RequestParam(required = false) String title)
				throws IOException {
			return ResponseEntity.ok()
				.contentType(MediaType.TEXT_PLAIN)
				.body(title + " " + file.getOriginalFilename() + " " + file.getSize() + " "
						+ new String(file.getBytes(), 0, 5, StandardCharsets.UTF_8));
		}

		@GetMapping("/redirect")
		String redirect() {
			return "redirect:/hello";
		}

		@GetMapping("/forward")
		String forward() {
			return "forward:/hello";
		}

	}

}
