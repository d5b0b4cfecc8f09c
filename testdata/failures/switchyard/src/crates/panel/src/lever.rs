/// A lever and the points that it moves.
pub struct Lever {
    pub points: u8,
}

/// Reads a lever from the wire.
pub fn read(wire: &mut dyn std::io::BufRead) -> Option<Lever> {
    let mut line = String::new();
    wire.read_line(&mut line).ok()?;
    let points = u8::from_str(line.trim()).ok()?;
    Some(Lever { points })
}
