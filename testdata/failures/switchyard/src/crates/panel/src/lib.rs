//! The panel of the signal box.

pub mod lamp;
pub mod lever;
