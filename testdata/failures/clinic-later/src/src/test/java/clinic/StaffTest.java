package clinic;

import static org.junit.jupiter.api.Assertions.*;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class StaffTest {
    private final Doctors doctors = new Doctors(List.of("Dr. Wolf (heart)", "Dr. Abel (eyes)"));
    private final Tariff tariff = new Tariff(new BigDecimal("1000"));

    @Test
    void doctorOfAFieldThatNobodyHas() {
        assertEquals("Pforte", doctors.onCall("skin"));
    }

    @Test
    void listOfDoctors() {
        assertEquals("2: Dr. Abel (eyes), Dr. Wolf (heart)", doctors.list());
    }

    @Test
    void nurseOfARoom() {
        Map<Room, String> nurses = new HashMap<>();
        nurses.put(new Room("west", 210), "Ines");
        assertEquals("Ines", nurses.get(new Room("west", 210)));
    }

    @Test
    void nursesTakeTurns() {
        assertDoesNotThrow(() -> Collections.rotate(Rota.turns(), 1));
    }

    @Test
    void nursesOfTheSameShift() {
        Rota rota = new Rota();
        rota.plan("Ines", 20260301);
        rota.plan("Jan", 20260301);
        assertTrue(rota.together("Ines", "Jan"));
    }

    @Test
    void tariffPerDay() {
        assertEquals(new BigDecimal("142.86"), tariff.perDay());
    }

    @Test
    void tariffPerWeekIsLookedUpOnce() {
        tariff.perWeek();
        assertEquals(1, tariff.lookups());
    }
}
