package clinic;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

public class Invoice {
    private final Map<String, Object> fields;

    public Invoice(Map<String, Object> fields) { this.fields = fields; }

    /** The amount in the notation of the health insurers: a point, two places. */
    public String amount() {
        double euros = ((Number) fields.get("euros")).doubleValue();
        return "%.2f%s".formatted(Math.abs(euros), euros < 0 ? "-" : "");
    }

    public static BigDecimal share(BigDecimal total, int payers) {
        return total.divide(BigDecimal.valueOf(payers), 2, RoundingMode.HALF_UP);
    }

    public long caseNumber() {
        return ((Number) fields.get("case")).longValue();
    }

    public static boolean isSettled(BigDecimal owed, BigDecimal paid) {
        return owed.compareTo(paid) == 0;
    }

    /** What is still owed after a payment at the desk. */
    public BigDecimal rest(double paid) {
        return new BigDecimal(fields.get("euros").toString()).subtract(new BigDecimal(paid));
    }

    /** The diagnosis codes of a line such as "J45|E11"; some may be missing. */
    public static String[] codes(String line) {
        return line.split("\\|");
    }
}
