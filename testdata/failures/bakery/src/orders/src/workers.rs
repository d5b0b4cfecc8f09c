use std::thread::{self, JoinHandle};

pub fn bake(kind: &str, minutes: u64) -> JoinHandle<String> {
    let label = kind.to_uppercase();
    thread::spawn(|| format!("{} after {} min", label, minutes))
}
