use buoy_net::decode::*;

#[test]
fn temperature_with_line_end_of_the_modem() -> Result<(), String> {
    let got = decode("T=215\r\n").map_err(|e| format!("decode: {e:?}"))?;
    assert_eq!(got, Reading::Temperature(21.5));
    Ok(())
}

#[test]
fn wave_height() {
    assert_eq!(decode("W=130").unwrap(), Reading::WaveHeight(130));
}

#[test]
fn remark_of_a_french_skipper() {
    assert_eq!(remark(b"houle mod\xe9r\xe9e"), "houle modérée");
}

#[test]
fn banner_fits_the_display() {
    assert_eq!(banner("Čeština na palubě", 4), "Češt");
}

#[test]
fn checksum_of_a_full_frame() {
    assert_eq!(checksum(&[200, 100, 7]), 51);
}
