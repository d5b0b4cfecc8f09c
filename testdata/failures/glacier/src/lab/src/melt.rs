use std::rc::Rc;
use std::thread;

/// Melts a sample in the background.
pub fn melt(name: &str) -> thread::JoinHandle<usize> {
    let name = Rc::new(name.to_string());
    let mine = Rc::clone(&name);
    thread::spawn(move || mine.len())
}
