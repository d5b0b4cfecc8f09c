package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private final Catalogue catalogue = new Catalogue();

    @Test
    void archivesTheNearestMicrosecond() {
        Instant at = Instant.parse("2026-01-05T22:10:00.123456789Z");
        assertEquals(Instant.parse("2026-01-05T22:10:00.123457Z"), catalogue.archived(at));
    }

    @Test
    void cachesForADayAndAHalf() {
        assertEquals(129_600_000L, catalogue.cacheMillis(36));
    }

    @Test
    void countsWhatDreyerListed() {
        assertEquals(2, catalogue.ofDreyer(List.of("NGC 891", "M31x", "NGC 224")));
    }

    @Test
    void sortsByNumber() {
        assertEquals(List.of("M31", "M101"), catalogue.inOrder(Stream.of("M101", "M31")));
    }
}
