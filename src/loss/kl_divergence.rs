//! Kullback–Leibler divergence of a partition policy (Xia et al. 2013, equation 4).

use crate::partition::Frequencies;

/// n ln n is tabulated for counts below this.
const TABLED: usize = 1 << 20;

/// Smaller differences count as rounding of equal sums.
const NOTHING: f64 = 1e-13;

/// Σ P ln (P / Q) in nats over the distinct tuples of the table. P is their share of the records. Q is this share
/// after each group's records are spread evenly over all combinations of values that its intervals cover.
///
/// With n records, c of a tuple, C of a group and wᵢ the widths of its intervals, this is ( Σ c ln c − Σ C ln C + Σ C
/// Σᵢ ln wᵢ ) / n. The last sum is separate for each quasi-identifier, so only Σ C ln C needs the groups. Monotone:
/// it never falls when a boundary is dropped. At the top it is ln of the number of combinations minus the entropy of
/// the table, which may be above 1.
#[derive(Debug, Clone)]
pub struct KlDivergence {
    records: f64,
    /// Σ c ln c.
    original: f64,
    /// n ln n for small n.
    table: Vec<f64>,
}

impl KlDivergence {
    /// The measure for a table. Memory: linear in its records, up to a million.
    pub fn new(frequencies: &Frequencies) -> Self {
        let most = usize::try_from(frequencies.n_records()).unwrap_or(usize::MAX);
        let mut measure = Self {
            records: frequencies.n_records() as f64,
            original: 0.0,
            table: (0..=most.min(TABLED)).map(|count| n_ln_n(count as f64)).collect(),
        };
        measure.original = (frequencies.iter()).map(|(_, records, _)| measure.term(records)).sum();
        measure
    }

    /// The divisor of the sums: the number of records of the table, at least one.
    pub(crate) fn n_records(&self) -> f64 {
        self.records.max(1.0)
    }

    /// The amount that a group of C records subtracts from the loss: C ln C.
    pub fn term(&self, records: u32) -> f64 {
        match self.table.get(records as usize) {
            Some(&term) => term,
            None => n_ln_n(f64::from(records)),
        }
    }

    /// The loss of a policy from its sums: Σ C ln C over its groups, and Σ N ln w over the intervals of all
    /// quasi-identifiers, with N records in an interval of w values.
    pub fn loss(&self, terms: f64, volumes: f64) -> f64 {
        let loss = (self.original - terms + volumes) / self.n_records();
        if loss < NOTHING { 0.0 } else { loss }
    }
}

/// n ln n; 0 for no records.
fn n_ln_n(count: f64) -> f64 {
    if count > 1.0 { count * libm::log(count) } else { 0.0 }
}
