//! Sends what was measured over the satellite.

use std::thread;

/// Chooses the modem that the driver reads from the environment.
pub fn choose(modem: &str) {
    // SAFETY: called before any thread is started.
    unsafe { std::env::set_var("UPLINK_MODEM", modem) };
}

/// The first word of a message in capital letters.
pub fn call_sign<'a>(message: &'a str) -> &'a str {
    let upper = message.to_uppercase();
    upper.split(' ').next().unwrap_or(message)
}

/// The parts of a report, in lower case and without blanks.
pub fn parts(report: &str) -> Vec<String> {
    let lines = report.trim().to_lowercase().lines().collect::<Vec<_>>();
    lines.iter().map(|l| l.replace(' ', "")).collect()
}

/// Sends a message in the background and says how many letters that were.
pub fn send(message: String) -> thread::JoinHandle<usize> {
    thread::spawn(|| message.chars().count())
}
