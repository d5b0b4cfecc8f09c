use std::io::Read;

pub struct Player {
    name: &str,
    level: u8,
}

impl Player {
    pub fn title(&self) -> String {
        format!("{} ({})", self.name, self.level)
    }
}

pub fn load(mut from: impl Read) -> std::io::Result<String> {
    let mut text = String::new();
    from.read_to_string(&mut text)?;
    Ok(text)
}

pub fn save(path: &str, text: &str) -> std::io::Result<()> {
    let mut f = File::create(path)?;
    f.write_all(text.as_bytes())
}

mod scores;
pub fn best(list: &[u32]) -> u32 {
    list.iter().copied().max().unwrap_or(0)
}
