package io.mvcbridge.samples.storefront.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/**
 * Products in the database.
 */
public interface ProductRepository extends JpaRepository<Product, Long> {

	/**
	 * Find the products on sale whose name, category or description contains a text.
	 * @param pattern a lower-case LIKE pattern with {@code \} as escape character
	 * @param page which part of the result to return, and in which order
	 * @return one page of products
	 */
	@Query("""
			select p from Product p where p.withdrawn = false and (lower(p.name) like :pattern escape '\\'
			or lower(p.category) like :pattern escape '\\' or lower(p.description) like :pattern escape '\\')""")
	Page<Product> search(String pattern, Pageable page);

	Page<Product> findByCategoryAndWithdrawnFalse(String category, Pageable page);

	Page<Product> findByWithdrawnFalse(Pageable page);

	Optional<Product> findByIdAndWithdrawnFalse(long id);

	@Query("select distinct p.category from Product p where p.withdrawn = false order by p.category")
	List<String> findCategories();

	@Query("select p from Product p where p.withdrawn = false order by p.id")
	Stream<Product> streamAll();

	/**
	 * Take pieces out of the stock if there are that many, in one statement.
	 * @param id the product
	 * @param quantity how many pieces, one or more
	 * @return 1 if they were taken, 0 if there are too few or the product is withdrawn
	 */
	@Modifying
	@Query("""
			update Product p set p.stock = p.stock - :quantity
			where p.id = :id and p.stock >= :quantity and p.withdrawn = false""")
	int takeFromStock(long id, int quantity);

}
