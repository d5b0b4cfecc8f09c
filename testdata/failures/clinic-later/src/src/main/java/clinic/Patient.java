package clinic;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

public final class Patient {
    private final String number;
    private final String name;
    private final LocalDate born;
    private final List<String> allergies = new ArrayList<>();
    private String doctor;

    public Patient(String number, String name, LocalDate born) {
        this.number = number;
        this.name = name;
        this.born = born;
    }

    public String name() { return name; }
    public LocalDate born() { return born; }
    public String doctor() { return doctor; }
    public void treatedBy(String doctor) { this.doctor = doctor; }
    public List<String> allergies() { return allergies; }

    /** Initials, such as "A.B." for "Anna Berg". */
    public String initials() {
        StringBuilder b = new StringBuilder();
        for (String part : name.trim().split("\\s+")) {
            b.append(part.charAt(0)).append('.');
        }
        return b.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Patient p && p.number.equals(number);
    }

    @Override
    public int hashCode() {
        return Objects.hash(number);
    }
}
