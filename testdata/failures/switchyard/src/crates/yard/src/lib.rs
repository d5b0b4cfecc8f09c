//! The yard in which wagons are sorted into trains.

mod consist;
mod crew;
mod plan;
mod wagon;

pub use consist::Consist;
pub use crew::{ready, Crew, Member};
pub use plan::*;
pub use wagon::*;
