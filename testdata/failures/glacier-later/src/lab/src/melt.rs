use std::rc::Rc;
use std::sync::Arc;
use std::thread;

/// Melts a sample in the background.
pub fn melt(name: &str) -> thread::JoinHandle<usize> {
    let name = Arc::new(name.to_string());
    let mine = Arc::clone(&name);
    thread::spawn(move || mine.len())
}

/// Melts some samples, each in a thread that is told the protocol.
pub fn melt_all(names: &[&str], protocol: &str) -> usize {
    let protocol: Rc<str> = Rc::from(protocol);
    let all: Vec<_> = names
        .iter()
        .map(|n| {
            let (name, protocol) = (n.to_string(), protocol.clone());
            thread::spawn(move || format!("{name}: {protocol}").len())
        })
        .collect();
    all.into_iter().map(|t| t.join().unwrap_or(0)).sum()
}
