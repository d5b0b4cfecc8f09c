package org.skywatch.lamps;

import java.nio.file.Files;
import java.nio.file.Path;

public class Lamp {
    public String colour(State state) {
        return switch (state) {
            case OPEN -> "green";
            case CLOSED, PARKED -> "red";
            case STUCK -> "orange";
        };
    }

    /** Switches the lamp by the file of its driver. */
    public void show(State state, Path driver) {
        Files.writeString(driver, colour(state));
    }
}
