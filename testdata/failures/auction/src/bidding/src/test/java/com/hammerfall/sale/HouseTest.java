package com.hammerfall.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Calendar;
import java.util.GregorianCalendar;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class HouseTest {

	private final House house = new House();

	@Test
	void bidders_get_different_paddles() {
		assertThat(house.register()).isNotEqualTo(house.register());
	}

	@Test
	void first_bidder_gets_paddle_one() {
		assertThat(house.register()).isOne();
	}

	@Test
	void closed_on_sundays() {
		assertThat(house.isOpen("Sunday")).as("open on a Sunday").isFalse();
	}

	@Test
	void runs_for_weeks() {
		assertThat(house.closesAt(0L, 4)).isGreaterThan(0L);
	}

	@Test
	void searches_for_words() {
		assertThat(house.search("blue vase").getQuery()).isEqualTo("q=blue vase");
	}

	@Test
	void paddle_has_row_and_number() {
		assertThat(house.paddleOf('C', 4)).isEqualTo("C4");
	}

	@Test
	void month_of_the_sale() {
		assertThat(house.monthOf(new GregorianCalendar(2026, Calendar.MAY, 2))).isEqualTo(5);
	}

	@Test
	void letter_with_price() {
		assertThat(house.letter("Sold for PRICE.", "$200")).isEqualTo("Sold for $200.");
	}

	@Test
	void seat_is_taken() {
		house.seat(2, 11, "Ames");
		assertThat(house.who(2, 11)).isEqualTo("Ames");
	}

	@Test
	void time_left() {
		assertThat(house.left(Duration.ofMinutes(135))).isEqualTo("2 h 15 min");
	}

	@Test
	void hammer_falls() {
		Instant at = Instant.ofEpochSecond(1_772_000_000L, 42_000_017L);
		assertThat(house.hammer(at)).isEqualTo(at);
	}
}
