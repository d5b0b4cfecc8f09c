package clinic;

public final class Room {
    private final String ward;
    private final int number;

    public Room(String ward, int number) {
        this.ward = ward;
        this.number = number;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Room r && r.ward.equals(ward) && r.number == number;
    }

    @Override
    public String toString() { return ward + " " + number; }
}
