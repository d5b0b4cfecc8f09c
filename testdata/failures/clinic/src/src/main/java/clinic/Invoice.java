package clinic;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;

public class Invoice {
    private final Map<String, Object> fields;

    public Invoice(Map<String, Object> fields) { this.fields = fields; }

    /** The amount in the notation of the health insurers: a point, two places. */
    public String amount() {
        double euros = ((Number) fields.get("euros")).doubleValue();
        return String.format("%.2f", euros);
    }

    public static BigDecimal share(BigDecimal total, int payers) {
        return total.divide(BigDecimal.valueOf(payers));
    }

    public long caseNumber() {
        return (Long) fields.get("case");
    }

    public static boolean isSettled(BigDecimal owed, BigDecimal paid) {
        return owed.equals(paid);
    }

    /** The diagnosis codes of a line such as "J45|E11". */
    public static String[] codes(String line) {
        return line.split("|");
    }
}
