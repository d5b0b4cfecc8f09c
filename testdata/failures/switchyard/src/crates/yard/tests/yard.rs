use yard::*;

fn wagon(number: &str, tonnes: f32) -> Wagon {
    Wagon { number: number.into(), tonnes }
}

fn train(n: usize) -> Consist {
    Consist { wagons: (0..n).map(|i| wagon(&format!("w{i}"), 20.0)).collect() }
}

#[test]
fn gross_weight_is_the_sum() {
    let all = [wagon("a", 20.1), wagon("b", 20.2), wagon("c", 20.3)];
    assert!(gross(&all) == 60.6, "gross weight is {:?}", gross(&all));
}

#[test]
fn axles_as_the_sensor_writes_them() {
    let axles: Axles = "0x1F4".parse().expect("axles");
    assert_eq!(axles, Axles(500));
}

#[test]
fn a_third_full() {
    assert_eq!(load_percent(20, 60), 33, "20 of 60 tonnes");
}

#[test]
fn checksum_of_three_digits() {
    assert_eq!(u32::from(checksum(1300)), 300);
}

#[test]
fn short_station_fits() {
    assert!(fits_display("Åmål östra"), "should fit");
}

#[test]
fn each_destination_once() {
    let to = destinations(&[("1", "Malmö"), ("2", "Gävle"), ("3", "Malmö")]);
    assert_eq!(to, ["Malmö", "Gävle"]);
}

#[test]
fn tracks_by_number() {
    let tracks = in_order(vec!["10".into(), "9".into(), "1".into()]);
    assert_eq!(tracks, ["1", "9", "10"]);
}

#[test]
fn nothing_behind_an_empty_train() {
    assert_eq!(train(0).behind(0), 0);
}

#[test]
fn order_after_uncoupling() {
    let mut t = train(4);
    t.uncouple(1);
    let left: Vec<_> = t.wagons.iter().map(|w| w.number.as_str()).collect();
    assert_eq!(left, ["w0", "w2", "w3"]);
}

#[test]
fn train_without_wagons() -> Result<(), std::num::ParseIntError> {
    assert!(Consist::tonnes("")?.is_empty());
    Ok(())
}

#[test]
#[should_panic(expected = "too long")]
fn long_train() {
    train(31).check_length(30);
}

#[test]
fn two_tracks() {
    let tracks = spread(&[4, 7], 2);
    assert_eq!(tracks, [vec![4], vec![7]]);
}

#[test]
fn limit_of_a_track() {
    let all = limits().expect("limits of the tracks");
    assert_eq!(all["2a"], 10);
}

#[test]
fn plan_on_paper() {
    let mut printer = Printer::new(Vec::new());
    printer.line(7, "2a").unwrap();
    assert_eq!(printer.sheet(), b"7 -> 2a\n");
}

#[test]
fn crew_of_a_member() {
    assert_eq!(Member::of("night").crew_name(), "night");
}

#[test]
fn shunter_is_ready() {
    assert_eq!(ready().recv().unwrap(), "ready");
}
