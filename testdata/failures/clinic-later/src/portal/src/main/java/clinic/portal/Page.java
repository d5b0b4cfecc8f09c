package clinic.portal;

import java.util.List;

public class Page {
    private final List<Booking> bookings;

    public Page(List<Booking> bookings) { this.bookings = bookings; }

    public String title() { return bookings.size() + " Termine"; }

    public static String header() {
        return "<h1>" + title() + "</h1>";
    }
}
