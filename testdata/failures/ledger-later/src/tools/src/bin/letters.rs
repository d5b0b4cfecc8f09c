fn main() {
    let mut text = String::new();
    for name in ["Weber", "Kurz"] {
        writeln!(text, "Dear {name}").unwrap();
    }
    print!("{text}");
}
