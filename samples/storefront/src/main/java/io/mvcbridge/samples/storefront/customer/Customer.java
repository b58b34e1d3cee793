package io.mvcbridge.samples.storefront.customer;

import java.time.Instant;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/**
 * Somebody with an account.
 */
@Entity
public class Customer {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private @Nullable Long id;

	private String email;

	private String name;

	private String passwordHash;

	private Instant registeredAt;

	@Embedded
	private @Nullable Address address;

	@SuppressWarnings("NullAway.Init")
	protected Customer() {
	}

	public Customer(String email, String name, String passwordHash, Instant registeredAt) {
		this.email = email;
		this.name = name;
		this.passwordHash = passwordHash;
		this.registeredAt = registeredAt;
	}

	/**
	 * Return the id.
	 * @return the id
	 * @throws IllegalStateException if the customer was never saved
	 */
	public long getId() {
		if (this.id == null) {
			throw new IllegalStateException("Customer '" + this.email + "' has no id before it is saved");
		}
		return this.id;
	}

	/**
	 * Return the e-mail address, which is also the name to log in with.
	 * @return the address in lower case
	 */
	public String getEmail() {
		return this.email;
	}

	public String getName() {
		return this.name;
	}

	public String getPasswordHash() {
		return this.passwordHash;
	}

	public Instant getRegisteredAt() {
		return this.registeredAt;
	}

	/**
	 * Return where parcels go unless the order says otherwise.
	 * @return the address, or null if none was ever given
	 */
	public @Nullable Address getAddress() {
		return this.address;
	}

	void changePassword(String passwordHash) {
		this.passwordHash = passwordHash;
	}

	void moveTo(Address address) {
		this.address = address;
	}

}
