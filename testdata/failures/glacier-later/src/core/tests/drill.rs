use icecore::depth::{between, Segment};

#[test]
fn gap_from_the_top_down() {
    assert_eq!(Segment(2).gap(Segment(6)), 4);
    assert_eq!(between(6, 2), 4);
}
