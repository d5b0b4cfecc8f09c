package clinic;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

public class Calendar {
    /** The day of an examination as the laboratory dates it, in UTC. */
    public static LocalDate labDay(Instant taken) {
        return taken.atZone(ZoneId.systemDefault()).toLocalDate();
    }

    public static String stamp(LocalDate day) {
        return day.format(DateTimeFormatter.ofPattern("dd.MM.YYYY"));
    }
}
