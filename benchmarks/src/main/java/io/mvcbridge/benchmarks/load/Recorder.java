package io.mvcbridge.benchmarks.load;

/**
 * Hears what became of each request, on the thread of the client. All times are
 * nanoseconds from the beginning of the run.
 */
public interface Recorder {

	/**
	 * A request was sent that had a connection to go on.
	 * @param due when it was due
	 * @param sent when it went: later is the generator's own fault
	 */
	void sent(long due, long sent);

	/**
	 * A request got a complete answer with a status of 2xx.
	 * @param index which one
	 * @param due when it was due, which latency counts from
	 * @param answered when the last byte was there
	 */
	void answered(long index, long due, long answered);

	/**
	 * A request got another status or none.
	 * @param index which one
	 * @param due when it was due
	 * @param why in a few words
	 */
	void failed(long index, long due, String why);

}
