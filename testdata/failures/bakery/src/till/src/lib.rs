//! The till: names and imports.
use std::collections::Hashmap;

mod receipt {
    pub struct Receipt {
        pub lines: Vec<String>,
    }
    fn empty() -> Receipt {
        Receipt { lines: Vec::new() }
    }
}

pub struct Till {
    prices: Hashmap<String, u32>,
}

impl Till {
    pub fn price(&self, item: &str) -> Option<u32> {
        self.prices.get(item).copied()
    }
}

pub fn longer(a: &str, b: &str) -> &str {
    if a.len() > b.len() { a } else { b }
}

pub fn open() -> usize {
    receipt::empty().lines.len()
}
