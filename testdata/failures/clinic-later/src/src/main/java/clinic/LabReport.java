package clinic;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

public class LabReport {
    /** The kind of value of a key such as "blood.glucose". */
    public static String kind(String key) {
        return key.split(".")[0];
    }

    /** The values of a line of the machine, which aligns them with blanks. */
    public static List<Integer> values(String line) {
        List<Integer> all = new ArrayList<>();
        for (String v : line.split(" ")) {
            all.add(Integer.parseInt(v));
        }
        return all;
    }

    /** The file of the archive, which is kept by days in UTC. */
    public static String archive(long millis) {
        return "lab-" + LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()) + ".csv";
    }
}
