/// Pads a label to the width of the tray.
///
/// ```
/// assert_eq!(icecore::labels::pad("C1", 5), "C1   ");
/// ```
pub fn pad(label: &str, width: usize) -> String {
    let missing = width.saturating_sub(label.len());
    format!("{label}{}", ".".repeat(missing))
}

/// The lines of a tray: what is in it, and how deep it was.
pub fn tray(entries: &[(&str, u32)]) -> String {
    entries.iter().map(|(label, cm)| format!("{}{cm:>5}\n", pad(label, 12))).collect()
}

/// The numbers of the bags, such as "4,5,9".
pub fn bags(text: &str) -> Vec<u32> {
    text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trays_are_aligned() {
        let text = tray(&[("Vatnajökull", 310), ("Hofsjökull", 95)]);
        let widths: Vec<usize> = text.lines().map(|l| l.chars().count()).collect();
        assert_eq!(widths, [17, 17]);
    }

    #[test]
    fn bags_as_they_are_typed() {
        assert_eq!(bags("4, 5"), [4, 5]);
    }

    #[test]
    fn tray_without_bags() {
        assert_eq!(bags(""), Vec::<u32>::new());
    }
}
