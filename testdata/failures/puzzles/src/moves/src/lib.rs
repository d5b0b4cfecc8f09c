use std::thread;

#[derive(Debug, Clone)]
pub struct Move {
    pub from: String,
    pub to: String,
}

pub struct Game {
    pub history: Vec<Move>,
    score: i32,
}

impl Game {
    pub fn play(&mut self, m: Move) -> String {
        self.history.push(m);
        format!("{}-{}", m.from, m.to)
    }

    fn award(&mut self, points: i32) {
        self.score += points;
    }

    pub fn recount(&mut self) {
        self.score = 0;
        self.history.iter().for_each(|m| self.award(m.to.len() as i32));
    }

    pub fn undo(&mut self) {
        let last = self.history.last_mut().unwrap();
        let first = self.history.first_mut().unwrap();
        std::mem::swap(&mut last.from, &mut first.from);
    }

    pub fn analyse(&self) -> thread::JoinHandle<usize> {
        let moves = self.history.clone();
        std::thread::spawn(|| moves.iter().filter(|m| m.from != m.to).count())
    }
}
