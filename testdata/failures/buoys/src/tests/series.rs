use std::collections::HashMap;
use std::time::Duration;

use buoy_net::series::*;

#[test]
fn tail_longer_than_what_there_is() {
    assert_eq!(Series::new(&[1.0, 2.0]).tail(24), [1.0, 2.0]);
}

#[test]
fn maximum_ignores_dropouts() {
    assert_eq!(Series::new(&[1.5, f64::NAN, 2.5]).max(), Some(2.5));
}

#[test]
fn mean_of_a_silent_day() {
    assert_eq!(Series::default().mean_cm(), None);
}

#[test]
fn thin_by_nothing() {
    assert_eq!(Series::new(&[1.0, 2.0]).thin(0), [1.0, 2.0]);
}

#[test]
fn clean_takes_spikes_out() {
    let mut s = Series::new(&[1.0, 99.0, 98.0, 2.0]);
    s.clean(20.0);
    assert_eq!(s.tail(0).len(), 0);
    assert_eq!(s.max(), Some(2.0));
}

#[test]
fn delay_when_the_clock_of_the_buoy_is_ahead() {
    assert_eq!(delay(Duration::from_secs(70), Duration::from_secs(60)), Duration::ZERO);
}

#[test]
fn summary_of_the_fleet() {
    let mut c = HashMap::new();
    for (i, k) in ["skagen", "anholt", "fladen", "trubaduren", "drogden", "kullen", "vinga"].iter().enumerate() {
        c.insert(k.to_string(), i + 1);
    }
    assert_eq!(summary(&c), "anholt:2 drogden:5 fladen:3 kullen:6 skagen:1 trubaduren:4 vinga:7");
}
