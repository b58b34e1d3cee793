package io.mvcbridge.jakarta;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

class SecurityConstraintTests {

	@RegisterExtension
	final ServletFixture server = new ServletFixture();

	private void deploy(ServletSecurityElement constraint) throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			var registration = context.addServlet("inside", new Inside());
			registration.setServletSecurity(constraint);
			registration.addMapping("/inside");
		}));
	}

	@Test
	void whatIsForARoleIsForNobody() throws Exception {
		deploy(new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.NONE, "ADMIN")));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void whatIsDeniedToAllIsForNobody() throws Exception {
		deploy(new ServletSecurityElement(new HttpConstraintElement(EmptyRoleSemantic.DENY)));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void whatNeedsAConfidentialTransportIsNotServedWithout() throws Exception {
		deploy(new ServletSecurityElement(new HttpConstraintElement(TransportGuarantee.CONFIDENTIAL)));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void constraintOfAMethodCountsForThatMethodOnly() throws Exception {
		deploy(new ServletSecurityElement(
				List.of(new HttpMethodConstraintElement("PUT", new HttpConstraintElement(EmptyRoleSemantic.DENY)))));
		assertThat(this.server.get("/inside").text()).isEqualTo("inside");
		assertThat(this.server.exchange("PUT", "/inside", new String[0], "").status()).isEqualTo(403);
	}

	@Test
	void annotationOfTheClassCounts() throws Exception {
		this.server.deploy((builder) -> builder
			.initializer((context) -> context.addServlet("inside", Annotated.class).addMapping("/inside")));
		assertThat(this.server.get("/inside").status()).isEqualTo(403);
	}

	@Test
	void forwardOfTheApplicationIsNotConstrained() throws Exception {
		this.server.deploy((builder) -> builder.initializer((context) -> {
			context.addServlet("inside", Annotated.class).addMapping("/inside");
			context
				.addServlet("door", ServletFixture
					.servlet((request, response) -> request.getRequestDispatcher("/inside").forward(request, response)))
				.addMapping("/door");
		}));
		assertThat(this.server.get("/door").text()).isEqualTo("inside");
	}

	static class Inside extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			response.getWriter().print("inside");
		}

	}

	@ServletSecurity(@HttpConstraint(rolesAllowed = "ADMIN"))
	static class Annotated extends Inside {

		private static final long serialVersionUID = 1L;

	}

}
