package io.mvcbridge.jakarta.security;

import java.security.Principal;
import java.util.Objects;
import java.util.Set;

/**
 * Somebody an {@link IdentityStore} knows, and the security roles of the application that
 * he is in.
 *
 * @param principal what {@code getUserPrincipal} answers; its name is that of the user
 * @param roles the names of his roles
 */
public record Identity(Principal principal, Set<String> roles) {

	public Identity {
		Objects.requireNonNull(principal.getName(), "The principal of an identity needs a name");
		roles = Set.copyOf(roles);
	}

	/**
	 * An identity with a principal that is nothing but its name.
	 * @param name the user's name
	 * @param roles the names of his roles
	 * @return the identity
	 */
	public static Identity of(String name, String... roles) {
		return new Identity(new NamedPrincipal(name), Set.of(roles));
	}

	/** The user's name. */
	public String name() {
		return this.principal.getName();
	}

	private record NamedPrincipal(String name) implements Principal {

		@Override
		public String getName() {
			return this.name;
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
