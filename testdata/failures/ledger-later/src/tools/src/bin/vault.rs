/// How many seconds the vault stays open after a number of years.
fn main() {
    let years: i32 = 70;
    let seconds: i64 = i64::from(years * 365 * 86_400);
    println!("{seconds}");
}
