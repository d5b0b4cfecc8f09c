use std::collections::VecDeque;

pub struct Queue {
    waiting: VecDeque<String>,
}

impl Queue {
    /// The customer who is served next.
    pub fn next(&self) -> Option<String> {
        self.waiting.pop_front()
    }
}
