package clinic;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PaperworkTest {
    @Test
    void labDayJustBeforeMidnight() {
        assertEquals(LocalDate.of(2024, 2, 29), Calendar.labDay(Instant.parse("2024-02-29T23:30:00Z")));
    }

    @Test
    void stampOnTheLastDayOfTheYear() {
        assertEquals("30.12.2024", Calendar.stamp(LocalDate.of(2024, 12, 30)));
    }

    @Test
    void nightsOverTheTurnOfTheYear() {
        assertEquals(40, Calendar.nights(LocalDate.of(2024, 12, 9), LocalDate.of(2025, 1, 18)));
    }

    @Test
    void nameOfADiagnosis() {
        assertEquals("Asthma", Icd.name("J45"));
    }

    @Nested
    class Post {
        private final Letters letters = new Letters();

        @Test
        void reminderTemplate() throws Exception {
            assertTrue(letters.template("reminder").startsWith("Ihr Termin"));
        }

        @Test
        void thanksTemplate() throws Exception {
            assertEquals("Vielen Dank für Ihren Besuch, schöne Grüße", letters.template("thanks").trim());
        }

        @Test
        void greetsAWoman() {
            assertEquals("Sehr geehrte Frau", letters.greeting("f"));
        }

        @Test
        void talksToAMan() {
            assertEquals("Sehr geehrter Herr Berg, wie geht's Ihnen seit Montag?", letters.smallTalk("m", "Berg"));
        }
    }
}
