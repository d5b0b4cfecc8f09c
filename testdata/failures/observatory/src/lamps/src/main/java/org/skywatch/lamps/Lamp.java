package org.skywatch.lamps;

public class Lamp {
    public String colour(State state) {
        return switch (state) {
            case OPEN -> "green";
            case CLOSED -> "red";
        };
    }
}
