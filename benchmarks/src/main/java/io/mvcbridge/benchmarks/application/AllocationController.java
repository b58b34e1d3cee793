package io.mvcbridge.benchmarks.application;

import java.lang.management.ManagementFactory;

import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.sun.management.ThreadMXBean;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells how much this JVM allocated since it began. Before Java 21 the JVM keeps no such
 * total; then it is the sum over the threads that live, which is exact as long as a
 * server keeps its threads.
 */
@RestController
class AllocationController {

	private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	@GetMapping("/allocated")
	Allocated allocated() throws JMException {
		try {
			// By name, since the method exists from Java 21 on only; this is compiled for
			// 17.
			Object total = this.beans.getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
					"TotalThreadAllocatedBytes");
			return new Allocated((Long) total, "total");
		}
		catch (AttributeNotFoundException ex) {
			return new Allocated(sumOfLiveThreads(), "live threads");
		}
	}

	private long sumOfLiveThreads() {
		long sum = 0;
		for (long bytes : this.threads.getThreadAllocatedBytes(this.threads.getAllThreadIds())) {
			sum += Math.max(bytes, 0);
		}
		return sum;
	}

	record Allocated(long bytes, String source) {

	}

}
