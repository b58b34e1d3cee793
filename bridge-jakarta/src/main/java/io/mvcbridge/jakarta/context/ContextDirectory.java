package io.mvcbridge.jakarta.context;

import io.mvcbridge.core.kernel.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The applications that share a host, as one of them may know the others (Servlet 6.1
 * §4.6.2, {@code ServletContext.getContext}). Implemented by the host; asked by servlet
 * threads.
 */
public interface ContextDirectory {

	/** What an application that runs alone sees: nobody. */
	ContextDirectory EMPTY = new ContextDirectory() {

		@Override
		public @Nullable WebApplication find(String path) {
			return null;
		}

		@Override
		public @Nullable Lease lease(WebApplication application) {
			return null;
		}

	};

	/**
	 * Finds the application that serves a path.
	 * @param path a path of the server, beginning with a slash, decoded
	 * @return the application with the longest context path that leads there, null if
	 * there is none
	 */
	@Nullable WebApplication find(String path);

	/**
	 * Takes a lease on an application: it is not closed before that was given back.
	 * @param application an application that {@link #find} has found, perhaps long ago
	 * @return the lease, null if the application was undeployed meanwhile
	 */
	@Nullable Lease lease(WebApplication application);

}
