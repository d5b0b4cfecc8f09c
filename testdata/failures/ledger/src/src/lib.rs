//! A small double-entry ledger.

pub mod account;
pub mod book;
pub mod money;
pub mod report;
pub mod statement;
