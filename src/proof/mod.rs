//! Proofs, checkable by others, that no valid policy comes before a claimed one.
//!
//! [`Certify`] takes only a problem and the answer of a search. It builds a tree of boxes that a small program can
//! check by counting classes. The crate `kanon-check` and the script `check.py` are such programs.
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
//! *It closes no box that has a valid policy before x\*.* Let x be a policy of the box. (1) Each level coarsens the
//! one below, so the classes of x are parts of classes of hi. A record that hi suppresses is in an even smaller class
//! of x, so D(hi) ⊆ D(x) and S(x) ≥ S(hi). In the first case x is not valid. (2) A cell costs no less at a higher
//! level, so T(x) ≥ T(lo) in every column. (3) No term of P is negative, as no cell costs more than a suppressed one,
//! and a term at x is not below that at hi. With D(hi) ⊆ D(x), P(x) ≥ P(hi) in every column. (4) The loss of x is
//! that of T(x) + P(x), and the loss never falls when a sum grows. (5) No level of x is below that of lo, so neither
//! are its rank and its place in the lexicographic order of policies. In the second case each member of x's triple is
//! not below that of the box's, so x is not before x\*. ∎
//!
//! With lo = hi the rule is exact. Any part of S(hi) and P(hi) serves, too: counting ends as soon as it is enough.
//!
//! # Where it is proven
//!
//! A measure must satisfy (2), (3) and (4), and (4) **in floating point**: the searches compare the computed loss.
//!
//! | measure | |
//! |---|---|
//! | Iyengar, distortion | a group's number of leaves never falls from a level to the next, and is at most the domain's: (2), (3) |
//! | cell precision | the cost of a cell is its level, that of a suppressed one the highest level: (2), (3) |
//! | precision, height, entropy | T alone: the cost of a column follows from its level, and suppression has no price |
//! | … with the arithmetic mean of equal weights | one exact sum of integers, rounded once and divided once: both are monotone |
//! | … with unequal weights, or the maximum | products with non-negative weights, quotients, sums in one order and maxima; each rounds to nearest, which is monotone: (4) |
//!
//! **With some slack.** No standard fixes the rounding of powers and logarithms, and another library may differ in
//! the last digit. So with the geometric mean and with entropy, a box is closed if the loss of T(lo) + P(hi), plus
//! 10⁻⁹ times (the claimed loss + 1), is not below the claimed loss. Both functions are monotone in exact arithmetic,
//! and the computed values differ from the exact ones by less than a thousandth of the slack. So the proof shows that
//! no valid policy loses less by more than that slack. It shows nothing about ties.
//!
//! # Measures of class sizes
//!
//! These measures have no T and P of cells. For the classes of lo, let Q be the sum of the squares of their sizes, A
//! the number of those with k records or more, and R the number of records in all others; n is the number of all
//! records. The rule above then uses, instead of the loss of T(lo) + P(hi):
//!
//! | measure | bound | of lo = hi, exactly |
//! |---|---|---|
//! | DM\* | Q | Q |
//! | discernibility | Q + S(hi) · (n − k + 1) | the squares of A's classes, and R · n |
//! | average class size | n ÷ (A + ⌊(R − S(hi)) ÷ k⌋ + 1) | n ÷ (A + 1 if R > 0) |
//!
//! *These bounds are at most the loss of every policy x of the box.* Classes of x are unions of classes of lo, so Q
//! never falls from lo to x: DM\*. Discernibility is the sum of the squares at x, plus n minus its class's size for
//! each record of D(x); that size is below k, and S(x) ≥ S(hi). A class that x keeps either contains one of A's
//! classes, which gives at most A such classes, or consists of records of R. It contains no record of D(hi), because
//! D(hi) ⊆ D(x); the classes of these records at lo are smaller than k, so they are part of R. Each such class takes
//! k records. Suppressed records count as one more class. Sums are exact integers, and rounded once, as in the
//! searches. ∎
//!
//! For a run of settings (see `proof_file::Strictest`), discernibility is proven separately for each: its bound may
//! fall when k grows.
//!
//! # The tree
//!
//! A node is a leaf, or a cut of its box on one axis: the lower part has the axis up to a level, the upper part from
//! the next level on. The two parts make up the box, so if every leaf is closed, so is the root, which is the
//! lattice. In preorder, lower part first, a node is one byte: 0 for a leaf, 1 + c for cut c in the list of all cuts,
//! axis after axis, level after level. With more than 255 cuts it has two bytes, the high byte first. The tree
//! contains no value of the table. It does show which policies suppress too much, which is information about the
//! table.
//!
//! # How it is found
//!
//! The rule is deterministic and depends only on the box. A closed box is a leaf. Otherwise it is first cut where its
//! upper parts are closed already: on every axis with such a level, at the lowest one. The rest is looked at after
//! all these cuts; if it is closed, the cuts stop at the first one that achieves this. If there is no such cut, the
//! box is cut below the highest level of the axis whose highest level costs most compared to its lowest; for measures
//! of class sizes, of the axis whose own classes become coarser by the largest factor. Those measures never use cuts
//! whose parts are closed already, because each part would need the classes of another policy.
//!
//! An upper part has the highest policy of its box, and therefore its S and P. In a lower part, axes are lowered one
//! after the other until it is closed. The records suppressed by the policy above are known and get a higher price;
//! the classes that it keeps are split further. These are bit sets, one bit for each record, and the smallest come
//! first. Rows of classes too large for sets are counted, with one lookup for each row and axis. A part that stays
//! open has the remaining sets of the classes above it. It gets classes of its own (`node_sets`) only after as much was
//! read for its parts as they cost. They leave out the classes that no policy of the box can split, and merge the rows
//! that every policy of the box makes equal. Which classes are counted changes no result, so the tree does not depend
//! on it. Time: nodes × rows. Memory: rows × depth, and the depth is at most the number of cuts.
//!
//! The part of the tree that belongs to a box depends on nothing else, so several provers may work on it. [`Certify`]
//! keeps the pieces in the tree's order, works on one, and lends the boxes of others, the largest first, to
//! [`Prover`]s. If none waits, it gives away the last part of its own piece, as a prover does after some time. The
//! tree depends neither on the number of provers nor on their speed.

mod axes;
mod box_top;
mod certify;
mod keys;
mod large_classes;
mod lowering;
mod lowest;
mod node;
mod node_sets;
mod order;
mod portion;
mod price;
mod prover;
mod sets;
mod sizes;
mod subject;
mod suppressed_sum;
mod tree;

pub use certify::Certify;
pub use order::{demand_sizes_alone, holds_for_greater_k};
pub use portion::{Portion, ProofBox, ProofTask, Proved};
pub use prover::Prover;
pub use subject::ProofSubject;
pub use tree::Certificate;
