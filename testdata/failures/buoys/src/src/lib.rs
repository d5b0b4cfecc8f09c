pub mod decode;
pub mod fleet;
pub mod log;
pub mod series;
pub mod settings;
