use std::fs;
use std::io;
use std::path::PathBuf;

/// Renders the monthly statement.
pub fn render(owner: &str, cents: i64) -> String {
    format!("Statement for {}\nBalance: {}.{:02}\nPlease tell us of errors within six weeks.\n", owner, cents / 100, cents % 100)
}

fn letterhead() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("templates/letterhead.txt")
}

pub fn with_letterhead(body: &str) -> io::Result<String> {
    Ok(fs::read_to_string(letterhead())? + body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_matches_the_approved_one() {
        assert_eq!(render("M. Weber", 10405), include_str!("../tests/approved/statement.txt"));
    }

    #[test]
    fn statement_of_an_overdrawn_account() {
        assert!(render("M. Weber", -10405).contains("Balance: -104.05\n"), "{}", render("M. Weber", -10405));
    }

    #[test]
    fn letter_begins_with_the_name_of_the_bank() {
        let letter = with_letterhead("Dear customer").unwrap();
        assert!(letter.starts_with("Sparbank"));
    }
}
