//! Sends what was measured over the satellite.

/// Chooses the modem that the driver reads from the environment.
pub fn choose(modem: &str) {
    std::env::set_var("UPLINK_MODEM", modem);
}

/// The first word of a message in capital letters.
pub fn call_sign(message: &str) -> String {
    let words = message.to_uppercase().split(' ').collect::<Vec<_>>();
    words[0].to_string()
}
