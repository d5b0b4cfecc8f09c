package org.skywatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.anyDouble;
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
    void observesWithAnyExposure() {
        when(telescope.point("M31", anyDouble())).thenReturn(true);
        assertTrue(new Session(telescope).observe("M31"));
    }

    @Test
    void observesInGoodSeeing() {
        when(telescope.seeing()).thenReturn(0.8);
        when(telescope.point("M42", 30.0)).thenReturn(true);
        assertTrue(new Session(telescope).observe("M42"));
    }

    @Test
    void takesAllFrames() {
        assertEquals(2, new Session(telescope).expose(List.of(30.0, 60.0)));
    }
}
