package io.mvcbridge.samples.storefront.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.StringUtils;

/**
 * Looks up products and their pictures, and lets the warehouse add and withdraw them.
 */
@Service
@Transactional(readOnly = true)
public class Catalogue {

	private static final Sort BY_NAME = Sort.by("name", "id");

	private final ProductRepository products;

	private final ProductPictureRepository pictures;

	private final PictureInspector inspector;

	private final PictureStore pictureStore;

	Catalogue(ProductRepository products, ProductPictureRepository pictures, PictureInspector inspector,
			PictureStore pictureStore) {
		this.products = products;
		this.pictures = pictures;
		this.inspector = inspector;
		this.pictureStore = pictureStore;
	}

	/**
	 * Find products by text.
	 * @param text what to look for, or null or blank for everything
	 * @param page the page, starting at 0
	 * @param size how many products a page has
	 * @return the products, in the order of their names
	 */
	public Page<Product> search(@Nullable String text, int page, int size) {
		PageRequest request = PageRequest.of(page, size, BY_NAME);
		if (!StringUtils.hasText(text)) {
			return this.products.findByWithdrawnFalse(request);
		}
		String literal = text.strip().toLowerCase(Locale.ROOT).replaceAll("([\\\\%_])", "\\\\$1");
		return this.products.search("%" + literal + "%", request);
	}

	/**
	 * Return the products of one category.
	 * @param category the exact name of the category
	 * @param page the page, starting at 0
	 * @param size how many products a page has
	 * @return the products, in the order of their names
	 */
	public Page<Product> category(String category, int page, int size) {
		return this.products.findByCategoryAndWithdrawnFalse(category, PageRequest.of(page, size, BY_NAME));
	}

	public List<String> categories() {
		return this.products.findCategories();
	}

	/**
	 * Return a product on sale.
	 * @param id the id of the product
	 * @return the product
	 * @throws NoSuchProductException if there is none, or none any more
	 */
	public Product product(long id) {
		return this.products.findByIdAndWithdrawnFalse(id).orElseThrow(() -> new NoSuchProductException(id));
	}

	/**
	 * Return those of the given products that are on sale.
	 * @param ids the ids to look up
	 * @return the products found, in no particular order
	 */
	public List<Product> products(Collection<Long> ids) {
		return this.products.findAllById(ids).stream().filter((product) -> !product.isWithdrawn()).toList();
	}

	/**
	 * Hand every product on sale to a consumer, one after the other, without holding them
	 * all in memory.
	 * @param consumer called on the calling thread, within the transaction
	 */
	public void forEach(Consumer<Product> consumer) {
		try (Stream<Product> all = this.products.streamAll()) {
			all.forEach(consumer);
		}
	}

	public Optional<PictureVersion> pictureVersion(long productId) {
		return this.pictures.findVersion(productId);
	}

	public Optional<ProductPicture> picture(long productId) {
		return this.pictures.findById(productId);
	}

	@Transactional
	public Product add(Product product) {
		return this.products.save(product);
	}

	/**
	 * Take a product off the catalogue. Orders that name it stay as they are.
	 * @param id the id of the product
	 * @throws NoSuchProductException if there is none on sale
	 */
	@Transactional
	public void withdraw(long id) {
		product(id).withdraw();
	}

	/**
	 * Give a product the picture somebody uploaded, in place of the one it had.
	 * @param id the id of the product
	 * @param content the file
	 * @throws UnusablePictureException if the file is not a picture that can be shown
	 * @throws NoSuchProductException if there is no such product on sale
	 */
	@Transactional
	public void changePicture(long id, byte[] content) {
		this.pictureStore.save(product(id), content, this.inspector.inspect(content));
	}

}
