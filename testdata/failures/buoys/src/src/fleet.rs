use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::mpsc;
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::Duration;

#[derive(Default)]
pub struct Fleet {
    /// Hours between two services of a buoy, where it is not the usual.
    service: HashMap<u32, u32>,
    listeners: RefCell<Vec<Box<dyn Fn(&Fleet, u32)>>>,
    seen: RefCell<Vec<u32>>,
}

impl Fleet {
    pub const USUAL: u32 = 720;

    pub fn with_service(service: &[(u32, u32)]) -> Fleet {
        Fleet { service: service.iter().copied().collect(), ..Fleet::default() }
    }

    pub fn service_hours(&self, id: u32) -> u32 {
        *self.service.get(&id).unwrap()
    }

    pub fn on_contact(&self, f: impl Fn(&Fleet, u32) + 'static) {
        self.listeners.borrow_mut().push(Box::new(f));
    }

    /// Notes a contact and tells the listeners, which may note further contacts.
    pub fn contact(&self, id: u32) {
        let mut seen = self.seen.borrow_mut();
        seen.push(id);
        for listener in self.listeners.borrow().iter() {
            listener(self, id);
        }
    }

    pub fn contacts(&self) -> usize {
        self.seen.borrow().len()
    }
}

/// Energy that a number of panels yields over some hours, in milliwatt hours.
pub fn energy(panels: i32, milliwatts: i32, hours: i32) -> i64 {
    (panels * milliwatts * hours) as i64
}

/// Sums the battery levels that workers fetch; a worker whose buoy is silent adds nothing.
pub fn total_charge(levels: &[Option<u32>]) -> u32 {
    let total = Arc::new(RwLock::new(0u32));
    let workers: Vec<_> = levels
        .iter()
        .cloned()
        .map(|level| {
            let total = total.clone();
            thread::spawn(move || {
                let mut t = total.write().unwrap();
                *t += level.unwrap();
            })
        })
        .collect();
    for w in workers {
        w.join().ok();
    }
    let t = total.read().unwrap();
    *t
}

/// Asks each buoy in its own thread and waits for the answers.
pub fn poll(ids: &[u32], ask: fn(u32) -> u32) -> Vec<u32> {
    let (answers, inbox) = mpsc::channel();
    for &id in ids {
        let answers = answers.clone();
        thread::spawn(move || answers.send(ask(id)));
    }
    let mut got = Vec::new();
    while let Ok(a) = inbox.recv_timeout(Duration::from_secs(2)) {
        got.push(a);
    }
    assert!(inbox.try_recv() == Err(mpsc::TryRecvError::Disconnected), "poll: a sender is still open after {} answers", got.len());
    got.sort();
    got
}
