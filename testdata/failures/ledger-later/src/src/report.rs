use std::sync::{Arc, Mutex};
use std::thread;

/// The mean of prices, to four places; 0 without any.
pub fn average(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    let mean = sum / values.len() as f64;
    (mean * 10_000.0).round() / 10_000.0
}

/// A share in percent, to two places.
///
/// ```
/// assert_eq!(ledger::report::percent(0.57, 1.0), 57.0);
/// ```
pub fn percent(part: f64, whole: f64) -> f64 {
    part / whole * 100.0
}

/// How much each month is above the one before.
pub fn growth(months: &[i64]) -> Vec<i64> {
    (0..months.len()).map(|i| months[i + 1] - months[i]).collect()
}

/// The highest price; prices that could not be read are NaN.
pub fn highest(prices: &[f64]) -> f64 {
    prices.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(0.0)
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
                if let Ok(value) = part {
                    *total.lock().unwrap() += value;
                }
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
    fn average_of_a_day_without_sales() {
        assert_eq!(average(&[]), 0.0);
    }

    #[test]
    fn growth_of_a_quarter() {
        assert_eq!(growth(&[100, 120, 90]), [20, -30]);
    }

    #[test]
    fn highest_of_a_list_with_gaps() {
        assert_eq!(highest(&[2.5, f64::NAN, 7.25]), 7.25);
    }

    #[test]
    fn broken_branch_is_left_out() {
        assert_eq!(collect(vec![Ok(5), Err("no figures".into()), Ok(7)]), 12);
    }
}
