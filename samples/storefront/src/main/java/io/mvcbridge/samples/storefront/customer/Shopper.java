package io.mvcbridge.samples.storefront.customer;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.userdetails.User;

/**
 * The principal of a login: a customer, or the administrator, who has no account and buys
 * nothing.
 */
public class Shopper extends User {

	private static final long serialVersionUID = 1L;

	private final @Nullable Long customerId;

	private Shopper(String username, String passwordHash, String role, @Nullable Long customerId) {
		super(username, passwordHash, List.of(new SimpleGrantedAuthority("ROLE_" + role)));
		this.customerId = customerId;
	}

	static Shopper customer(Customer customer) {
		return new Shopper(customer.getEmail(), customer.getPasswordHash(), "CUSTOMER", customer.getId());
	}

	static Shopper administrator(String username, String passwordHash) {
		return new Shopper(username, passwordHash, "ADMIN", null);
	}

	/**
	 * Return the id of the customer.
	 * @return the id, or null for the administrator
	 */
	public @Nullable Long getCustomerId() {
		return this.customerId;
	}

	/**
	 * Return the id of the customer where only customers come.
	 * @return the id
	 * @throws IllegalStateException if this is the administrator
	 */
	public long requireCustomerId() {
		if (this.customerId == null) {
			throw new IllegalStateException("'" + getUsername() + "' has no customer account");
		}
		return this.customerId;
	}

}
