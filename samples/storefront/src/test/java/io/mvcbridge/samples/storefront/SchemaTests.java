package io.mvcbridge.samples.storefront;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.RepeatedTest;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import static org.assertj.core.api.Assertions.assertThatNoException;

class SchemaTests {

	private static final int INSTANCES = 4;

	@RepeatedTest(20)
	void severalInstancesMayCreateItAtTheSameMoment() throws Exception {
		String url = "jdbc:h2:mem:schema;DB_CLOSE_DELAY=0";
		CyclicBarrier start = new CyclicBarrier(INSTANCES);
		ExecutorService instances = Executors.newFixedThreadPool(INSTANCES);
		try (Connection keepsItInMemory = DriverManager.getConnection(url)) {
			List<Future<?>> started = new ArrayList<>();
			for (int i = 0; i < INSTANCES; i++) {
				started.add(instances.submit(() -> {
					try (Connection connection = DriverManager.getConnection(url)) {
						start.await();
						ScriptUtils.executeSqlScript(connection, new ClassPathResource("schema.sql"));
					}
					return null;
				}));
			}
			for (Future<?> instance : started) {
				assertThatNoException().isThrownBy(() -> instance.get(30, TimeUnit.SECONDS));
			}
		}
		finally {
			instances.shutdownNow();
		}
	}

}
