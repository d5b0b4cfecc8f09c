use std::cell::RefCell;
use std::rc::Rc;

use crate::money::Money;

pub struct Account {
    pub name: String,
    pub balance: Money,
}

pub type Shared = Rc<RefCell<Account>>;

pub fn open(name: &str, balance: Money) -> Shared {
    Rc::new(RefCell::new(Account { name: name.to_string(), balance }))
}

/// Moves an amount; a transfer to the same account is allowed and changes nothing.
pub fn transfer(from: &Shared, to: &Shared, amount: Money) {
    let mut source = from.borrow_mut();
    let mut target = to.borrow_mut();
    source.balance = Money(source.balance.0 - amount.0);
    target.balance = Money(target.balance.0 + amount.0);
}

/// The name, cut so that it fits into a column of an old printer.
pub fn short_name(account: &Account) -> String {
    let end = account.name.len().min(8);
    account.name[..end].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_to_oneself_keeps_the_balance() {
        let a = open("savings", Money(500));
        transfer(&a, &a, Money(120));
        assert_eq!(a.borrow().balance, Money(500));
    }

    #[test]
    fn transfer_between_two() {
        let a = open("savings", Money(500));
        let b = open("rent", Money(0));
        transfer(&a, &b, Money(120));
        assert_eq!(b.borrow().balance, Money(120));
    }

    #[test]
    fn short_name_of_an_umlaut() {
        let a = open("Großküche", Money(0));
        assert_eq!(short_name(&a.borrow()), "Großküch");
        let b = open("Bücher für alle", Money(0));
        assert_eq!(short_name(&b.borrow()), "Bücher f");
        let c = open("Kaffeekü", Money(0));
        assert_eq!(short_name(&c.borrow()), "Kaffeekü");
    }
}
