use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What was done on a day.
pub struct Journal {
    out: BufWriter<File>,
    written: u64,
}

impl Journal {
    /// Begins the journal of a day in a file.
    pub fn start(path: &Path) -> io::Result<Journal> {
        let out = BufWriter::new(File::create(path)?);
        Ok(Journal { out, written: 0 })
    }

    /// Adds an entry, which others can read from then on.
    pub fn add(&mut self, entry: &str) -> io::Result<()> {
        writeln!(self.out, "{entry}")?;
        self.written += 1;
        Ok(())
    }

    pub fn written(&self) -> u64 {
        self.written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_grows_with_each_entry() {
        let path = std::env::temp_dir().join("icecore-journal-size.txt");
        let mut j = Journal::start(&path).unwrap();
        j.add("drilled to 40 m").unwrap();
        j.add("broke the winch").unwrap();
        let size = std::fs::metadata(&path).unwrap().len();
        assert_eq!((j.written(), size), (2, 32));
    }

    #[test]
    fn journal_of_a_new_season() {
        let dir = std::env::temp_dir().join("icecore-seasons");
        let _ = std::fs::remove_dir_all(&dir);
        let j = Journal::start(&dir.join("2027").join("day-1.txt")).unwrap();
        assert_eq!(j.written(), 0);
    }
}
