package io.mvcbridge.jakarta.deploy.descriptor;

import org.jspecify.annotations.Nullable;

/**
 * An archive of {@code WEB-INF/lib}, which is a fragment even without a descriptor
 * (Servlet 6.1 §8.2.1).
 *
 * @param archive the archive, like {@code WEB-INF/lib/shop.jar}
 * @param descriptor its {@code META-INF/web-fragment.xml}, null if it has none
 * @param annotations what its classes say, null if they were not scanned
 */
public record WebFragment(String archive, @Nullable WebDescriptor descriptor, @Nullable WebDescriptor annotations) {

	/** The name in its descriptor, or null. */
	public @Nullable String name() {
		WebDescriptor descriptor = this.descriptor;
		return (descriptor != null && descriptor.name() != null) ? descriptor.name().value() : null;
	}

	/** Whether its descriptor says that its annotations do not count. */
	public boolean metadataComplete() {
		return this.descriptor != null && this.descriptor.metadataComplete();
	}

	/**
	 * The same archive after its classes were scanned.
	 * @param annotations what they say
	 * @return the fragment with it
	 */
	public WebFragment withAnnotations(WebDescriptor annotations) {
		return new WebFragment(this.archive, this.descriptor, annotations);
	}

}
