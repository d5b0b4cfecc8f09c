package com.seaway.freight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

public class TrackerTests {

    private final Tracker tracker = new Tracker();

    @Test
    public void should_note_positions_without_alarm() {
        tracker.position("Astrid", 3.5);
        assertEquals(3.5, tracker.offset("Astrid"));
    }

    @Test
    public void should_find_the_furthest_of_imported_ships() {
        tracker.importOffsets(Map.of("Astrid", 1.5, "Berta", 2));
        assertEquals(2.0, tracker.furthest());
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.SECONDS)
    public void should_ask_two_stations_at_once() throws Exception {
        assertEquals(7, tracker.ask(3, 4));
    }
}
