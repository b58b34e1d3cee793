package io.mvcbridge.samples.storefront.order;

import java.util.List;
import java.util.Optional;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface OrderRepository extends JpaRepository<Order, Long> {

	@EntityGraph(attributePaths = { "lines", "customer" })
	Optional<Order> findByNumber(String number);

	@Query("select o from Order o where o.customer.id = :customerId")
	Page<Order> findByCustomer(long customerId, Pageable page);

	@EntityGraph(attributePaths = "customer")
	List<Order> findTop100ByStatusNotOrderByPlacedAt(OrderStatus status);

}
