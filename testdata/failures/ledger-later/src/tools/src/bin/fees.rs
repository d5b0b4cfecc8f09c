const FEES: &str = include_str!("../assets/fees.txt");

fn main() {
    for line in FEES.lines() {
        println!("{line}");
    }
}
