//! Draws what was measured.

/// Says whether there is anything to draw.
pub fn drawable(points: &[f64]) -> bool {
    points.len() > 0
}

/// The points as a polyline.
pub fn polyline(xs: &[f64], scale: f64) -> Vec<f64> {
    let mut out = Vec::new();
    for i in 0..xs.len() {
        out.push(xs[i] * scale);
    }
    out
}
