use std::str::FromStr;

#[derive(Debug, PartialEq, Eq)]
pub enum Band {
    L,
    Ku,
}

impl FromStr for Band {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "l" => Ok(Band::L),
            "ku" => Ok(Band::Ku),
            other => Err(format!("unknown band {other:?}")),
        }
    }
}

/// The port of the gateway: from the environment, else the usual one.
pub fn gateway_port() -> u16 {
    std::env::var("BUOY_GATEWAY_PORT").unwrap().parse().unwrap()
}
