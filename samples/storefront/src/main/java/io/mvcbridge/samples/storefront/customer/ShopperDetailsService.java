package io.mvcbridge.samples.storefront.customer;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;
import org.springframework.util.StringUtils;

/**
 * Finds who logs in: the configured administrator, else a customer by e-mail address.
 */
@Service
class ShopperDetailsService implements UserDetailsService {

	private final Customers customers;

	private final @Nullable String administrator;

	private final @Nullable String administratorHash;

	ShopperDetailsService(Customers customers, AdministratorProperties properties, PasswordEncoder passwordEncoder) {
		this.customers = customers;
		this.administrator = (StringUtils.hasText(properties.username())) ? properties.username() : null;
		this.administratorHash = (this.administrator != null) ? passwordEncoder.encode(properties.password()) : null;
	}

	@Override
	public UserDetails loadUserByUsername(String username) {
		if (this.administratorHash != null && username.equals(this.administrator)) {
			return Shopper.administrator(username, this.administratorHash);
		}
		return this.customers.findByEmail(username)
			.map(Shopper::customer)
			.orElseThrow(() -> new UsernameNotFoundException("There is no account '" + username + "'"));
	}

}
