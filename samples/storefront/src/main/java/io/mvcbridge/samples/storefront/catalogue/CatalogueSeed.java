package io.mvcbridge.samples.storefront.catalogue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.io.ResourceLoader;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fills an empty catalogue, before the server opens its port, from
 * {@code seed/products.txt}. The pictures are drawn from the shapes in
 * {@code seed/shapes}, each in the glaze its product names. Of several instances that
 * start at once on one database, one does it and the others wait for it.
 */
@Component
class CatalogueSeed implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(CatalogueSeed.class);

	private static final String LOCATION = "classpath:seed/";

	private final ProductRepository products;

	private final PictureStore pictureStore;

	private final JdbcClient jdbc;

	private final ResourceLoader resources;

	private final TransactionTemplate transaction;

	CatalogueSeed(ProductRepository products, PictureStore pictureStore, JdbcClient jdbc, ResourceLoader resources,
			TransactionTemplate transaction) {
		this.products = products;
		this.pictureStore = pictureStore;
		this.jdbc = jdbc;
		this.resources = resources;
		this.transaction = transaction;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (isFilled()) {
			return;
		}
		try {
			this.transaction.executeWithoutResult((status) -> fill());
		}
		catch (DuplicateKeyException ex) {
			if (!isFilled()) {
				throw ex;
			}
			logger.info("Another instance has filled the catalogue meanwhile");
		}
	}

	private boolean isFilled() {
		return this.jdbc.sql("select count(*) from catalogue_seed").query(Integer.class).single() > 0;
	}

	private void fill() {
		// Waits while another instance that has inserted the same row fills the
		// catalogue.
		this.jdbc.sql("insert into catalogue_seed (id) values (1)").update();
		Map<String, String> shapes = new HashMap<>();
		read("products.txt").lines()
			.filter((line) -> !line.isBlank() && !line.startsWith("#"))
			.forEach((line) -> add(line, shapes));
	}

	/**
	 * Add one product.
	 * @param line name, category, price, stock, shape, background, glaze, shade and
	 * description, divided by {@code |}
	 * @param shapes the drawings read so far, by name
	 */
	private void add(String line, Map<String, String> shapes) {
		String[] column = line.split("\\s*\\|\\s*");
		if (column.length != 9) {
			throw new IllegalStateException(
					"seed/products.txt: expected 9 columns but found " + column.length + " in the line '" + line + "'");
		}
		Product product = this.products
			.save(new Product(column[0], column[1], column[8], new BigDecimal(column[2]), Integer.parseInt(column[3])));
		String picture = shapes.computeIfAbsent(column[4], (shape) -> read("shapes/" + shape + ".svg"))
			.replace("{ground}", column[5])
			.replace("{glaze}", column[6])
			.replace("{shade}", column[7]);
		this.pictureStore.save(product, picture.getBytes(StandardCharsets.UTF_8), "image/svg+xml");
	}

	private String read(String name) {
		try {
			return this.resources.getResource(LOCATION + name).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
