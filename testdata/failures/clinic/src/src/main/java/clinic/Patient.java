package clinic;

import java.time.LocalDate;
import java.util.Objects;

public final class Patient {
    private final String number;
    private final String name;
    private final LocalDate born;

    public Patient(String number, String name, LocalDate born) {
        this.number = number;
        this.name = name;
        this.born = born;
    }

    public String name() { return name; }
    public LocalDate born() { return born; }

    /** Initials, such as "A.B." for "Anna Berg". */
    public String initials() {
        StringBuilder b = new StringBuilder();
        for (String part : name.split(" ")) {
            b.append(part.charAt(0)).append('.');
        }
        return b.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Patient p && p.number.equals(number);
    }
}
