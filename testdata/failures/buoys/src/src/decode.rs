//! Frames that a buoy sends over the satellite link.

#[derive(Debug, PartialEq)]
pub enum Reading {
    Temperature(f32),
    WaveHeight(u16),
}

#[derive(Debug)]
pub enum DecodeError {
    Number(std::num::ParseIntError),
    Unknown(String),
}

impl From<std::num::ParseIntError> for DecodeError {
    fn from(e: std::num::ParseIntError) -> Self {
        DecodeError::Number(e)
    }
}

/// `T=215` is 21.5 degrees, `W=130` a wave of 130 cm.
pub fn decode(field: &str) -> Result<Reading, DecodeError> {
    let (key, value) = field.split_once('=').ok_or_else(|| DecodeError::Unknown(field.into()))?;
    match key {
        "T" => Ok(Reading::Temperature(value.parse::<i32>()? as f32 / 10.0)),
        "W" => Ok(Reading::WaveHeight(value.parse::<u16>()?)),
        _ => Err(DecodeError::Unknown(field.into())),
    }
}

/// The free text that skippers add to a report.
pub fn remark(raw: &[u8]) -> String {
    String::from_utf8(raw.to_vec()).unwrap()
}

/// The first line of the display of the shore station: at most `width` columns.
pub fn banner(text: &str, width: usize) -> &str {
    if text.len() > width { &text[0..width] } else { text }
}

/// Checksum as the modem computes it: the sum of all bytes, modulo 256.
pub fn checksum(frame: &[u8]) -> u8 {
    let mut sum: u8 = 0;
    for b in frame {
        sum += b;
    }
    sum
}
