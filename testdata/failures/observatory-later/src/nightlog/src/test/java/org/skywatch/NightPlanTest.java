package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class NightPlanTest {
    @Test
    void asksTheAlmanac() {
        assertEquals("place=La Palma", new NightPlan().almanac("La Palma").getQuery());
    }

    @Test
    void growsDuringTheNight() {
        NightPlan plan = new NightPlan("M31");
        plan.add("M42");
        assertEquals(2, plan.size());
    }

    @Test
    void remembersWhatWasSkipped() {
        NightPlan plan = new NightPlan("M31", "M42");
        plan.skip("M42");
        assertEquals(List.of("M42"), plan.skipped());
    }

    @Test
    void skipsNothingAtFirst() {
        assertEquals(List.of(), new NightPlan("M1").skipped());
    }
}
