package org.skywatch.dome;

public class Guard {
    public boolean mayOpen(Wind wind) {
        return wind.getSpeed() < 14;
    }
}
