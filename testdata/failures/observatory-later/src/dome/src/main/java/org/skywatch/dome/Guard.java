package org.skywatch.dome;

public class Guard {
    public boolean mayOpen(Wind wind) {
        return wind.speed() < 14;
    }

    /** The side of the dome that is away from the wind, in degrees. */
    public int lee(Wind wind) {
        return (wind.direction() + 180.0) % 360;
    }
}
