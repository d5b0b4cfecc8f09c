use std::collections::HashMap;
use std::error::Error;
use std::io::{BufWriter, Write};

/// Which wagon stands on which of n tracks.
pub fn spread(wagons: &[u32], n: usize) -> Vec<Vec<u32>> {
    let mut tracks: Vec<Vec<u32>> = Vec::with_capacity(n);
    for w in wagons {
        tracks[*w as usize % n].push(*w);
    }
    tracks
}

/// The speed limits by track.
pub fn limits() -> Result<HashMap<String, u8>, Box<dyn Error>> {
    let text = std::fs::read_to_string("crates/yard/limits.txt")?;
    let mut all = HashMap::new();
    for line in text.lines() {
        let (track, limit) = line.split_once(' ').ok_or("a line without a limit")?;
        all.insert(track.to_string(), limit.parse()?);
    }
    Ok(all)
}

/// Prints the plan of a shift on a sheet.
pub struct Printer<W: Write> {
    out: BufWriter<W>,
}

impl<W: Write> Printer<W> {
    /// A printer with a sheet in it.
    pub fn new(sheet: W) -> Self {
        Printer { out: BufWriter::new(sheet) }
    }

    /// Prints a line.
    pub fn line(&mut self, wagon: u32, to: &str) -> std::io::Result<()> {
        writeln!(self.out, "{wagon} -> {to}")
    }

    /// What is on the sheet.
    pub fn sheet(&self) -> &W {
        self.out.get_ref()
    }
}
