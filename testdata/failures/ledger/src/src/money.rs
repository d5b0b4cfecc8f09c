use std::fmt;
use std::num::ParseIntError;

/// An amount in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub i64);

impl Money {
    /// Reads whole cents, as they stand in an export of the bank.
    pub fn from_cents(text: &str) -> Result<Money, ParseIntError> {
        text.parse::<i64>().map(Money)
    }

    /// Splits the amount over a number of shares; the first ones get the odd cents.
    pub fn split(self, shares: usize) -> Vec<Money> {
        let n = shares as i64;
        let each = self.0 / n;
        let rest = self.0 % n;
        (0..n)
            .map(|i| Money(each + if i <= rest { 1 } else { 0 }))
            .collect()
    }

    /// The amount of interest for a rate in basis points, rounded half up.
    pub fn interest(self, basis_points: i32) -> Money {
        let cents = self.0 as i32 * basis_points;
        Money(((cents + 5_000) / 10_000) as i64)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_padded_export_column() {
        assert_eq!(Money::from_cents("  1250").unwrap(), Money(1250));
    }

    #[test]
    fn splits_odd_cents_to_the_first() {
        assert_eq!(Money(1000).split(3), [Money(334), Money(333), Money(333)]);
    }

    #[test]
    fn interest_on_a_mortgage() {
        assert_eq!(Money(42_000_000).interest(375), Money(1_575_000));
    }

    #[test]
    fn prints_a_debt() {
        assert_eq!(Money(-1250).to_string(), "-12.50");
    }
}
