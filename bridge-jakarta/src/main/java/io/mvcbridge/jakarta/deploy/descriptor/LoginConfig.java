package io.mvcbridge.jakarta.deploy.descriptor;

import org.jspecify.annotations.Nullable;

/**
 * How users log in: {@code <login-config>}.
 *
 * @param authMethod {@code BASIC}, {@code DIGEST}, {@code FORM}, {@code CLIENT-CERT} or a
 * name of the container's own; null if not said
 * @param realm the realm, null if not said
 * @param formLoginPage the path of the page with the form; never null with {@code FORM}
 * @param formErrorPage the path of the page after a failure; never null with {@code FORM}
 * @param source where it was said
 */
public record LoginConfig(@Nullable String authMethod, @Nullable String realm, @Nullable String formLoginPage,
		@Nullable String formErrorPage, Source source) {
}
