use std::collections::HashMap;

use crate::money::Money;

#[derive(Debug, Clone)]
pub struct Entry {
    pub account: String,
    pub cents: i64,
}

#[derive(Default)]
pub struct Book {
    pub entries: Vec<Entry>,
    limits: HashMap<String, Money>,
}

impl Book {
    pub fn post(&mut self, account: &str, cents: i64) {
        self.entries.push(Entry { account: account.to_string(), cents });
    }

    pub fn set_limit(&mut self, account: &str, limit: Money) {
        self.limits.insert(account.to_string(), limit);
    }

    /// How much an account may be overdrawn; nothing unless it was agreed.
    pub fn limit(&self, account: &str) -> Money {
        *self.limits.get(account).unwrap()
    }

    /// The last n entries, oldest first.
    pub fn latest(&self, n: usize) -> &[Entry] {
        &self.entries[self.entries.len() - n..]
    }

    /// The largest step between two entries that follow each other.
    pub fn largest_step(&self) -> i64 {
        let mut largest = 0;
        for i in 0..self.entries.len() {
            let step = self.entries[i + 1].cents - self.entries[i].cents;
            largest = largest.max(step.abs());
        }
        largest
    }

    /// Sums by account, in the order of the names.
    pub fn sums(&self) -> Vec<(String, i64)> {
        let mut sums: HashMap<String, i64> = HashMap::new();
        for e in &self.entries {
            *sums.entry(e.account.clone()).or_insert(0) += e.cents;
        }
        sums.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Book {
        let mut b = Book::default();
        for (name, cents) in [("rent", -900), ("food", -120), ("wage", 2500), ("gas", -60), ("tax", -400), ("books", -35), ("club", -15), ("travel", -310)] {
            b.post(name, cents);
        }
        b
    }

    #[test]
    fn account_without_agreed_limit() {
        let mut b = sample();
        b.set_limit("rent", Money(10_000));
        assert_eq!(b.limit("rent"), Money(10_000));
        assert_eq!(b.limit("food"), Money(0));
    }

    #[test]
    fn latest_of_a_young_book() {
        let mut b = Book::default();
        b.post("wage", 2500);
        assert_eq!(b.latest(10).len(), 1);
    }

    #[test]
    fn largest_step_between_entries() {
        assert_eq!(sample().largest_step(), 2620);
    }

    #[test]
    fn sums_are_listed_by_name() {
        let names: Vec<String> = sample().sums().into_iter().map(|s| s.0).collect();
        assert_eq!(names, ["books", "club", "food", "gas", "rent", "tax", "travel", "wage"]);
    }
}
