//! What is in stock: types and traits.
use std::collections::HashMap;
use std::fmt;

#[derive(Debug, PartialEq, Eq)]
pub enum Flour {
    Wheat,
    Rye,
    Spelt,
}

#[derive(Default)]
pub struct Stock {
    sacks: HashMap<Flour, u32>,
}

impl Stock {
    pub fn take_in(&mut self, flour: Flour, sacks: u32) {
        *self.sacks.entry(flour).or_insert(0) += sacks;
    }
}

pub fn protein(flour: &Flour) -> f32 {
    match flour {
        Flour::Wheat => 11.5,
        Flour::Rye => 9.0,
    }
}

pub struct Delivery {
    pub supplier: String,
    pub sacks: u32,
    pub cooled: bool,
}

pub fn usual_delivery(supplier: &str) -> Delivery {
    Delivery { supplier: supplier.to_string(), sacks: 20 }
}

impl fmt::Display for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let label: String = if self.cooled { "cooled" } else { "dry" };
        write!(f, "{} sacks from {} ({label})", self.sacks, self.supplier)
    }
}

pub fn sacks_of(list: &[&str]) -> u32 {
    let numbers = list.iter().filter_map(|s| s.parse().ok()).collect();
    numbers.iter().sum()
}
