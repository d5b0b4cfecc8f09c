//! What happens in the laboratory.

pub mod melt;
pub mod scale;
