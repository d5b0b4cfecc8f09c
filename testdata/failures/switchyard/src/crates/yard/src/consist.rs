use crate::Wagon;

/// The wagons of a train.
#[derive(Debug, Default)]
pub struct Consist {
    pub wagons: Vec<Wagon>,
}

impl Consist {
    /// How many wagons follow the n-th.
    pub fn behind(&self, n: usize) -> usize {
        self.wagons.len() - n - 1
    }

    /// Takes a wagon out; the others keep their order.
    pub fn uncouple(&mut self, n: usize) -> Wagon {
        self.wagons.swap_remove(n)
    }

    /// Reads the tonnes of each wagon from a line such as "12;40;9".
    pub fn tonnes(line: &str) -> Result<Vec<u16>, std::num::ParseIntError> {
        line.split(';').map(str::parse).collect()
    }

    /// Couples a wagon.
    ///
    /// ```
    /// use yard::{Consist, Wagon};
    /// let mut c = Consist::new();
    /// c.couple(Wagon { number: "1".into(), tonnes: 20.0 });
    /// assert_eq!(c.wagons.len(), 1);
    /// ```
    pub fn couple(&mut self, w: Wagon) {
        self.wagons.push(w);
    }

    /// The longest train that the yard takes.
    pub fn check_length(&self, max: usize) {
        assert!(self.wagons.len() <= max, "train has {} wagons, at most {max}", self.wagons.len());
    }
}
