package io.mvcbridge.core.server;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.mvcbridge.core.kernel.KernelHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The tests of this module run with java.lang opened. */
@Timeout(60)
class LoopThreadFactoryTests {

	@Test
	@DisabledForJreRange(min = JRE.JAVA_21)
	void beforeJava21ThereAreNone() {
		String obstacle = "it needs virtual threads, and this is Java " + Runtime.version().feature()
				+ ". Run on Java 21 or later";
		assertThat(LoopThreadFactory.obstacle()).isEqualTo(obstacle);
		assertThatIllegalStateException().isThrownBy(() -> LoopThreadFactory.newThread(Runnable::run, "a", () -> {
		})).withMessage("Event loops cannot carry virtual threads: " + obstacle);
		assertThatIllegalStateException().isThrownBy(LoopThreadFactory::defaultScheduler);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void fromJava21OnTheSchedulerIsOurs() throws Exception {
		assertThat(LoopThreadFactory.obstacle()).isNull();
		List<Runnable> turns = new ArrayList<>();
		AtomicReference<String> ran = new AtomicReference<>();
		Thread thread = LoopThreadFactory.newThread(turns::add, "mine",
				() -> ran.set(Thread.currentThread().toString()));
		thread.start();
		assertThat(ran).hasNullValue();
		assertThat(turns).hasSize(1);
		turns.get(0).run();
		assertThat(ran.get()).startsWith("VirtualThread[#")
			.endsWith(",mine]/runnable@" + Thread.currentThread().getName());
		assertThat(thread.isAlive()).isFalse();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void defaultSchedulerIsWhereTheJdkRunsVirtualThreads() throws Exception {
		AtomicReference<String> ran = new AtomicReference<>();
		Thread thread = LoopThreadFactory.newThread(LoopThreadFactory.defaultScheduler(), "its",
				() -> ran.set(Thread.currentThread().toString()));
		thread.start();
		thread.join();
		assertThat(ran.get()).matches("VirtualThread\\[#\\d+,its]/runnable@ForkJoinPool-1-worker-\\d+");
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void withoutTheOptionTheObstacleNamesIt() throws Exception {
		assertThat(obstacleInOwnJvm()).isEqualTo("java.base does not open java.lang to it. Start Java with "
				+ "--add-opens=java.base/java.lang=ALL-UNNAMED, "
				+ "or let the manifest of the executable jar have the line Add-Opens: java.base/java.lang");
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void withTheOptionThereIsNoObstacle() throws Exception {
		assertThat(obstacleInOwnJvm("--add-opens", "java.base/java.lang=ALL-UNNAMED")).isEqualTo("null");
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, max = JRE.JAVA_25)
	void withoutTheOptionTheServerWarnsAndTakesOrdinaryVirtualThreads() throws Exception {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		assertThat(run(Server.class, List.of("-cp", classPath)))
			.contains("WARN  [main] i.m.c.s.LoopCarriedThreads Requests run on ordinary virtual threads, because event "
					+ "loops cannot carry them: java.base does not open java.lang to it. Start Java with --add-opens=")
			.endsWith("threads: VIRTUAL");
	}

	@Test
	@DisabledForJreRange(min = JRE.JAVA_21)
	void beforeJava21TheServerIsRefused() {
		ServerSettings settings = ServerSettings.builder().threads(ThreadKind.EVENT_LOOP).build();
		assertThatIllegalStateException().isThrownBy(() -> new BridgeServer(settings, new KernelHost()))
			.withMessageStartingWith("Virtual threads need Java 21 or later, this is Java ");
	}

	private static String obstacleInOwnJvm(String... options) throws Exception {
		List<String> arguments = new ArrayList<>(List.of(options));
		arguments
			.addAll(List.of("-cp", classes(LoopThreadFactory.class) + File.pathSeparator + classes(Obstacle.class)));
		return run(Obstacle.class, arguments);
	}

	private static String run(Class<?> program, List<String> options) throws Exception {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		List<String> command = new ArrayList<>(List.of(java));
		command.addAll(options);
		command.add(program.getName());
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS").forEach(builder.environment()::remove);
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
		return output.strip();
	}

	private static Path classes(Class<?> type) throws Exception {
		return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
	}

	/** Says what the obstacle is in a JVM of its own. */
	static final class Obstacle {

		private Obstacle() {
		}

		public static void main(String[] args) {
			System.out.println(LoopThreadFactory.obstacle());
		}

	}

	/** Makes a server in a JVM of its own. */
	static final class Server {

		private Server() {
		}

		public static void main(String[] args) {
			ServerSettings settings = ServerSettings.builder().port(0).threads(ThreadKind.EVENT_LOOP).build();
			try (BridgeServer server = new BridgeServer(settings, new KernelHost())) {
				System.out.println("threads: " + server.threadKind());
			}
		}

	}

}
