//! Draws what was measured.

/// Says whether there is anything to draw.
pub fn drawable(points: &[f64]) -> bool {
    !points.is_empty()
}

/// The points as a polyline.
pub fn polyline(xs: &[f64], scale: f64) -> Vec<f64> {
    let mut out = Vec::new();
    for x in xs {
        out.push(x * scale);
    }
    out
}

/// The points with their places on the axis.
pub fn placed(xs: &[f64], step: usize) -> Vec<(usize, f64)> {
    let mut out = Vec::new();
    for i in 0..xs.len() {
        out.push((i * step, xs[i]));
    }
    out
}

/// The first four bytes of a picture, by which its kind is known.
pub fn magic(picture: &mut impl std::io::Read) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(4);
    picture.read_exact(&mut head)?;
    Ok(head)
}

/// Whether the ticks of an axis have the width that was asked for.
pub fn even(ticks: &[f64], width: f64) -> bool {
    ticks.windows(2).all(|w| w[1] - w[0] == width)
}

/// The title of a plot.
pub fn title(cores: &Vec<String>) -> String {
    cores.join(", ")
}
