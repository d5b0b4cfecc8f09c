package hotel.rooms;

public class Room {
    private final int number;
    private final java.util.Collection<String> extras;

    public Room(int number, java.util.Collection<String> extras) {
        this.number = number;
        this.extras = extras;
    }

    public int number() { return number; }

    public String extras() {
        return extras.join(", ");
    }
}
