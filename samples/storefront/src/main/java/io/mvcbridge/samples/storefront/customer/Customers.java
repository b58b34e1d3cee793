package io.mvcbridge.samples.storefront.customer;

import java.time.Clock;
import java.util.Locale;
import java.util.Optional;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Opens accounts and keeps them up to date.
 */
@Service
@Transactional
public class Customers {

	private final CustomerRepository customers;

	private final PasswordEncoder passwordEncoder;

	private final Clock clock;

	Customers(CustomerRepository customers, PasswordEncoder passwordEncoder, Clock clock) {
		this.customers = customers;
		this.passwordEncoder = passwordEncoder;
		this.clock = clock;
	}

	/**
	 * Open an account.
	 * @param email the e-mail address in any case
	 * @param name how to address the customer
	 * @param password the password in clear text
	 * @return the saved customer
	 * @throws EmailTakenException if there is an account for the address, also when two
	 * sign-ups for the same address meet
	 */
	public Customer register(String email, String name, String password) {
		String normalized = normalize(email);
		if (this.customers.existsByEmail(normalized)) {
			throw new EmailTakenException(normalized);
		}
		try {
			return this.customers
				.saveAndFlush(new Customer(normalized, name.strip(), encode(password), this.clock.instant()));
		}
		catch (DataIntegrityViolationException ex) {
			throw new EmailTakenException(normalized);
		}
	}

	@Transactional(readOnly = true)
	public Optional<Customer> findByEmail(String email) {
		return this.customers.findByEmail(normalize(email));
	}

	/**
	 * Return a customer who is logged in.
	 * @param id the id of the customer
	 * @return the customer
	 */
	@Transactional(readOnly = true)
	public Customer customer(long id) {
		return this.customers.findById(id)
			.orElseThrow(() -> new IllegalStateException("There is no customer " + id + " although one is logged in"));
	}

	public void changeAddress(long id, Address address) {
		customer(id).moveTo(address);
	}

	/**
	 * Change a password.
	 * @param id the id of the customer
	 * @param current the password as it was, to be sure who asks
	 * @param changed the new password in clear text
	 * @throws WrongPasswordException if the current password is wrong
	 */
	public void changePassword(long id, String current, String changed) {
		Customer customer = customer(id);
		if (!this.passwordEncoder.matches(current, customer.getPasswordHash())) {
			throw new WrongPasswordException();
		}
		customer.changePassword(encode(changed));
	}

	private String encode(String password) {
		String encoded = this.passwordEncoder.encode(password);
		if (encoded == null) {
			throw new IllegalArgumentException("There is no password to encode");
		}
		return encoded;
	}

	private static String normalize(String email) {
		return email.strip().toLowerCase(Locale.ROOT);
	}

}
