package io.mvcbridge.benchmarks.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.mvcbridge.benchmarks.BenchmarkException;

/**
 * One row of a comparison: a server with a kind of threads and perhaps settings of its
 * own.
 *
 * @param name in tables and charts, such as {@code tomcat-virtual}
 * @param server what it is
 * @param threads what requests run on
 * @param jar the application for it
 * @param jvmArguments for this candidate alone
 * @param arguments of the application for this candidate alone
 */
public record Candidate(String name, ServerKind server, ThreadKind threads, Path jar, List<String> jvmArguments,
		List<String> arguments) {

	/**
	 * Every combination of servers and kinds of threads that exists on a Java version.
	 * @param benchmarks the folder of the benchmarks
	 * @throws BenchmarkException for a name that is none
	 */
	public static List<Candidate> combine(List<String> servers, List<String> threads, int java, Path benchmarks) {
		List<Candidate> candidates = new ArrayList<>();
		List<ThreadKind> kinds = threads.stream().map(Candidate::threadKind).toList();
		for (ServerKind server : servers.stream().map(Candidate::serverKind).toList()) {
			// A server with one kind only has that, whatever was asked for.
			for (ThreadKind kind : (server == ServerKind.WEBFLUX) ? List.of(ThreadKind.PLATFORM) : kinds) {
				if (kind.existsOn(server) && java >= kind.leastJava()) {
					candidates.add(plain(server, kind, benchmarks));
				}
			}
		}
		return candidates;
	}

	private static Candidate plain(ServerKind server, ThreadKind kind, Path benchmarks) {
		String name = (server == ServerKind.WEBFLUX) ? server.label() : server.label() + "-" + kind.label();
		return new Candidate(name, server, kind, server.jar(benchmarks), kind.jvmArguments(), kind.arguments());
	}

	/**
	 * Reads {@code NAME=SERVER/THREADS [jar=FILE] [ARGUMENT]...}: arguments that begin
	 * with {@code -D}, {@code -X} or {@code --add-} are the JVM's.
	 */
	public static Candidate parse(String text, Path benchmarks) {
		String[] words = text.strip().split("\\s+");
		int equals = words[0].indexOf('=');
		int slash = words[0].indexOf('/', equals);
		if (equals < 1 || slash < 0) {
			throw new BenchmarkException(
					"A candidate is given as 'NAME=SERVER/THREADS [jar=FILE] [ARGUMENT]...', not '" + text + "'");
		}
		Candidate plain = plain(serverKind(words[0].substring(equals + 1, slash)),
				threadKind(words[0].substring(slash + 1)), benchmarks);
		Path jar = plain.jar();
		List<String> jvm = new ArrayList<>(plain.jvmArguments());
		List<String> application = new ArrayList<>(plain.arguments());
		for (String word : Arrays.asList(words).subList(1, words.length)) {
			if (word.startsWith("jar=")) {
				jar = Path.of(word.substring("jar=".length()));
			}
			else if (word.startsWith("-D") || word.startsWith("-X") || word.startsWith("--add-")) {
				jvm.add(word);
			}
			else {
				application.add(word);
			}
		}
		return new Candidate(words[0].substring(0, equals), plain.server(), plain.threads(), jar, List.copyOf(jvm),
				List.copyOf(application));
	}

	/** The same with one more argument of the application. */
	public Candidate with(String argument) {
		List<String> more = new ArrayList<>(this.arguments);
		more.add(argument);
		return new Candidate(this.name, this.server, this.threads, this.jar, this.jvmArguments, List.copyOf(more));
	}

	void requireJar() {
		if (!Files.isRegularFile(this.jar)) {
			throw new BenchmarkException("There is no " + this.jar + ": build it with ./mvnw -Pbenchmark package");
		}
	}

	private static ServerKind serverKind(String label) {
		for (ServerKind kind : ServerKind.values()) {
			if (kind.label().equals(label)) {
				return kind;
			}
		}
		throw new BenchmarkException("No server is named '" + label + "'; there are bridge, tomcat, jetty, webflux");
	}

	private static ThreadKind threadKind(String label) {
		for (ThreadKind kind : ThreadKind.values()) {
			if (kind.label().equals(label)) {
				return kind;
			}
		}
		throw new BenchmarkException(
				"No kind of threads is named '" + label + "'; there are platform, virtual, event-loop");
	}

}
