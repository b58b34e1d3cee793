package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.customer.Address;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Where a parcel shall go.
 */
public class DeliveryForm {

	@NotBlank(message = "Please name the recipient.")
	@Size(max = 80, message = "Use at most 80 characters.")
	private String recipient = "";

	@NotBlank(message = "Please give a street and number.")
	@Size(max = 120, message = "Use at most 120 characters.")
	private String street = "";

	@Pattern(regexp = "[\\p{Alnum} -]{3,12}", message = "A postcode has 3 to 12 letters and digits.")
	private String postcode = "";

	@NotBlank(message = "Please give a city.")
	@Size(max = 80, message = "Use at most 80 characters.")
	private String city = "";

	@NotBlank(message = "Please give a country.")
	@Size(max = 60, message = "Use at most 60 characters.")
	private String country = "";

	/**
	 * Fill a form with an address that is known.
	 * @param address the address, or null if there is none
	 * @return the form
	 */
	static DeliveryForm of(@Nullable Address address) {
		DeliveryForm form = new DeliveryForm();
		if (address != null) {
			form.recipient = address.getRecipient();
			form.street = address.getStreet();
			form.postcode = address.getPostcode();
			form.city = address.getCity();
			form.country = address.getCountry();
		}
		return form;
	}

	Address toAddress() {
		return new Address(this.recipient.strip(), this.street.strip(), this.postcode.strip(), this.city.strip(),
				this.country.strip());
	}

	public String getRecipient() {
		return this.recipient;
	}

	public void setRecipient(String recipient) {
		this.recipient = recipient;
	}

	public String getStreet() {
		return this.street;
	}

	public void setStreet(String street) {
		this.street = street;
	}

	public String getPostcode() {
		return this.postcode;
	}

	public void setPostcode(String postcode) {
		this.postcode = postcode;
	}

	public String getCity() {
		return this.city;
	}

	public void setCity(String city) {
		this.city = city;
	}

	public String getCountry() {
		return this.country;
	}

	public void setCountry(String country) {
		this.country = country;
	}

}
