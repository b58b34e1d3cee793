package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.StrongPassword;

/**
 * What a customer fills in to change the password.
 */
public class PasswordForm {

	private String current = "";

	@StrongPassword
	private String changed = "";

	private String repeated = "";

	public String getCurrent() {
		return this.current;
	}

	public void setCurrent(String current) {
		this.current = current;
	}

	public String getChanged() {
		return this.changed;
	}

	public void setChanged(String changed) {
		this.changed = changed;
	}

	public String getRepeated() {
		return this.repeated;
	}

	public void setRepeated(String repeated) {
		this.repeated = repeated;
	}

}
