package com.hammerfall.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LotTest {

	@Test
	@Order(1)
	void has_no_papers() {
		assertThat(new Lot("Vase").provenance(Map.of())).isEmpty();
	}

	@Test
	@Order(3)
	void read_from_the_old_shop() {
		assertThat(Lot.fromJson("{\"title\":\"Lamp\"}").getTitle()).isEqualTo("Lamp");
	}

	@Test
	@Order(4)
	void sold_on_a_day() {
		Lot lot = new Lot("Desk");
		lot.setDay(LocalDate.of(2026, 3, 14));
		assertThat(Lot.toJson(lot)).contains("Desk");
	}

	@Test
	@Order(5)
	void estimate_with_currency() {
		assertThat(Lot.Estimate.parse("{\"low\":10,\"high\":20,\"currency\":\"EUR\"}").high).isEqualTo(20);
	}

	@Test
	@Order(6)
	void photos_of_all_views() {
		assertThat(Lot.photos(Map.of("back", List.of("b.jpg")))).containsExactly("b.jpg");
	}
}
