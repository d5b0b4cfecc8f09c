use std::num::ParseIntError;

fn count(path: &str) -> Result<u64, ParseIntError> {
    let text = std::fs::read_to_string(path)?;
    text.trim().parse()
}

fn main() {
    println!("{:?}", count("count.txt"));
}
