package clinic;

import java.util.ArrayList;
import java.util.Comparator;
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

    /** Beds of some rooms; a room that is not part of this ward has none. */
    public int bedsIn(String... rooms) {
        int all = 0;
        for (String room : rooms) {
            all += beds.get(room);
        }
        return all;
    }

    public void discharge(String name) {
        for (int i = 0; i < patients.size(); i++) {
            if (patients.get(i).name().equals(name)) {
                patients.remove(i);
            }
        }
    }

    /** The rooms with their beds, as they stand on the plan at the door. */
    public String plan() {
        return beds.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).collect(Collectors.joining("; "));
    }

    public List<String> names() {
        return patients.stream().map(Patient::name).collect(Collectors.toCollection(ArrayList::new));
    }

    /** The patients by their doctors, those without one at the end. */
    public List<Patient> byDoctor() {
        return patients.stream().sorted(Comparator.comparing(Patient::doctor)).toList();
    }

    public Patient first(String letter) {
        return patients.stream().filter(p -> p.name().startsWith(letter)).findFirst().orElse(null);
    }

    public Patient[] toArray() {
        return (Patient[]) patients.toArray();
    }
}
