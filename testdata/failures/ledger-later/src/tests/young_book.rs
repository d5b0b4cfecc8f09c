use ledger::book::Book;

#[test]
fn first_week_of_a_book() {
    let mut book = Book::default();
    book.post("wage", 2500);
    book.post("rent", -900);
    assert_eq!(book.latest(7).len(), 2);
}
