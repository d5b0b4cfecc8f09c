package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EntryTest {
    @Test
    void readsEntriesOfNewerLogs() throws Exception {
        Entry e = Entry.read("{\"target\":\"M31\",\"frames\":4,\"observer\":\"Vera\"}");
        assertEquals(4, e.frames);
    }

    @Test
    void writesSightings() throws Exception {
        Entry.Sighting s = new Entry.Sighting();
        s.what = "comet";
        s.at = Instant.parse("2026-01-05T22:10:00Z");
        assertTrue(s.write().contains("comet"));
    }

    @Test
    void readsPositions() throws Exception {
        assertEquals(41.3, Entry.Position.read("{\"ra\":10.7,\"dec\":41.3}").getDec());
    }
}
