package io.mvcbridge.jakarta.request;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AttributeTableTests {

	private final AttributeTable table = new AttributeTable();

	@Test
	void valueIsFoundByAnEqualName() {
		assertThat(this.table.put("name", 1)).isNull();
		assertThat(this.table.get(new String("name"))).isEqualTo(1);
		assertThat(this.table.get("other")).isNull();
	}

	@Test
	void putAndRemoveTellTheOldValue() {
		this.table.put("name", 1);
		assertThat(this.table.put("name", 2)).isEqualTo(1);
		assertThat(this.table.remove("name")).isEqualTo(2);
		assertThat(this.table.remove("name")).isNull();
		assertThat(this.table.names()).isEmpty();
	}

	/** "Aa" and "BB" have the same hash, so that they and their combinations collide. */
	@Test
	void namesThatCollideAreKeptApart() {
		String[] names = { "AaAa", "AaBB", "BBAa", "BBBB" };
		for (String name : names) {
			this.table.put(name, name);
		}
		this.table.remove("AaAa");
		assertThat(this.table.get("AaAa")).isNull();
		assertThat(this.table.get("AaBB")).isEqualTo("AaBB");
		assertThat(this.table.get("BBAa")).isEqualTo("BBAa");
		assertThat(this.table.get("BBBB")).isEqualTo("BBBB");
	}

	@Test
	void behavesLikeAMap() {
		Map<String, Object> map = new HashMap<>();
		Random random = new Random(42);
		for (int i = 0; i < 100_000; i++) {
			String name = "attribute" + random.nextInt(200);
			switch (random.nextInt(3)) {
				case 0 -> assertThat(this.table.put(name, i)).isEqualTo(map.put(name, i));
				case 1 -> assertThat(this.table.remove(name)).isEqualTo(map.remove(name));
				default -> assertThat(this.table.get(name)).isEqualTo(map.get(name));
			}
		}
		assertThat(this.table.names()).containsExactlyInAnyOrderElementsOf(map.keySet());
	}

}
