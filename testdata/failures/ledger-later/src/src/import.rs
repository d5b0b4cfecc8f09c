use crate::money::Money;

/// A line of the file that other banks send.
#[derive(Debug, PartialEq)]
pub struct Line {
    pub account: String,
    pub amount: Money,
}

/// Reads "account;cents".
pub fn line(text: &str) -> Result<Line, String> {
    let (account, cents) = text.split_once(';').ok_or("no semicolon")?;
    let cents: i64 = cents.parse().map_err(|e| format!("{account}: {e}"))?;
    Ok(Line { account: account.to_string(), amount: Money(cents) })
}

/// Splits a file into its comments, at the top, and its lines.
pub fn parts(file: &str) -> (Vec<&str>, Vec<&str>) {
    let mut lines = file.lines();
    let comments = lines.by_ref().take_while(|l| l.starts_with('#')).collect();
    (comments, lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_of_the_savings_bank() {
        assert_eq!(line("rent;   90000"), Ok(Line { account: "rent".into(), amount: Money(90_000) }));
    }

    #[test]
    fn comments_are_apart() {
        assert_eq!(parts("# bank 7\nrent;1\nfood;2\n"), (vec!["# bank 7"], vec!["rent;1", "food;2"]));
    }
}
