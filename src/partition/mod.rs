//! Policies that cut ordered domains into intervals (Xia et al. 2013, §3.1–3.2).
//!
//! Each quasi-identifier has a totally ordered [`Domain`] of d values. A [`PartitionPolicy`] keeps some of the d − 1
//! boundaries between neighbours and drops the others. So it is a string of Σ (dᵢ − 1) bits, 1 for a kept boundary:
//! all 1 is the original table, *bottom*, all 0 the *top*. A [`Space`] holds the domains of a table and the position
//! of each bit. [`Frequencies`] count each tuple in the table and, if known, in the population.
//!
//! **Invariant:** values are compared as text only when a domain is built. All other code uses their places in the
//! order.

mod clause;
mod domain;
mod frequencies;
mod grouping;
mod groups;
mod names;
mod policy;
mod space;

pub use clause::{Clause, Literal, Sublattice};
pub use domain::{Domain, DomainSpec, Interval};
pub use frequencies::Frequencies;
pub use grouping::Grouping;
pub use groups::{Group, groups, groups_by};
pub use policy::PartitionPolicy;
pub use space::{Boundary, Space};
