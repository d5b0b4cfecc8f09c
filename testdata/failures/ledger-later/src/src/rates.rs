use std::collections::HashMap;

/// What a unit of each currency is worth, in hundredths of a cent.
pub struct Rates(HashMap<&'static str, i64>);

impl Rates {
    pub fn of_today() -> Rates {
        Rates(HashMap::from([("CHF", 10_420), ("SEK", 890)]))
    }

    /// The rate of a currency; the own one, which is not in the list, is worth itself.
    pub fn rate(&self, currency: &str) -> i64 {
        self.0[currency]
    }

    /// The list that hangs in the window.
    pub fn window(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(|(c, r)| format!("{c} {r}")).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_of_the_own_currency() {
        assert_eq!(Rates::of_today().rate("EUR"), 10_000);
    }

    #[test]
    fn window_has_the_currencies_from_a_to_z() {
        let rates = Rates(["AUD", "CAD", "CHF", "DKK", "GBP", "JPY", "NOK", "SEK", "USD"].into_iter().map(|c| (c, 1)).collect());
        assert_eq!(rates.window(), "AUD 1\nCAD 1\nCHF 1\nDKK 1\nGBP 1\nJPY 1\nNOK 1\nSEK 1\nUSD 1");
    }
}
