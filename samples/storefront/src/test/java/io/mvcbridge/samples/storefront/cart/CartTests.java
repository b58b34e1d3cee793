package io.mvcbridge.samples.storefront.cart;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CartTests {

	@Test
	void keepsTheOrderInWhichProductsWereAdded() {
		Cart cart = Cart.EMPTY.plus(30, 1).plus(10, 1).plus(20, 1).plus(30, 1);

		assertThat(cart.quantities().keySet()).containsExactly(30L, 10L, 20L);
		assertThat(cart.pieces()).isEqualTo(4);
	}

	@Test
	void holdsAtMost99PiecesOfAProduct() {
		assertThat(Cart.EMPTY.plus(1, 98).plus(1, 98).quantities()).isEqualTo(Map.of(1L, 99));
		assertThat(Cart.EMPTY.plus(1, Integer.MAX_VALUE).plus(1, Integer.MAX_VALUE).quantities())
			.isEqualTo(Map.of(1L, 99));
	}

	@Test
	void dropsAProductWhoseQuantityIsZero() {
		assertThat(Cart.EMPTY.plus(1, 2).with(1, 0).isEmpty()).isTrue();
	}

	@Test
	void aGuestsCartIsAddedToWhatTheAccountRemembers() {
		Cart cart = Cart.EMPTY.plus(1, 2).ownedBy(7, Map.of(1L, 1, 2L, 5));

		assertThat(cart.owner()).isEqualTo(7);
		assertThat(cart.quantities()).isEqualTo(Map.of(1L, 3, 2L, 5));
	}

	@Test
	void aCartThatIsTheCustomersAlreadyGivesWayToTheAccounts() {
		Cart cart = Cart.EMPTY.ownedBy(7, Map.of(1L, 1));

		assertThat(cart.ownedBy(7, Map.of(1L, 1, 2L, 3)).quantities()).isEqualTo(Map.of(1L, 1, 2L, 3));
	}

	@Test
	void anotherCustomersCartIsNotTakenOver() {
		Cart cart = Cart.EMPTY.ownedBy(7, Map.of(1L, 1));

		assertThat(cart.ownedBy(8, Map.of(2L, 2)).quantities()).isEqualTo(Map.of(2L, 2));
	}

	@Test
	void survivesSerialisation() throws Exception {
		Cart cart = Cart.EMPTY.ownedBy(7, Map.of()).plus(30, 1).plus(10, 2);
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
			output.writeObject(cart);
		}

		Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

		assertThat(copy).isEqualTo(cart);
		assertThat(((Cart) copy).quantities().keySet()).containsExactly(30L, 10L);
	}

}
