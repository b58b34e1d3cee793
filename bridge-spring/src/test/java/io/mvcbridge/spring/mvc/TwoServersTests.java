package io.mvcbridge.spring.mvc;

import io.mvcbridge.spring.BridgeStatus;
import io.mvcbridge.spring.TestHttp;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers in one JVM must not meet. */
class TwoServersTests {

	@Test
	void twoCachedTestContextsAnswerEachOnItsOwnPort() throws Exception {
		ApplicationContext first = new TestContextManager(First.class).getTestContext().getApplicationContext();
		ApplicationContext second = new TestContextManager(Second.class).getTestContext().getApplicationContext();
		assertThat(first).isNotSameAs(second);
		int firstPort = port(first, "local.server.port");
		int secondPort = port(second, "local.server.port");
		assertThat(TestHttp.get(firstPort, "/first/hello").statusCode()).isEqualTo(200);
		assertThat(TestHttp.get(secondPort, "/second/hello").statusCode()).isEqualTo(200);
		assertThat(TestHttp.get(firstPort, "/second/hello").statusCode()).isEqualTo(404);
		assertThat(TestHttp.get(secondPort, "/first/hello").statusCode()).isEqualTo(404);
		assertThat(first.getBean(BridgeStatus.class).port()).isEqualTo(firstPort);
		assertThat(second.getBean(BridgeStatus.class).port()).isEqualTo(secondPort);
	}

	@Test
	void aManagementPortOfItsOwnServesTheActuatorAndNothingElse() throws Exception {
		ApplicationContext context = new TestContextManager(Second.class).getTestContext().getApplicationContext();
		int main = port(context, "local.server.port");
		int management = port(context, "local.management.port");
		assertThat(management).isNotEqualTo(main);
		assertThat(TestHttp.get(management, "/manage/actuator/health").body()).contains("\"status\":\"UP\"");
		assertThat(TestHttp.get(management, "/second/hello").statusCode()).isEqualTo(404);
		assertThat(TestHttp.get(main, "/second/actuator/health").statusCode()).isEqualTo(404);
		assertThat(TestHttp.get(main, "/second/hello").statusCode()).isEqualTo(200);
	}

	@Test
	void anUnknownPathOfTheManagementPortIsAnsweredByItsOwnErrorPage() throws Exception {
		ApplicationContext context = new TestContextManager(Second.class).getTestContext().getApplicationContext();
		assertThat(TestHttp
			.get(port(context, "local.management.port"), "/manage/actuator/nothing", "Accept", "application/json")
			.body()).contains("\"status\":404");
	}

	private static int port(ApplicationContext context, String property) {
		return context.getEnvironment().getRequiredProperty(property, Integer.class);
	}

	@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = MvcApplication.class,
			properties = "server.servlet.context-path=/first")
	static class First {

	}

	@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, classes = MvcApplication.class, properties = {
			"server.servlet.context-path=/second", "management.server.port=0", "management.server.base-path=/manage" })
	static class Second {

	}

}
