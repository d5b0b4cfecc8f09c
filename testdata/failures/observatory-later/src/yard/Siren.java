import org.skywatch.lamps.State;

/** Runs on the small computer in the yard. */
public class Siren {
    public int seconds(State state) {
        return switch (state) {
            case OPEN, CLOSED -> 2;
            case STUCK -> 30;
        };
    }
}
