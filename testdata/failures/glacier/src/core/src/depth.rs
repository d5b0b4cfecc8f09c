/// How many segments lie between two of them.
///
/// ```
/// assert_eq!(icecore::depth::between(9, 4), 5);
/// ```
pub fn between(lower: usize, upper: usize) -> usize {
    lower - upper
}

/// The depth of a segment in centimetres.
///
/// ```
/// let cm = icecore::depth::centimetres(3, 55);
/// assert_eq!(cm, 165);
/// ```
pub fn centimetres(segment: u32, length: u32, lost: u32) -> u32 {
    segment * length + lost
}

/// Panics for a core that is not there.
pub fn of_core(name: &str) -> u32 {
    match name {
        "C1" => 122,
        _ => panic!("core {name} was never drilled"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_in_any_order() {
        assert_eq!(between(4, 9), 5);
    }

    #[test]
    #[should_panic(expected = "unknown core C9")]
    fn core_that_is_not_there() {
        of_core("C9");
    }
}
