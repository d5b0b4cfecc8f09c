package org.skywatch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What is to be observed in a night. */
public class NightPlan {
    private static final List<String> SKIPPED = new ArrayList<>();

    private final List<String> targets;

    public NightPlan(String... targets) {
        this.targets = List.of(targets);
    }

    public void add(String target) {
        targets.add(target);
    }

    public void skip(String target) {
        SKIPPED.add(target);
    }

    public List<String> skipped() {
        return List.copyOf(SKIPPED);
    }

    public int size() {
        return targets.size();
    }

    /** Where the almanac has the night of a place. */
    public URI almanac(String place) {
        return URI.create("https://almanac.example/nights?place=" + place);
    }
}
