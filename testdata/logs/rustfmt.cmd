cargo fmt --check
exit 1
rustfmt 1.9.0-stable, cargo 1.95.0
