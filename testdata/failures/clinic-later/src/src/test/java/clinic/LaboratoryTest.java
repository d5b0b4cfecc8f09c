package clinic;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaboratoryTest {
    @Test
    void kindOfAKey() {
        assertEquals("blood", LabReport.kind("blood.glucose"));
    }

    @Test
    void valuesOfAnAlignedLine() {
        assertEquals(List.of(7, 12, 140), LabReport.values("7  12 140"));
    }

    @Test
    void archiveOfALateSample() {
        assertEquals("lab-2024-06-30.csv", LabReport.archive(1719786600000L));
    }
}
