use std::collections::HashMap;
use std::time::Duration;

/// Samples of one sensor, one every ten minutes.
#[derive(Clone, Default)]
pub struct Series {
    samples: Vec<f64>,
}

impl Series {
    pub fn new(samples: &[f64]) -> Self {
        Series { samples: samples.to_vec() }
    }

    /// What was measured in the most recent hours.
    pub fn tail(&self, hours: usize) -> &[f64] {
        let wanted = hours * 6;
        let start = self.samples.len() - wanted;
        &self.samples[start..]
    }

    pub fn max(&self) -> Option<f64> {
        self.samples.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap())
    }

    /// Mean of whole centimetres; None where nothing was measured.
    pub fn mean_cm(&self) -> Option<i64> {
        let total: i64 = self.samples.iter().map(|v| (v * 100.0) as i64).sum();
        Some(total / self.samples.len() as i64)
    }

    /// Every n-th sample; a step of none keeps all.
    pub fn thin(&self, step: usize) -> Vec<f64> {
        self.samples.iter().copied().step_by(step).collect()
    }

    /// Removes outliers.
    pub fn clean(&mut self, limit: f64) {
        let n = self.samples.len();
        for i in 0..n {
            if self.samples[i].abs() > limit {
                self.samples.remove(i);
            }
        }
    }
}

/// How long a transmission was under way.
pub fn delay(sent: Duration, received: Duration) -> Duration {
    received - sent
}

/// One line per buoy, sorted.
pub fn summary(counts: &HashMap<String, usize>) -> String {
    counts.iter().map(|(k, v)| format!("{k}:{v}")).collect::<Vec<_>>().join(" ")
}
