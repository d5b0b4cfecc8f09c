package clinic;

import static org.junit.jupiter.api.Assertions.*;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InvoiceTest {
    private final Invoice invoice = new Invoice(Map.of("euros", 1234.5, "case", 4711));

    @Test
    void amountOfARefund() {
        assertEquals("80.00-", new Invoice(Map.of("euros", -80)).amount());
    }

    @Test
    void shareOfThreePayers() {
        assertEquals(new BigDecimal("33.33"), Invoice.share(new BigDecimal("100"), 3));
    }

    @Test
    @DisplayName("case number of an imported invoice")
    void caseNumber() {
        assertEquals(4711L, invoice.caseNumber());
    }

    @Test
    void settledToTheCent() {
        assertTrue(Invoice.isSettled(new BigDecimal("40.50"), new BigDecimal("40.5")));
    }

    @Test
    void restAfterADownPayment() {
        assertEquals(new BigDecimal("1134.4"), invoice.rest(100.1));
    }

    @Test
    void codesOfALine() {
        assertArrayEquals(new String[] {"J45", "E11"}, Invoice.codes("J45|E11"));
    }

    @Test
    void codesOfALineThatEndsEarly() {
        assertArrayEquals(new String[] {"J45", "", ""}, Invoice.codes("J45||"));
    }
}
