package clinic;

import static org.junit.jupiter.api.Assertions.*;

import java.time.LocalDate;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WardTest {
    private final Ward ward = new Ward();

    private static Patient patient(String number, String name) {
        return new Patient(number, name, LocalDate.of(1980, 3, 9));
    }

    @BeforeEach
    void fill() {
        for (String n : List.of("Zahn", "Adam", "Berg", "Kurz")) ward.admit(patient(n + "1", n));
        ward.furnish("west 210", 200);
        ward.furnish("east 11", 200);
        ward.furnish("lab", 3);
        ward.furnish("annex", 1);
    }

    @Test
    void bedsWithARoomThatWasClosed() {
        assertEquals(203, ward.bedsIn("lab", "attic", "east 11"));
    }

    @Test
    void dischargeOfNamesakes() {
        ward.admit(patient("K2", "Kurz"));
        ward.discharge("Kurz");
        assertEquals(List.of("Zahn", "Adam", "Berg"), ward.names());
    }

    @Test
    void planWithBeds() {
        assertEquals("annex: 1; east 11: 200; lab: 3; west 210: 200", ward.plan());
    }

    @Test
    void namesCanBeSorted() {
        List<String> names = ward.names();
        Collections.sort(names);
        assertEquals(List.of("Adam", "Berg", "Kurz", "Zahn"), names);
    }

    @Test
    void nobodyWithThatLetter() {
        assertNull(ward.first("X"));
    }

    @Test
    void orderByDoctor() {
        ward.first("B").treatedBy("Dr. Wolf");
        ward.first("K").treatedBy("Dr. Abel");
        assertEquals("Kurz", ward.byDoctor().get(0).name());
    }

    @Test
    void arrayForTheOldReport() {
        assertEquals(4, ward.toArray().length);
    }

    @Test
    void allergiesAreNotAddedFromOutside() {
        Patient berg = ward.first("B");
        try {
            berg.allergies().add("Penicillin");
        } catch (UnsupportedOperationException expected) {
            // as it should be
        }
        assertEquals(List.of(), berg.allergies());
    }

    @Test
    void admittedTwiceCountsOnce() {
        Set<Patient> all = new HashSet<>();
        all.add(patient("77", "Berg"));
        all.add(patient("77", "Berg-Kurz"));
        assertEquals(1, all.size());
    }

    @Test
    void initialsWithTwoBlanks() {
        assertEquals("A.B.", patient("1", "Anna  Berg").initials());
    }
}
