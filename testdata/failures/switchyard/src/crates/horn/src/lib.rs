//! The horn of the shunting engine.

/// The melody that is played, if there is one.
pub struct Horn {
    melody: Option<String>,
}

impl Horn {
    /// Makes the horn silent.
    pub fn silence() {
        std::env::remove_var("YARD_HORN");
    }

    /// Gives the melody away.
    pub fn take(&mut self) -> String {
        self.melody.unwrap_or_default()
    }

    /// Plays a scale.
    pub fn scale(n: u8) -> Vec<u8> {
        let notes = Vec::new();
        for i in 0..n {
            notes.push(60 + i);
        }
        notes
    }
}
