package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.anyDouble;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

@ExtendWith(MockitoExtension.class)
class SessionTest {
    @Mock
    Telescope telescope;

    @Test
    void observesTheTarget() {
        when(telescope.point("M42", 30.0)).thenReturn(true);
        assertTrue(new Session(telescope).observe("M42"));
    }

    @Test
    void pointsAtTheTarget() {
        new Session(telescope).observe("M31");
        verify(telescope).point("M31", anyDouble());
    }

    @Test
    void namesTheFilter() {
        assertEquals("M31 / clear", new Session(telescope).header("M31"));
    }

    @Test
    void reportsTheNight() {
        assertEquals("3 of 3 frames", new Session(telescope).report(List.of(30.0, 60.0, 60.0)));
    }

    @Test
    void countsLongExposures() {
        assertEquals(3_600_000_000L, Session.micros(60));
    }
}
