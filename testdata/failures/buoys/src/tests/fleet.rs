use buoy_net::fleet::*;

#[test]
fn service_interval_of_a_new_buoy() {
    let f = Fleet::with_service(&[(17, 300)]);
    assert_eq!(f.service_hours(17), 300);
    assert_eq!(f.service_hours(18), Fleet::USUAL);
}

#[test]
fn listener_reports_a_neighbour() {
    let f = Fleet::default();
    f.on_contact(|fleet, id| {
        if id < 3 {
            fleet.contact(id + 1);
        }
    });
    f.contact(1);
    assert_eq!(f.contacts(), 3);
}

#[test]
fn energy_of_a_season() {
    assert_eq!(energy(12, 90_000, 4_000), 4_320_000_000);
}

#[test]
fn charge_without_the_silent_ones() {
    assert_eq!(total_charge(&[Some(40), None, Some(60)]), 100);
}

#[test]
fn poll_ends_with_the_last_answer() {
    assert_eq!(poll(&[1, 2, 3], |id| id * 10), [10, 20, 30]);
}
