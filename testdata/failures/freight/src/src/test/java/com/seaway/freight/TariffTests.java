package com.seaway.freight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

public class TariffTests {

    @Test
    public void should_ship_a_price_list() throws Exception {
        assertEquals(2, new Tariff().lines().size());
    }

    @Test
    public void should_read_tonnes_with_thousands() {
        assertEquals(12500, Tariff.tonnes("12,500"));
    }

    @Test
    public void should_price_a_tonne() {
        assertEquals(new BigDecimal("14.2857"), Tariff.perTonne(new BigDecimal("100"), new BigDecimal("7")));
    }

    @Test
    public void should_write_dollars_for_customs() {
        assertEquals("1,234.50", Tariff.customs(1234.5));
    }

    @Test
    public void should_log_in_utc() {
        assertEquals(1_700_000_000L, Tariff.logged(LocalDateTime.of(2023, 11, 14, 22, 13, 20)));
    }

    @Test
    public void should_label_in_utf8() {
        assertArrayEquals(new byte[] {0x47, (byte) 0xc3, (byte) 0xb6}, Tariff.label("G\u00f6"));
    }

    @Test
    public void should_take_short_references_whole() {
        assertEquals("AB-12", Tariff.reference("AB-12"));
    }
}
