package trace

import "testing"

func TestPeakTimeAfterMedian(t *testing.T) {
	samples := []float64{0.1, 0.4, 9.5, 0.2, 0.3}
	_ = Median(samples)
	peak := 0
	for i := range samples {
		if samples[i] > samples[peak] {
			peak = i
		}
	}
	if peak != 2 {
		t.Fatalf("peak is at sample %d, expected it at 2 (samples: %v)", peak, samples)
	}
}
