//! Orders of a bakery: borrow rules.

pub mod basket;
pub mod queue;
pub mod workers;
