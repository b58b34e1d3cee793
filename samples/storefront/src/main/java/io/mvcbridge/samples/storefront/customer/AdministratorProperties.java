package io.mvcbridge.samples.storefront.customer;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.StringUtils;

/**
 * The login of the administrator. There is none unless both values are set.
 *
 * @param username the name to log in with
 * @param password the password in clear text
 */
@ConfigurationProperties("storefront.admin")
public record AdministratorProperties(@Nullable String username, @Nullable String password) {

	public AdministratorProperties {
		if (StringUtils.hasText(username) != StringUtils.hasText(password)) {
			throw new IllegalArgumentException(
					"storefront.admin.username and storefront.admin.password must be set both, or neither of them");
		}
	}

}
