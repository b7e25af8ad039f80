//! People of a population who share the values of rows, for checks.

/// The people of the population for each row of a table, as integers.
#[derive(Debug, Clone)]
pub struct PlainPeople {
    /// The people who share the released values of the row: the same number for all rows of a class.
    shared: Vec<u64>,
    /// The people whom the row itself represents.
    own: Vec<u64>,
    /// The unit in which both count one person.
    person: u64,
}

impl PlainPeople {
    /// People who share the released values of each row, and the records of rows whose values no person has.
    pub fn counted(shared: Vec<u64>, alone: Vec<u64>) -> Self {
        Self { shared, own: alone, person: 1 }
    }

    /// People whom rows represent by their weights, to the nearest millionth.
    pub fn weighed(weights: &[f64]) -> Self {
        let person = 1_000_000;
        let millionths = |weight: &f64| (weight * person as f64 + 0.5).floor() as u64;
        Self { shared: vec![0; weights.len()], own: weights.iter().map(millionths).collect(), person }
    }

    /// The people of a class with these rows and this number of records.
    pub(super) fn of(&self, rows: &[usize], records: u64) -> f64 {
        let shared = rows.first().map_or(0, |&row| self.shared[row]);
        let own: u128 = rows.iter().map(|&row| u128::from(self.own[row])).sum();
        let people = (u128::from(shared) + own) as f64 / self.person as f64;
        people.max(records as f64)
    }
}
