package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;
import java.util.regex.Pattern;

import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import org.jspecify.annotations.Nullable;

/** Security constraints and login. */
final class SecurityElements {

	/** A token of RFC 9110 §5.6.2, which the name of a method is. */
	private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");

	/** What descriptors say; the API knows no INTEGRAL. */
	private enum Guarantee {

		NONE, INTEGRAL, CONFIDENTIAL

	}

	private SecurityElements() {
	}

	static SecurityConstraint constraint(XmlElement element) {
		element.allow("web-resource-collection", "auth-constraint", "user-data-constraint");
		List<SecurityConstraint.ResourceCollection> collections = element.children("web-resource-collection")
			.stream()
			.map(SecurityElements::collection)
			.toList();
		if (collections.isEmpty()) {
			throw element.error("<security-constraint> has no <web-resource-collection>, which is required; add it");
		}
		XmlElement auth = element.child("auth-constraint");
		List<String> roles = (auth != null)
				? auth.allow("role-name").children().stream().map(XmlElement::requiredText).toList() : null;
		return new SecurityConstraint(collections, roles, transport(element.child("user-data-constraint")),
				element.source());
	}

	private static SecurityConstraint.ResourceCollection collection(XmlElement element) {
		element.allow("web-resource-name", "url-pattern", "http-method", "http-method-omission");
		String name = element.textOf("web-resource-name");
		List<Setting<String>> patterns = ElementValues.patterns(element);
		if (patterns.isEmpty()) {
			throw element.error("<web-resource-collection> has no <url-pattern>, which is required, "
					+ "since without it nothing is protected; add it");
		}
		List<String> methods = methods(element, "http-method");
		List<String> omissions = methods(element, "http-method-omission");
		if (!methods.isEmpty() && !omissions.isEmpty()) {
			throw element.error("<web-resource-collection> has both <http-method> and <http-method-omission>; "
					+ "name either the methods that are meant or those that are not");
		}
		return new SecurityConstraint.ResourceCollection((name != null) ? name : "", patterns, methods, omissions,
				element.source());
	}

	private static List<String> methods(XmlElement collection, String name) {
		return collection.children(name).stream().map((element) -> {
			String method = element.requiredText();
			if (!TOKEN.matcher(method).matches()) {
				throw element
					.error("<" + name + "> is '" + method + "', which is no method of HTTP; write one like 'GET'");
			}
			return method;
		}).toList();
	}

	private static TransportGuarantee transport(@Nullable XmlElement element) {
		if (element == null) {
			return TransportGuarantee.NONE;
		}
		XmlElement guarantee = element.allow("transport-guarantee").required("transport-guarantee");
		return switch (ElementValues.constant(guarantee, Guarantee.class)) {
			case NONE -> TransportGuarantee.NONE;
			case INTEGRAL, CONFIDENTIAL -> TransportGuarantee.CONFIDENTIAL;
		};
	}

	static LoginConfig loginConfig(XmlElement element) {
		element.allow("auth-method", "realm-name", "form-login-config");
		String method = element.textOf("auth-method");
		XmlElement realm = element.child("realm-name");
		XmlElement form = element.child("form-login-config");
		if (form == null && "FORM".equals(method)) {
			throw element.error("<auth-method> is 'FORM', but there is no <form-login-config>; add it with "
					+ "<form-login-page> and <form-error-page>");
		}
		return new LoginConfig(method, (realm != null) ? realm.text() : null, page(form, "form-login-page"),
				page(form, "form-error-page"), element.source());
	}

	private static @Nullable String page(@Nullable XmlElement form, String name) {
		return (form != null) ? ElementValues.path(form.allow("form-login-page", "form-error-page").required(name))
				: null;
	}

}
