//! A small double-entry ledger.

pub mod account;
pub mod book;
pub mod import;
pub mod money;
pub mod rates;
pub mod report;
pub mod statement;
