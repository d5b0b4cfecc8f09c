package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class CatalogueTest {
    private final Catalogue catalogue = new Catalogue();

    @Test
    void archivesTheMoment() {
        Instant at = Instant.parse("2026-01-05T22:10:00.123456789Z");
        assertEquals(at, catalogue.archived(at));
    }

    @Test
    void cachesForAMonth() {
        assertEquals(2_592_000_000L, catalogue.cacheMillis(30));
    }

    @Test
    void isOpenedOnce() {
        assertEquals(1, catalogue.opened());
    }

    @Test
    void knowsMessierObjects() {
        assertTrue(catalogue.isMessier("M31"));
    }

    @Test
    void linksToObjects() {
        assertEquals("/objects/NGC%20891", catalogue.page("NGC 891").getRawPath());
    }

    @Test
    void sortsNames() {
        assertEquals(List.of("Deneb", "Vega"), catalogue.brightest(Stream.of("Vega", "Deneb")));
    }
}
