package io.mvcbridge.jakarta.deploy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mvcbridge.jakarta.context.WebApplicationBuilder;
import io.mvcbridge.jakarta.deploy.descriptor.LoginConfig;
import io.mvcbridge.jakarta.deploy.descriptor.SecurityConstraint.ResourceCollection;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration.RoleReference;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import io.mvcbridge.jakarta.security.SecurityConstraint;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;

/** Sets what a descriptor says of security (Servlet 6.1 §13.8). */
final class DescriptorSecurity {

	private final WebDescriptor descriptor;

	DescriptorSecurity(WebDescriptor descriptor) {
		this.descriptor = descriptor;
	}

	void apply(WebApplicationBuilder<?> builder) {
		builder.metadataComplete(this.descriptor.metadataComplete())
			.denyUncoveredMethods(this.descriptor.denyUncoveredHttpMethods())
			.securityRole(this.descriptor.securityRoles().stream().map(Setting::value).toArray(String[]::new));
		for (var constraint : this.descriptor.securityConstraints()) {
			apply(builder, constraint);
		}
		for (ServletDeclaration servlet : this.descriptor.servlets()) {
			for (RoleReference reference : servlet.roleReferences()) {
				if (reference.link() != null) {
					builder.roleLink(servlet.name(), reference.name(), reference.link());
				}
			}
		}
		if (this.descriptor.loginConfig() != null) {
			apply(builder, this.descriptor.loginConfig());
		}
	}

	private static void apply(WebApplicationBuilder<?> builder,
			io.mvcbridge.jakarta.deploy.descriptor.SecurityConstraint constraint) {
		List<String> roles = constraint.roles();
		for (ResourceCollection collection : constraint.collections()) {
			List<String> patterns = collection.patterns().stream().map(Setting::value).toList();
			try {
				builder.securityConstraint(new SecurityConstraint(patterns, set(collection.methods()),
						set(collection.methodOmissions()), (roles != null) ? set(roles) : null,
						constraint.transport() == TransportGuarantee.CONFIDENTIAL, collection.source().toString()));
			}
			catch (IllegalArgumentException ex) {
				throw new DeploymentException(collection.source() + ": " + ex.getMessage(), ex);
			}
		}
	}

	private static Set<String> set(List<String> values) {
		return new LinkedHashSet<>(values);
	}

	private static void apply(WebApplicationBuilder<?> builder, LoginConfig login) {
		try {
			builder.loginConfig(io.mvcbridge.jakarta.security.LoginConfig.of(login.authMethod(), login.realm(),
					login.formLoginPage(), login.formErrorPage()));
		}
		catch (IllegalArgumentException ex) {
			throw new DeploymentException(login.source() + ": " + ex.getMessage(), ex);
		}
	}

}
