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
        assert!(cents != 0, "an entry of nothing for {account}");
        self.entries.push(Entry { account: account.to_string(), cents });
    }

    pub fn set_limit(&mut self, account: &str, limit: Money) {
        self.limits.insert(account.to_string(), limit);
    }

    /// How much an account may be overdrawn; nothing unless it was agreed.
    pub fn limit(&self, account: &str) -> Money {
        self.limits.get(account).copied().unwrap_or(Money(0))
    }

    /// The last n entries, oldest first.
    pub fn latest(&self, n: usize) -> &[Entry] {
        let from = self.entries.len() - n;
        &self.entries[from..]
    }

    /// The names of the accounts that were posted to, each once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.entries.iter().map(|e| e.account.as_str()).collect();
        names.dedup();
        names
    }

    /// Sums by account, in the order of the names.
    pub fn sums(&self) -> Vec<(String, i64)> {
        let mut sums: std::collections::BTreeMap<String, i64> = Default::default();
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
        for (name, cents) in [("rent", -900), ("food", -120), ("wage", 2500), ("food", -60), ("rent", -900)] {
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
    fn names_are_listed_once() {
        assert_eq!(sample().names(), ["food", "rent", "wage"]);
    }

    #[test]
    #[should_panic(expected = "amount is zero")]
    fn nothing_cannot_be_posted() {
        sample().post("rent", 0);
    }

    #[test]
    fn sums_are_listed_by_name() {
        let names: Vec<String> = sample().sums().into_iter().map(|s| s.0).collect();
        assert_eq!(names, ["food", "rent", "wage"]);
    }
}
