package io.mvcbridge.samples.storefront.catalogue;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * The picture of a product, in a table of its own so that a list of products never loads
 * a blob.
 */
@Entity
public class ProductPicture {

	@Id
	private Long productId;

	@Column(length = PictureInspector.MAX_BYTES)
	private byte[] content;

	private String contentType;

	private String digest;

	private Instant modifiedAt;

	@SuppressWarnings("NullAway.Init")
	protected ProductPicture() {
	}

	ProductPicture(long productId, byte[] content, String contentType, String digest, Instant modifiedAt) {
		this.productId = productId;
		this.content = content;
		this.contentType = contentType;
		this.digest = digest;
		this.modifiedAt = modifiedAt;
	}

	public Long getProductId() {
		return this.productId;
	}

	public byte[] getContent() {
		return this.content;
	}

	public String getContentType() {
		return this.contentType;
	}

	/**
	 * Return the SHA-256 of the content in hexadecimal, which serves as its entity tag.
	 * @return 64 hexadecimal digits
	 */
	public String getDigest() {
		return this.digest;
	}

	public Instant getModifiedAt() {
		return this.modifiedAt;
	}

	public PictureVersion version() {
		return new PictureVersion(this.digest, this.contentType, this.modifiedAt);
	}

}
