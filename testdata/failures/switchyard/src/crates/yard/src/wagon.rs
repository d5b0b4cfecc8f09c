use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// A wagon with its twelve digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Wagon {
    pub number: String,
    pub tonnes: f32,
}

impl fmt::Display for Wagon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.tonnes)
    }
}

/// The axles of a wagon, as they are written in hexadecimal on the sensor.
#[derive(Debug, PartialEq)]
pub struct Axles(pub u32);

impl FromStr for Axles {
    type Err = ParseIntError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        u32::from_str_radix(s, 16).map(Axles)
    }
}

/// The tonnes of all wagons.
pub fn gross(wagons: &[Wagon]) -> f32 {
    wagons.iter().map(|w| w.tonnes).sum()
}

/// How full a wagon is, in percent.
pub fn load_percent(loaded: u32, room: u32) -> u32 {
    loaded / room * 100
}

/// The check value that the reader at the gate sends.
pub fn checksum(tonnes: u32) -> u8 {
    (tonnes % 1000) as u8
}

/// Shortens the name of a station for the display.
pub fn fits_display(station: &str) -> bool {
    station.len() <= 10
}

/// The destinations, of which each is named once.
pub fn destinations(wagons: &[(&str, &str)]) -> Vec<String> {
    let mut all: Vec<String> = wagons.iter().map(|(_, to)| to.to_string()).collect();
    all.dedup();
    all
}

/// Tracks in the order of their numbers.
pub fn in_order(mut tracks: Vec<String>) -> Vec<String> {
    tracks.sort();
    tracks
}
