package com.hammerfall.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.InjectMocks;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

@ExtendWith(MockitoExtension.class)
class ClerkTest {

	@Mock private Clerk.Ledger ledger;
	@InjectMocks private Clerk clerk;

	@Test
	void a_bid_is_verified_by_lot() {
		clerk.bid("17", "Ames", "200");
		verify(ledger).record("17", any(), any());
	}

	@Test
	void watchers_are_told() {
		given(ledger.highest("17")).willReturn(Optional.of("Ames"));
		given(ledger.watchers("17")).willReturn(List.of("Bose"));
		clerk.tell("17").join();
		assertThat(clerk.told()).containsExactly("Bose");
	}

	@Test
	void told_soon() {
		given(ledger.watchers("18")).willReturn(List.of("Cole", "Diaz"));
		clerk.tell("18");
		assertThat(clerk.told()).hasSize(2);
	}

	@Test
	void amount_is_recorded() {
		clerk.bid("17", "Ames", "200.00");
		verify(ledger).record("17", "Ames", new BigDecimal("200"));
	}

	@Test
	void nobody_leads_at_first() {
		Clerk.Ledger empty = mock(Clerk.Ledger.class, invocation -> null);
		assertThat(new Clerk(empty).leader("99")).isEqualTo("nobody");
	}

	@Test
	void a_word_is_no_amount() {
		assertThatThrownBy(() -> clerk.parse("two hundred")).isInstanceOf(NumberFormatException.class);
	}
}
