/// A piece of a core, by its number.
#[derive(Clone, Copy)]
pub struct Segment(pub usize);

impl Segment {
    /// How many segments lie between this one and another.
    pub fn gap(self, other: Segment) -> usize {
        self.0 - other.0
    }
}

/// How many segments lie between two of them.
///
/// ```
/// assert_eq!(icecore::depth::between(9, 4), 5);
/// ```
pub fn between(lower: usize, upper: usize) -> usize {
    Segment(lower).gap(Segment(upper))
}

/// The depth of a segment in centimetres.
///
/// ```
/// let cm = icecore::depth::centimetres(3, 55, 0);
/// assert_eq!(cm, 165);
/// ```
pub fn centimetres(segment: u32, length: u32, lost: u32) -> u32 {
    segment * length + lost
}

/// The depth of a core in metres.
pub fn of_core(name: &str) -> Result<u32, String> {
    match name {
        "C1" => Ok(122),
        _ => Err(format!("core {name} was never drilled")),
    }
}

/// The first temperatures of a probe, three of them.
pub fn first_three(probe: &[f32]) -> Vec<f32> {
    let mut out = Vec::with_capacity(3);
    out.copy_from_slice(&probe[..3]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "core C9 was never drilled")]
    fn core_that_is_not_there() {
        let _ = of_core("C9");
    }

    #[test]
    fn temperatures_of_the_top() {
        assert_eq!(first_three(&[-31.5, -31.0, -30.5, -30.0]), [-31.5, -31.0, -30.5]);
    }
}
