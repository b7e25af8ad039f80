//! The records that policies suppress, and their price.

/// The suppression of a policy: S and P.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Price {
    pub(super) suppressed: u64,
    pub(super) price: Vec<u64>,
}

impl Price {
    pub(super) fn none(n_sums: usize) -> Self {
        Self { suppressed: 0, price: vec![0; n_sums] }
    }

    /// The difference to another price.
    pub(super) fn less(&self, other: &Self) -> Self {
        Self {
            suppressed: self.suppressed - other.suppressed,
            price: (self.price.iter().zip(&other.price)).map(|(own, other)| own - other).collect(),
        }
    }
}
