use std::io::Write;

/// What a scale shows.
#[derive(Debug)]
pub struct Reading {
    pub grams: u32,
}

/// Writes a reading for the log.
pub fn line(r: &Reading) -> String {
    format!("{:?}", r)
}

/// Writes the readings to a file.
pub fn store(path: &str, r: &Reading) -> std::io::Result<()> {
    let mut f = std::fs::File::create(path)?;
    f.write_all(&r.grams().to_be_bytes())
}

/// Whether the scale still shows what it did.
pub fn steady(readings: &[Reading]) -> bool {
    readings.windows(2).all(|w| w[0] == w[1])
}
