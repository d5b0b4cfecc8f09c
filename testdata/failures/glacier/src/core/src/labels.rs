/// Pads a label to the width of the tray.
pub fn pad(label: &str, width: usize) -> String {
    let mut out = label.to_string();
    while out.len() < width {
        out.push('.');
    }
    out
}

/// The numbers of the bags, such as "4,5,9".
pub fn bags(text: &str) -> Vec<u32> {
    text.split(',').map(|n| n.parse().unwrap()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads_icelandic_names() {
        assert_eq!(pad("Öræfi", 8), "Öræfi...");
    }

    #[test]
    fn tray_without_bags() {
        assert_eq!(bags(""), Vec::<u32>::new());
    }
}
