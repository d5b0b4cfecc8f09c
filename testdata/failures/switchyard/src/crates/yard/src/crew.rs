use std::rc::{Rc, Weak};
use std::sync::mpsc::{channel, Receiver};
use std::thread;

/// Those who work together.
pub struct Crew {
    pub name: String,
}

/// One of a crew.
pub struct Member {
    crew: Weak<Crew>,
}

impl Member {
    /// Makes a member of a crew that is new.
    pub fn of(name: &str) -> Member {
        let crew = Rc::new(Crew { name: name.to_string() });
        Member { crew: Rc::downgrade(&crew) }
    }

    /// The name of the crew.
    pub fn crew_name(&self) -> String {
        self.crew.upgrade().unwrap().name.clone()
    }
}

/// Hears when the shunter is ready.
pub fn ready() -> Receiver<&'static str> {
    let (tell, hear) = channel();
    thread::spawn(move || {
        if std::env::var_os("YARD_REMOTE").is_some() {
            tell.send("ready").unwrap();
        }
    });
    hear
}
