cargo nextest run
exit 100
cargo-nextest 0.9.151, rustc 1.95.0 (59807616e 2026-04-14)
