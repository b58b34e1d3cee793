package io.mvcbridge.samples.storefront.order;

import java.util.List;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface OrderEventRepository extends JpaRepository<OrderEvent, Long> {

	@Query("""
			select new io.mvcbridge.samples.storefront.order.StatusChange(e.id, e.status, e.happenedAt)
			from OrderEvent e where e.orderNumber = :orderNumber and e.id > :after order by e.id""")
	List<StatusChange> findAfter(String orderNumber, long after);

	@Query("""
			select new io.mvcbridge.samples.storefront.order.OrderEventKey(e.id, e.orderNumber)
			from OrderEvent e where e.id > :after order by e.id""")
	List<OrderEventKey> findKeysAfter(long after);

	@Query("select coalesce(max(e.id), 0) from OrderEvent e")
	long findLastId();

}
