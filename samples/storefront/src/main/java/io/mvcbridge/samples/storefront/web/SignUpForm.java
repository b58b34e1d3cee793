package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.StrongPassword;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * What somebody fills in to open an account.
 */
public class SignUpForm {

	@NotBlank(message = "Please tell us your name.")
	@Size(max = 80, message = "Use at most 80 characters.")
	private String name = "";

	@NotBlank(message = "Please give your e-mail address.")
	@Email(message = "This is not an e-mail address.")
	@Size(max = 254, message = "Use at most 254 characters.")
	private String email = "";

	@StrongPassword
	private String password = "";

	private String repeated = "";

	public String getName() {
		return this.name;
	}

	public void setName(String name) {
		this.name = name;
	}

	public String getEmail() {
		return this.email;
	}

	public void setEmail(String email) {
		this.email = email;
	}

	public String getPassword() {
		return this.password;
	}

	public void setPassword(String password) {
		this.password = password;
	}

	public String getRepeated() {
		return this.repeated;
	}

	public void setRepeated(String repeated) {
		this.repeated = repeated;
	}

}
