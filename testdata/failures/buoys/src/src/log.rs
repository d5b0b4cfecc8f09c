use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes the log of a day; an earlier one of that day is replaced.
pub fn write_day(dir: &Path, day: &str, text: &str) -> io::Result<()> {
    let mut f = File::create_new(dir.join(format!("{day}.log")))?;
    f.write_all(text.as_bytes())
}

/// Puts the log of a day into the archive, by year.
pub fn archive(dir: &Path, day: &str) -> io::Result<()> {
    let year = dir.join("archive").join(&day[..4]);
    fs::create_dir(&year)?;
    fs::rename(dir.join(format!("{day}.log")), year.join(format!("{day}.log")))
}
