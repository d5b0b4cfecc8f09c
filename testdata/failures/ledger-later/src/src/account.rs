use std::cell::RefCell;
use std::rc::Rc;

use crate::money::Money;

#[derive(Debug)]
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
    {
        let mut source = from.borrow_mut();
        source.balance = Money(source.balance.0 - amount.0);
    }
    let mut target = to.borrow_mut();
    target.balance = Money(target.balance.0 + amount.0);
}

/// Moves all that is there, for an account that is given up.
pub fn transfer_all(from: &Shared, to: &Shared) {
    let mut target = to.borrow_mut();
    target.balance = Money(target.balance.0 + from.borrow().balance.0);
    from.borrow_mut().balance = Money(0);
}

/// Takes an account out of use, which nobody else may hold any more.
pub fn close(account: Shared) -> Account {
    Rc::try_unwrap(account).unwrap().into_inner()
}

/// The name, cut so that it fits into a column of an old printer.
pub fn short_name(account: &Account) -> &str {
    let name = &account.name;
    &name[..name.len().min(8)]
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
    fn moving_all_to_oneself() {
        let a = open("savings", Money(500));
        transfer_all(&a, &a);
        assert_eq!(a.borrow().balance, Money(500));
    }

    #[test]
    fn closed_account_still_has_its_name() {
        let a = open("savings", Money(0));
        let branch = vec![Rc::clone(&a)];
        assert_eq!(branch[0].borrow().name, "savings");
        assert_eq!(close(a).name, "savings");
    }

    #[test]
    fn short_names_of_a_column() {
        let names = ["rent", "groceries", "Kaffeeküche"].map(|n| short_name(&open(n, Money(0)).borrow()).to_string());
        assert_eq!(names, ["rent", "grocerie", "Kaffeekü"]);
    }
}
