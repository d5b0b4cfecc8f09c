use std::fmt;
use std::num::ParseIntError;

/// An amount in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub i64);

impl Money {
    /// Reads whole cents, as they stand in an export of the bank.
    pub fn from_cents(text: &str) -> Result<Money, ParseIntError> {
        text.trim().parse::<i64>().map(Money)
    }

    /// Splits the amount over a number of shares; the first ones get the odd cents.
    pub fn split(self, shares: usize) -> Vec<Money> {
        let n = shares as i64;
        let (each, rest) = (self.0 / n, self.0 % n);
        let odd = |i| if i > rest { 0 } else { 1 };
        (0..n).map(|i| Money(each + odd(i))).collect()
    }

    /// The amount of interest for a rate in basis points, rounded half away from zero.
    pub fn interest(self, basis_points: i32) -> Money {
        let cents = self.0 * i64::from(basis_points);
        Money((cents + 5_000) / 10_000)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let abs = self.0.unsigned_abs();
        write!(f, "{}{}.{:02}", sign, abs / 100, abs % 100)
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
    fn reads_export_of_the_new_software() {
        assert_eq!(Money::from_cents(" 1'250'000").unwrap(), Money(1_250_000));
    }

    #[test]
    fn shares_are_worth_the_whole() {
        let sum: i64 = Money(1001).split(4).iter().map(|m| m.0).sum();
        assert_eq!(sum, 1001);
    }

    #[test]
    fn split_among_nobody() {
        assert_eq!(Money(1000).split(0), []);
    }

    #[test]
    fn interest_on_a_mortgage() {
        assert_eq!(Money(42_000_000).interest(375), Money(1_575_000));
    }

    #[test]
    fn interest_on_an_overdraft() {
        assert_eq!(Money(-1_000).interest(1_250), Money(-125));
        assert_eq!(Money(-1_234).interest(1_000), Money(-123));
    }

    #[test]
    fn prints_a_debt() {
        assert_eq!(Money(-1250).to_string(), "-12.50");
    }
}
