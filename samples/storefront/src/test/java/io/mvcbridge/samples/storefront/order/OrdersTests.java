package io.mvcbridge.samples.storefront.order;

import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;

import io.mvcbridge.samples.storefront.catalogue.NoSuchProductException;
import io.mvcbridge.samples.storefront.catalogue.Product;
import io.mvcbridge.samples.storefront.catalogue.ProductRepository;
import io.mvcbridge.samples.storefront.customer.Address;
import io.mvcbridge.samples.storefront.customer.Customers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.MOCK)
class OrdersTests {

	private static final Address ADDRESS = new Address("Ada Turner", "Mill Lane 4", "A-1010", "Vienna", "Austria");

	@Autowired
	private Orders orders;

	@Autowired
	private ProductRepository products;

	@Autowired
	private Customers customers;

	private long customerId;

	@BeforeEach
	void signUp() {
		this.customerId = this.customers.register(UUID.randomUUID() + "@example.org", "Ada", "thrown-by-hand-1")
			.getId();
	}

	@Test
	void anOrderThatCannotBeServedTakesNothingFromTheStock() {
		long plenty = product(10);
		long few = product(1);

		assertThatExceptionOfType(OutOfStockException.class)
			.isThrownBy(() -> this.orders.place(this.customerId, ADDRESS, Map.of(plenty, 2, few, 2)))
			.satisfies((ex) -> assertThat(ex.getProductId()).isEqualTo(few));

		assertThat(stock(plenty)).isEqualTo(10);
		assertThat(stock(few)).isEqualTo(1);
		assertThat(this.orders.ordersOf(this.customerId, 0, 10)).isEmpty();
	}

	@Test
	void aProductThatIsNotSoldCannotBeOrdered() {
		assertThatExceptionOfType(NoSuchProductException.class)
			.isThrownBy(() -> this.orders.place(this.customerId, ADDRESS, Map.of(-1L, 1)));
	}

	@Test
	void theHistoryTellsTheStepsAfterTheOneThatIsKnown() {
		String number = this.orders.place(this.customerId, ADDRESS, Map.of(product(1), 1));
		long placed = this.orders.history(number, 0).get(0).id();

		this.orders.advance(number, OrderStatus.PLACED);
		this.orders.advance(number, OrderStatus.PACKED);

		assertThat(this.orders.history(number, placed)).extracting(StatusChange::status)
			.containsExactly(OrderStatus.PACKED, OrderStatus.SHIPPED);
	}

	@Test
	void aShippedOrderGoesNoFurther() {
		String number = this.orders.place(this.customerId, ADDRESS, Map.of(product(1), 1));
		this.orders.advance(number, OrderStatus.PLACED);
		this.orders.advance(number, OrderStatus.PACKED);

		assertThatExceptionOfType(StatusConflictException.class)
			.isThrownBy(() -> this.orders.advance(number, OrderStatus.SHIPPED));
	}

	private long product(int stock) {
		return this.products.save(new Product("Mug", "Tests", "Made of words.", new BigDecimal("1.00"), stock)).getId();
	}

	private int stock(long productId) {
		return this.products.findById(productId).orElseThrow().getStock();
	}

}
