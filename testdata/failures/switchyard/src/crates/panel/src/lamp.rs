use std::cell::Cell;
use std::rc::Rc;
use std::thread;

/// A lamp of the panel.
#[derive(Default)]
pub struct Lamp {
    on: Rc<Cell<bool>>,
}

/// What a lamp shows.
#[derive(Clone, Copy)]
pub enum Aspect {
    Red,
    Green,
}

impl Lamp {
    /// Lets the lamp blink without blocking.
    pub fn blink(&self) {
        let on = self.on.clone();
        thread::spawn(move || {
            on.set(!on.get());
        });
    }
}

/// Panics when the lamp is wrong.
pub fn verify(shown: Aspect, wanted: Aspect) -> bool {
    shown == wanted
}

impl std::fmt::Display for Vec<Lamp> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} lamps", self.len())
    }
}
