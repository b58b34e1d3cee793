package io.mvcbridge.jakarta.security;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the security of an application is made from.
 *
 * @param constraints all constraints, those of annotations and programs included
 * @param declaredRoles the security roles of the application
 * @param denyUncovered whether methods that no constraint of a constrained pattern names
 * are denied (Servlet 6.1 §13.8.4.2)
 * @param login how users log in, null if only programs log them in or nobody
 * @param store who knows the users, null if nobody logs in
 * @param securePort the port where clients reach the application by https, 0 if that is
 * not known
 * @param clock tells how old a nonce is
 */
public record SecuritySettings(List<SecurityConstraint> constraints, Set<String> declaredRoles, boolean denyUncovered,
		@Nullable LoginConfig login, @Nullable IdentityStore store, int securePort, InstantSource clock) {

}
