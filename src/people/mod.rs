//! The people behind the records: a population, attackers, and what protects them.

mod attacked;
mod attackers;
mod five_people;
mod generalized;
mod grouped;
mod plain_people;

pub use attacked::{AttackedPopulation, People};
pub use attackers::{AttackersBeforeAfter, UniquenessBeforeAfter, attackers};
pub use five_people::FivePeople;
pub use grouped::Grouped;

pub(crate) use generalized::generalized;
pub(crate) use plain_people::with_rows;
