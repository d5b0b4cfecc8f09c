package clinic;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

public class Calendar {
    /** The day of an examination as the laboratory dates it, in UTC. */
    public static LocalDate labDay(Instant taken) {
        return taken.atZone(ZoneOffset.UTC).toLocalDate();
    }

    public static String stamp(LocalDate day) {
        return day.format(DateTimeFormatter.ofPattern("dd.MM.uuuu"));
    }

    /** How many nights somebody stayed. */
    public static int nights(LocalDate from, LocalDate to) {
        return Period.between(from, to).getDays();
    }
}
