package org.skywatch;

import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

public class Catalogue {
    private static int opened;

    public Catalogue() {
        opened++;
    }

    public int opened() {
        return opened;
    }

    public List<String> brightest(Stream<String> names) {
        List<String> all = names.filter(n -> !n.isBlank()).toList();
        all.sort(Comparator.naturalOrder());
        return all;
    }

    public boolean isMessier(String id) {
        String prefix = id.substring(0, 1);
        return prefix == "M";
    }

    public long cacheMillis(int days) {
        return days * 24 * 60 * 60 * 1000;
    }

    public URI page(String object) {
        return URI.create("https://catalogue.example/objects/" + object);
    }

    /** The archive keeps microseconds. */
    public Instant archived(Instant at) {
        return Instant.ofEpochSecond(at.getEpochSecond(), at.getNano() / 1000 * 1000L);
    }
}
