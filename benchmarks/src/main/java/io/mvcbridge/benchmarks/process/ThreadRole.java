package io.mvcbridge.benchmarks.process;

/**
 * What a thread of a JVM is for, told by its name as the system knows it.
 */
enum ThreadRole {

	/** Compiles; its time says how young the process is, not what a request costs. */
	JIT,

	/** Collects garbage; its time belongs to the requests that made the garbage. */
	GC,

	/** All others. */
	OTHER;

	static ThreadRole of(String name) {
		if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler") || name.startsWith("JVMCI")) {
			return JIT;
		}
		if (name.startsWith("GC Thread") || name.startsWith("G1 ") || name.startsWith("Shenandoah")
				|| name.startsWith("ZWorker") || name.startsWith("ZDriver") || name.startsWith("XWorker")) {
			return GC;
		}
		return OTHER;
	}

}
