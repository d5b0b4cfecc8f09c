package clinic;

import java.math.BigDecimal;

public class Tariff {
    private static int lookups;

    private final BigDecimal weekly;

    public Tariff(BigDecimal weekly) { this.weekly = weekly; }

    public BigDecimal perDay() {
        lookups++;
        return weekly.divide(new BigDecimal("7"));
    }

    public BigDecimal perWeek() {
        lookups++;
        return weekly;
    }

    /** How often this tariff was looked up. */
    public int lookups() { return lookups; }
}
