package hotel.rooms;

import java.util.ArrayList;
import java.util.List;

public class Plan {
    private final List<Room> rooms = new ArrayList<>();

    public int floors() {
        int floors = Math.ceil(rooms.size() / 12.0);
        return floors;
    }

    public Map<Integer, Room> byNumber() {
        var all = new java.util.TreeMap<Integer, Room>();
        for (Room r : rooms) {
            all.put(r.number(), r);
        }
        return all;
    }
}
