use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell(pub u8, pub u8);

#[derive(Clone, Copy)]
pub enum Mark {
    Given(u8),
    Guess(u8),
    Pencil(u16),
    Empty,
}

pub struct Board {
    cells: BTreeMap<Cell, Mark>,
}

pub fn set(board: &mut Board, at: Cell, mark: Mark) {
    board.cells.insert(at, mark);
}

pub fn glyph(mark: Mark) -> char {
    match mark {
        Mark::Given(d) | Mark::Guess(d) => (b'0' + d) as char,
        Mark::Empty => '.',
    }
}

pub trait Solver {
    fn name(&self) -> &'static str;
    fn step(&mut self, board: &mut Board) -> bool;
    fn difficulty(&self) -> u8;
}

pub struct Brute {
    tried: usize,
}

impl Solver for Brute {
    fn name(&self) -> &'static str { "brute" }
    fn step(&mut self, _: &mut Board) -> bool { self.tried += 1; false }
}

pub fn index(cell: Cell) -> usize {
    cell.0 * 9 + cell.1
}

pub fn read(rows: &str) -> Option<u32> {
    let n: u32 = rows.trim().parse()?;
    Some(n)
}
