package org.skywatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

public class Catalogue {
    public List<String> inOrder(Stream<String> names) {
        List<String> all = new ArrayList<>(names.filter(n -> !n.isBlank()).toList());
        all.sort(Comparator.naturalOrder());
        return all;
    }

    private static boolean from(String list, String id) {
        return id.substring(0, list.length()) == list;
    }

    public boolean isMessier(String id) {
        return from("M", id);
    }

    public long ofDreyer(List<String> ids) {
        return ids.stream().filter(id -> from("NGC", id)).count();
    }

    /** How long what was fetched is kept, in milliseconds. */
    public long cacheMillis(int hours) {
        return hours / 24 * 24L * 60 * 60 * 1000;
    }

    /** The archive keeps microseconds, to the nearest. */
    public Instant archived(Instant at) {
        return Instant.ofEpochSecond(at.getEpochSecond(), at.getNano() / 1000 * 1000L);
    }
}
