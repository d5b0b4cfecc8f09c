package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EntryTest {
    @Test
    void readsTheLogOfANight() throws Exception {
        String json = "[{\"target\":\"M31\",\"frames\":4},{\"target\":\"M42\",\"frames\":2,\"weather\":\"haze\"}]";
        assertEquals(6, Entry.readAll(json).stream().mapToInt(Entry::frames).sum());
    }

    @Test
    void writesTheMomentOfASighting() throws Exception {
        Entry.Sighting s = new Entry.Sighting();
        s.what = "comet";
        s.at = Instant.parse("2026-01-05T22:10:00Z");
        assertEquals("{\"what\":\"comet\",\"at\":\"2026-01-05T22:10:00Z\"}", s.write());
    }

    @Test
    void writesPositions() throws Exception {
        assertEquals("{\"ra\":10.7,\"dec\":41.3}", new Entry.Position(10.7, 41.3).write());
    }
}
