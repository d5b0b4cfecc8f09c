/// The mean of the annual layers in metres.
pub fn mean(layers: &[f64]) -> f64 {
    layers.iter().sum::<f64>() / layers.len() as f64
}

/// Counts the layers in every tenth of a core.
pub fn histogram(depths: &[f64], length: f64) -> Vec<u32> {
    let mut bins = Vec::with_capacity(10);
    for d in depths {
        let n = ((d / length) * 10.0) as usize;
        bins[n] += 1;
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_of_three_layers() {
        assert_eq!(mean(&[0.1, 0.2, 0.3]), 0.2);
    }

    #[test]
    fn histogram_of_two_layers() {
        let bins = histogram(&[1.5, 8.2], 10.0);
        assert_eq!((bins[1], bins[8]), (1, 1));
    }
}
