package clinic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class Ward {
    private final Map<String, Integer> beds = new HashMap<>();
    private final List<Patient> patients = new ArrayList<>();

    public void furnish(String room, int count) { beds.put(room, count); }
    public void admit(Patient p) { patients.add(p); }
    public List<Patient> patients() { return patients; }

    /** Beds of a room; none for a room that is not part of this ward. */
    public int bedsIn(String room) {
        return beds.get(room);
    }

    public void discharge(String name) {
        for (Patient p : patients) {
            if (p.name().equals(name)) {
                patients.remove(p);
            }
        }
    }

    /** The rooms by name, as they stand on the plan at the door. */
    public String plan() {
        return String.join(", ", beds.keySet());
    }

    public List<String> names() {
        return patients.stream().map(Patient::name).toList();
    }

    public Patient first(String letter) {
        return patients.stream().filter(p -> p.name().startsWith(letter)).findFirst().get();
    }

    /** Whether two rooms have as many beds as each other. */
    public boolean sameSize(String a, String b) {
        return beds.get(a) == beds.get(b);
    }
}
