package org.skywatch.dome;

import java.util.List;

public class Vane {
    private static final List<String> SIDES = List.of("N", "E", "S", "W");

    public String side(Wind wind) {
        return SIDES.get((wind.getDirection() + 45) / 90 % 4);
    }
}
