use std::fs;

use buoy_net::log::*;
use buoy_net::settings::*;

#[test]
fn writing_a_day_twice() {
    let dir = std::env::temp_dir().join(format!("buoy-day-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    write_day(&dir, "2024-05-01", "first").unwrap();
    write_day(&dir, "2024-05-01", "second").unwrap();
    assert_eq!(fs::read_to_string(dir.join("2024-05-01.log")).unwrap(), "second");
}

#[test]
fn first_archive_of_a_station() {
    let dir = std::env::temp_dir().join(format!("buoy-archive-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("2024-05-02.log"), "x").unwrap();
    archive(&dir, "2024-05-02").unwrap();
}

#[test]
fn band_as_the_manual_spells_it() {
    assert_eq!("Ku".parse::<Band>(), Ok(Band::Ku));
}

#[test]
fn port_unless_set() {
    assert_eq!(gateway_port(), 7070);
}
