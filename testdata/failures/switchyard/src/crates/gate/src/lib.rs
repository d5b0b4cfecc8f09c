//! The gate of the yard.

/// Who waits at the gate.
pub struct Gate {
    pub waiting: Vec<String>,
}

/// Says whether nobody waits.
pub fn idle(gate: &Gate) -> bool {
    gate.waiting.len() == 0
}

/// Calls all who wait.
pub fn call(waiting: &Vec<String>) -> String {
    waiting.join(", ")
}

/// Opens for those who are known.
pub fn open(known: bool) -> bool {
    return known;
}
