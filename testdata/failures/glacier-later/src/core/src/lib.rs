//! Works on cores that were drilled from a glacier.

pub mod annual;
pub mod depth;
pub mod journal;
pub mod labels;
pub mod samples;
