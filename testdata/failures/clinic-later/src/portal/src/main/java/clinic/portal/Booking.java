package clinic.portal;

import java.time.LocalDate;

public class Booking {
    enum State { ASKED, CONFIRMED, CANCELLED }

    private final LocalDate day;
    private final State state;

    public Booking(LocalDate day, State state) {
        this.day = day;
        this.state = state;
    }

    public LocalDate day() { return day; }

    public String text() {
        return switch (state) {
            case ASKED -> "angefragt";
            case CONFIRMED -> "bestätigt";
        };
    }
}
