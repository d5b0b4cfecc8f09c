package org.skywatch;

public interface Telescope {
    boolean point(String target, double exposure);

    double seeing();

    String filter();
}
