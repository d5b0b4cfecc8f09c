package clinic;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Doctors {
    private final List<String> onCall;

    public Doctors(List<String> onCall) { this.onCall = onCall; }

    /** The doctor on call for a field, or "Pforte" where there is none. */
    public String onCall(String field) {
        return onCall.stream().filter(d -> d.endsWith("(" + field + ")")).findAny().orElseThrow();
    }

    public String list() {
        Stream<String> sorted = onCall.stream().sorted();
        return sorted.count() + ": " + sorted.collect(Collectors.joining(", "));
    }
}
