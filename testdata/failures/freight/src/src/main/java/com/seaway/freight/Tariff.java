package com.seaway.freight;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.text.NumberFormat;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

public class Tariff {

    /** Lines of the price list that ships with the program. */
    public List<String> lines() throws IOException {
        InputStreamReader in = new InputStreamReader(Tariff.class.getClassLoader().getResourceAsStream("/tariff.csv"));
        List<String> all = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(in)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                all.add(line);
            }
        }
        return all;
    }

    /** Tonnes from a table in which thousands are set off by commas. */
    public static int tonnes(String cell) {
        return Integer.parseInt(cell);
    }

    public static BigDecimal perTonne(BigDecimal price, BigDecimal tonnes) {
        return price.divide(tonnes);
    }

    /** Dollars as the customs form wants them: 1,234.50. */
    public static String customs(double dollars) {
        NumberFormat format = NumberFormat.getNumberInstance();
        format.setMinimumFractionDigits(2);
        format.setMaximumFractionDigits(2);
        return format.format(dollars);
    }

    /** Epoch second of a local entry in the log, which is kept in UTC. */
    public static long logged(LocalDateTime entry) {
        return entry.atZone(ZoneId.systemDefault()).toEpochSecond();
    }

    public static byte[] label(String port) {
        return port.getBytes(java.nio.charset.Charset.defaultCharset());
    }

    /** A reference of at most ten characters. */
    public static String reference(String text) {
        return text.substring(0, 10);
    }
}
