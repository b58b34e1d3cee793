package io.mvcbridge.samples.storefront.web;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ThreadLocalRandom;

import io.mvcbridge.spring.BridgeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells everybody what runs here. Everything is asked from what is running; nothing is
 * written in.
 */
@RestController
class InfoController {

	private final BridgeStatus status;

	InfoController(BridgeStatus status) {
		this.status = status;
	}

	@GetMapping("/info")
	Info info() {
		Thread thread = Thread.currentThread();
		return new Info(ThreadLocalRandom.current().nextInt(), this.status.mode(), this.status.server(),
				this.status.serverVersion(), this.status.nettyVersion(), this.status.bridgeVersion(),
				ProcessHandle.current().pid(), Runtime.version().toString(),
				new Threads(this.status.threads(), thread.getName(),
						ManagementFactory.getThreadMXBean().getThreadCount(), this.status.activeExchanges()),
				this.status.settings());
	}

	/**
	 * The answer.
	 *
	 * @param random another number each time, so that a cached answer shows
	 * @param mode how long a booted application serves
	 * @param server what listens on the port
	 * @param version the version of what listens
	 * @param netty the version of Netty below it
	 * @param bridge the version of MVC Bridge
	 * @param pid the process
	 * @param java the version of Java
	 * @param threads the threads of the process
	 * @param settings what the server was made with
	 */
	record Info(int random, String mode, String server, String version, String netty, String bridge, long pid,
			String java, Threads threads, BridgeStatus.@Nullable Settings settings) {

	}

	/**
	 * Threads.
	 *
	 * @param kind what requests run on
	 * @param current the name of the thread that runs this one
	 * @param live the number of platform threads in the process
	 * @param activeRequests how many requests are being served
	 */
	record Threads(String kind, String current, int live, int activeRequests) {

	}

}
