//! Proofs that no valid policy comes before a claimed one, for others to check.
//!
//! [`Certify`] takes a problem and the answer of a search, and nothing else of it, and finds a tree of boxes that a
//! small program can check by counting classes. The crate `kanon-check` is one, `check.py` another.
//!
//! # Vocabulary
//!
//! | word | meaning |
//! |---|---|
//! | box | the policies from lo to hi, with every axis between its two levels |
//! | S(x) | records that x suppresses; D(x) is the set of them |
//! | c(a, l, r) | the cost of record r's cell in column a at level l; M(a) that of a suppressed cell |
//! | T(x) | Σ c(a, x, r) over **all** records, for each column |
//! | P(x) | Σ (M(a) − c(a, x, r)) over D(x), for each column: the price of suppression |
//! | loss | a function of the sums T + P of all columns, as the measure computes it |
//! | before | of smaller loss, then of smaller rank, then lexicographically smaller: the order of every search |
//!
//! # The leaf rule
//!
//! With x\* the claimed policy, a box is closed if
//!
//! ```text
//! S(hi) > limit    or    (loss of T(lo) + P(hi), rank of lo, lo) is not before that of x*
//! ```
//!
//! *It closes no box that has a valid policy before x\*.* Let x be a policy of the box. (1) Each level coarsens the one
//! below, so the classes of x are parts of classes of hi: a record that hi suppresses is in a class of x that is
//! smaller still, D(hi) ⊆ D(x), and S(x) ≥ S(hi). In the first case x is not valid. (2) A cell costs no less at a
//! higher level, so T(x) ≥ T(lo) in every column. (3) No term of P is negative, as no cell costs more than a suppressed
//! one, and a term at x is not below that at hi; with D(hi) ⊆ D(x), P(x) ≥ P(hi) in every column. (4) The loss of x is
//! that of T(x) + P(x), and the loss never falls when a sum grows. (5) No level of x is below that of lo, so neither
//! are its rank and, among policies, its place in lexicographic order. In the second case each member of x's triple is
//! not below that of the box's, so x is not before x\*. ∎
//!
//! With lo = hi the rule is exact. Any part of S(hi) and P(hi) serves, too: counting ends as soon as it is enough.
//!
//! # Where it is proven
//!
//! What a measure needs is (2), (3) and (4), and (4) **in floating point**: the loss of the order is the number that
//! the searches compare.
//!
//! | measure | |
//! |---|---|
//! | Iyengar, distortion | a group's leaves never fall from a level to the next, and are at most the domain's: (2), (3) |
//! | cell precision | a cell costs its level, a suppressed one the highest: (2), (3) |
//! | precision, height, entropy | T alone: a column costs its level, and suppression has no price |
//! | … with the arithmetic mean of equal weights | one exact sum of integers, rounded once and divided once: both are monotone |
//! | … with unequal weights, or the maximum | products with weights that are not negative, quotients, sums in one order and maxima; each rounds to nearest, and rounding to nearest is monotone: (4) |
//!
//! **With some slack.** Powers and logarithms are rounded by no rule, and another library's may differ in the last
//! digit. So with the geometric mean and with entropy a box is closed where the loss of T(lo) + P(hi), and a billionth
//! of what is 1 more than the claimed loss, are together not below the claimed loss. Both functions are monotone in the
//! numbers that they stand for, and what is computed is nearer to these than a thousandth of the slack. So what is
//! proven is that no valid policy loses less by more than that slack; it says nothing of ties.
//!
//! # Measures of class sizes
//!
//! They have no T and P of cells. Of the classes of lo, let Q be the sum of the squares of their sizes, A the number of
//! those with k records or more, and R the records in all others; n are all records. In place of the loss of T(lo) +
//! P(hi) stands, for the rule above:
//!
//! | measure | bound | of lo = hi, exactly |
//! |---|---|---|
//! | DM\* | Q | Q |
//! | discernibility | Q + S(hi) · (n − k + 1) | the squares of A's classes, and R · n |
//! | average class size | n ÷ (A + ⌊(R − S(hi)) ÷ k⌋ + 1) | n ÷ (A + 1 where R > 0) |
//!
//! *They are below the loss of every policy x of the box.* Classes of x are made of classes of lo, so Q never falls
//! from lo to x: DM\*. Discernibility is the sum of the squares at x, and n less its class's size for each record of
//! D(x); that size is below k, and S(x) ≥ S(hi). A class that x keeps either has one of A's classes in it, which
//! gives at most A such, or consists of records of R. Of these D(hi) is no part, because D(hi) ⊆ D(x) and its classes
//! at lo are smaller than k, too; and each such class takes k records. What is suppressed counts as one class more.
//! Sums are exact integers, and rounded once, as in the searches. ∎
//!
//! Of a run of settings (see `study::Strictest`) discernibility is proven one by one: its bound may fall when k grows.
//!
//! # The tree
//!
//! A node is a leaf, or a cut of its box on one axis: below, with the axis up to a level, and above, from the next
//! level on. Both parts together are the box, so if every leaf is closed, the root is, and that is the lattice. In
//! preorder, below first, a node is a byte: 0 for a leaf, 1 + c for cut c of the list of all cuts, axis after axis,
//! level after level. With more than 255 cuts it is two bytes, the greater first. The tree holds no value of the
//! table; it does say which policies suppress too much, which is something about the table.
//!
//! # How it is found
//!
//! The rule is deterministic and looks at nothing but the box. A box that is closed is a leaf. Otherwise it is cut
//! where its upper parts are closed as they are, on every axis that has such a level, at the lowest such level of
//! each; what is left is looked at after all these cuts, and where it is closed, the first of these cuts that makes
//! it so is the last one. If there is none, it is cut below the highest level of the axis whose highest level costs
//! most beside its lowest; for measures of class sizes, whose classes of that axis alone are coarser by the larger
//! factor. These are never cut for parts that are closed as they are, because each part would take the classes of
//! another policy.
//!
//! An upper part has the highest policy of its box, and so its S and P. A lower part has axes lowered, one after the
//! other, until it is closed: what the policy above suppresses is known and becomes dearer, and the classes that it
//! keeps are cut once more. They are sets of bits, one for each record, and those of fewest records come first; rows of
//! classes that are too large for that are counted, one look-up a row and axis. A part that stays open has the sets
//! that are left of the classes above it. It gets classes of its own, a *frame*, only once so much was read for its
//! parts as these are worth; then those that no policy of the box can break are left out, and rows that every policy of
//! the box makes equal are one. Which classes are counted changes no result, so the tree does not depend on it. Time in
//! nodes × rows; memory in rows × depth, and the depth is at most the number of cuts.
//!
//! The part of the tree that belongs to a box depends on nothing else, so several may make it: [`Certify`] keeps the
//! pieces in the tree's order, works on one, and lends boxes of the others, the largest first, to [`Prover`]s. Where
//! none waits it gives away what comes last of its own, as a prover does after some time. The tree is the same however
//! many there are and whoever is first.

mod axes;
mod certify;
mod fall;
mod frame;
mod keys;
mod lowering;
mod lowest;
mod node;
mod order;
mod place;
mod portion;
mod price;
mod prover;
mod rest;
mod sets;
mod sizes;
mod subject;
mod tree;

pub use certify::Certify;
pub use order::{demand_sizes_alone, holds_for_greater_k};
pub use portion::{Portion, ProofBox, ProofTask, Proved};
pub use prover::Prover;
pub use subject::ProofSubject;
pub use tree::Certificate;
