use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes the entries of a day and keeps the writer for those to come.
pub fn start(path: &Path, entries: &[&str]) -> io::Result<BufWriter<File>> {
    let mut w = BufWriter::new(File::create(path)?);
    for e in entries {
        writeln!(w, "{e}")?;
    }
    Ok(w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_can_be_read_at_once() {
        let path = std::env::temp_dir().join("icecore-journal.txt");
        let _w = start(&path, &["drilled to 40 m"]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "drilled to 40 m\n");
    }
}
