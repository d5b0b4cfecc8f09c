use std::fs;

/// The isotopes that were measured, by the lines of a file.
pub fn isotopes() -> usize {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/isotopes.tsv")).unwrap().lines().count()
}

/// The remarks about a sample, such as "dust;ash".
pub fn remarks(text: &str) -> Vec<String> {
    text.split(';').map(|r| r.trim().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_isotopes() {
        assert_eq!(isotopes(), 2);
    }

    #[test]
    fn sample_without_remarks() {
        assert_eq!(remarks("dust; ash").len(), 2);
        assert_eq!(remarks("").len(), 0);
    }
}
