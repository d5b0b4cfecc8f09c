use std::fs;
use std::io;

/// The mean of the annual layers in metres.
pub fn mean(layers: &[f64]) -> f64 {
    layers.iter().sum::<f64>() / layers.len() as f64
}

/// Counts the layers in every tenth of a core.
pub fn histogram(depths: &[f64], length: f64) -> Vec<u32> {
    let mut bins = vec![0; 10];
    for d in depths {
        let n = ((d / length) * 10.0) as usize;
        bins[n] += 1;
    }
    bins
}

/// The years that were counted so far.
pub fn years() -> io::Result<Vec<i32>> {
    let text = fs::read_to_string("core/data/years.txt")?;
    Ok(text.lines().filter_map(|y| y.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_of_three_layers() {
        assert!((mean(&[0.1, 0.2, 0.3]) - 0.2).abs() < 1e-9);
    }

    #[test]
    fn mean_before_any_layer() {
        assert_eq!(mean(&[]), 0.0);
    }

    #[test]
    fn histogram_of_two_layers() {
        let bins = histogram(&[1.5, 8.2], 10.0);
        assert_eq!((bins[1], bins[8]), (1, 1));
    }

    #[test]
    fn histogram_down_to_the_bedrock() {
        assert_eq!(histogram(&[0.2, 122.0], 122.0)[9], 1);
    }

    #[test]
    fn years_of_the_eruptions() {
        let years = years().expect("years");
        assert!(years.contains(&1783));
    }
}
