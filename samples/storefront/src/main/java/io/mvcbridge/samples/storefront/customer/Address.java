package io.mvcbridge.samples.storefront.customer;

import jakarta.persistence.Embeddable;

/**
 * Where a parcel goes.
 */
@Embeddable
public class Address {

	private String recipient;

	private String street;

	private String postcode;

	private String city;

	private String country;

	@SuppressWarnings("NullAway.Init")
	protected Address() {
	}

	public Address(String recipient, String street, String postcode, String city, String country) {
		this.recipient = recipient;
		this.street = street;
		this.postcode = postcode;
		this.city = city;
		this.country = country;
	}

	public String getRecipient() {
		return this.recipient;
	}

	public String getStreet() {
		return this.street;
	}

	public String getPostcode() {
		return this.postcode;
	}

	public String getCity() {
		return this.city;
	}

	public String getCountry() {
		return this.country;
	}

}
