//! The effect of a policy on the data for analyses.
//!
//! A policy is applied to the grouped table ([`Applied`]), without writing a release. The result gives the number of
//! records of each group before and after ([`Applied::frequencies`]), the sizes of the classes ([`class_sizes`]), the
//! records at risk above a threshold ([`records_over`]), and the number of classes with a single value in another
//! column ([`Alike`]). *Before* are the original values, counted in the groups of the policy; *after* are the kept
//! records. [`Figures`] are the mean, standard deviation and quantiles of numbers. [`StandIns`] give the number that
//! represents each group.
//!
//! # Example
//!
//! ```
//! use kanon::classes::K;
//! use kanon::lattice::Policy;
//! use kanon::people::FivePeople;
//! use kanon::effect::Applied;
//!
//! let people = FivePeople::new()?.prepared;
//! // Ages in bands of ten years, sexes as they are, k = 2: the one man and two of the women have nobody beside them.
//! let policy = Policy::new(vec![1, 0]);
//! let applied = Applied::new(people.tuples(), people.qis(), &policy, K::new(2));
//! let twenties = applied.frequencies(0)[0];
//! assert_eq!((twenties.before, twenties.after), (2, 2));
//! assert_eq!(applied.kept().suppressed(), 3);
//! # Ok::<(), kanon::Error>(())
//! ```

mod alike;
mod applied;
mod class_sizes;
mod figures;
mod order;
mod stand_ins;

pub use alike::{Alike, Seen, alike};
pub use applied::{Applied, Frequency};
pub use class_sizes::{SizeBin, class_sizes, records_over};
pub use figures::Figures;
pub use order::{GroupOrder, Run, Span, runs};
pub use stand_ins::{StandIn, StandIns};
