//! Checks, by the definitions alone, that no other intervals of one quasi-identifier improve a policy.
//!
//! Nothing is shared with the search that makes the claim. Records and people are counted by interval instead of by
//! pair. Weights are found by bisection. What no weight proves is checked by enumerating partial sums from the right.

use crate::frontier::Point;
use crate::partition::PartitionPolicy;
use crate::run::Tradeoffs;
use rustc_hash::FxHashMap;

/// The least improvement that counts: a share of the original's risk, or of the top's loss. Twice the margin of the
/// search that makes the claim, so that rounding never fails a true claim.
const LESS: f64 = 2e-9;
/// The least loss of the top used as a unit: with a lower one, rounding would be a large share of it.
const LEAST_LOSS: f64 = 0.01;
/// How far the bound of a sum may exceed the policy's own sum.
const SLACK: f64 = 5e-10;
/// Number of weights tried.
const WEIGHTS: u32 = 40;
/// Log-odds of the outermost weights.
const ODDS: f64 = 11.0;
/// The most partial sums that are enumerated.
const MOST: u64 = 1 << 27;

/// Whether the intervals of one quasi-identifier are optimal while the others stay as in the policy. `top_loss` is the
/// loss of the most general policy. `None` if the check takes too much work.
///
/// Time in records × values, in the square of the values for each weight, and in the partial sums that no weight rules
/// out.
pub(super) fn is_best(tradeoffs: &Tradeoffs, policy: &PartitionPolicy, qi: usize, top_loss: f64) -> Option<bool> {
    let parts = Parts::count(tradeoffs, policy, qi, top_loss);
    let own = parts.along(&tradeoffs.space().starts(policy, qi));
    let mut bounds = Vec::new();
    let (mut low, mut high) = (-ODDS, ODDS);
    for _ in 0..WEIGHTS {
        let odds = f64::midpoint(low, high);
        let weight = 1.0 / (1.0 + libm::exp(-odds));
        let (to, path) = parts.least(weight);
        let found = parts.along(&path);
        let least = to.last().copied().unwrap_or_default();
        let most = sum(weight, own);
        bounds.push((weight, to, most + SLACK));
        if is_less(found, own) {
            return Some(false);
        }
        if most - least <= SLACK * weight.min(1.0 - weight) {
            return Some(true);
        }
        // A greater weight gives a path of less risk.
        if found.risk > own.risk {
            low = odds;
        } else {
            high = odds;
        }
    }
    for weight in [0.0, 1.0] {
        bounds.push((weight, parts.least(weight).0, sum(weight, own) + SLACK));
    }
    parts.none_is_less(own, &bounds)
}

/// A weight, the least weighted sum before each value, and the greatest allowed total.
type Bound = (f64, Vec<f64>, f64);

/// The risk and loss that each run of values adds, as shares.
struct Parts {
    n_values: usize,
    /// By first value, then by length less one. Without a population, risk is a number of cells.
    of: Vec<Vec<Point>>,
    per_risk: f64,
}

impl Parts {
    /// Assigns the records to cells for each first value, adding one value after the other.
    fn count(tradeoffs: &Tradeoffs, policy: &PartitionPolicy, qi: usize, top_loss: f64) -> Self {
        let (space, tuples) = (tradeoffs.space(), tradeoffs.frequencies());
        let starts: Vec<Vec<u32>> = (0..space.domains().len()).map(|qi| space.starts(policy, qi)).collect();
        let n_values = space.domains()[qi].len();
        let mut cells: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut by_value = vec![Vec::new(); n_values];
        let mut has_population = false;
        for (values, records, people) in tuples.iter() {
            let mut cell: Vec<u32> =
                (starts.iter().zip(values)).map(|(starts, &value)| starts[value as usize]).collect();
            cell[qi] = 0;
            let next = cells.len();
            let cell = *cells.entry(cell).or_insert(next);
            by_value[values[qi] as usize].push((cell, f64::from(records), f64::from(people)));
            has_population |= records != people;
        }
        let expected = tradeoffs.engine().most_risk();
        let term = |records: f64| {
            if records > 0.0 { records * libm::log(records) } else { 0.0 }
        };
        let risk_of = |records: f64, people: f64| if people > 0.0 { records / people } else { 0.0 };
        let per_loss = 1.0 / (tuples.n_records() as f64 * top_loss.max(LEAST_LOSS));
        let mut of = Vec::with_capacity(n_values);
        for first in 0..n_values {
            let mut counted = vec![(0.0, 0.0); cells.len()];
            let (mut risk, mut terms, mut all) = (0.0, 0.0, 0.0);
            let mut row = Vec::with_capacity(n_values - first);
            for (value, width) in (first..n_values).zip(1_u32..) {
                for &(cell, records, people) in &by_value[value] {
                    let (before, known) = counted[cell];
                    let (now, own) = (before + records, known + people);
                    counted[cell] = (now, own);
                    risk += risk_of(now, own) - risk_of(before, known);
                    terms += term(now) - term(before);
                    all += records;
                }
                let risk = if has_population { risk } else { risk.round() };
                let loss = (all * libm::log(f64::from(width)) - terms) * per_loss;
                row.push(Point { risk, loss });
            }
            of.push(row);
        }
        Self { n_values, of, per_risk: 1.0 / expected }
    }

    fn part(&self, first: usize, end: usize) -> Point {
        self.of[first][end - first - 1]
    }

    fn as_share(&self, point: Point) -> Point {
        Point { risk: point.risk * self.per_risk, loss: point.loss }
    }

    /// Risk and loss of the intervals with these starts, added value by value.
    fn along(&self, starts: &[u32]) -> Point {
        let (mut all, mut first) = (Point::default(), 0);
        for end in 1..=self.n_values {
            let next = starts.get(end);
            if next.is_none_or(|&start| start as usize == end) {
                all = plus(all, self.part(first, end));
                first = end;
            }
        }
        self.as_share(all)
    }

    /// The least weighted sum before each value, and the starts of the intervals with the least total.
    fn least(&self, weight: f64) -> (Vec<f64>, Vec<u32>) {
        let n = self.n_values;
        let (mut least, mut last) = (vec![f64::INFINITY; n + 1], vec![0; n + 1]);
        least[0] = 0.0;
        for first in 0..n {
            for end in first + 1..=n {
                let own = least[first] + sum(weight, self.as_share(self.part(first, end)));
                if own < least[end] {
                    (least[end], last[end]) = (own, first);
                }
            }
        }
        let mut starts = vec![0; n];
        let mut end = n;
        while end > 0 {
            let first = last[end];
            starts[first..end].fill(first as u32);
            end = first;
        }
        (least, starts)
    }

    /// Enumerates all partial sums from the right that may come below the policy's.
    fn none_is_less(&self, own: Point, bounds: &[Bound]) -> Option<bool> {
        let n = self.n_values;
        let mut sums: Vec<Vec<Point>> = vec![Vec::new(); n + 1];
        sums[n].push(Point::default());
        let mut work = 0;
        for first in (0..n).rev() {
            let mut all = Vec::new();
            for (end, rests) in sums.iter().enumerate().skip(first + 1) {
                let part = self.part(first, end);
                work += 1 + rests.len() as u64;
                all.extend(rests.iter().map(|rest| plus(part, *rest)).filter(|point| {
                    let share = self.as_share(*point);
                    (bounds.iter()).all(|(weight, to, most)| to[first] + sum(*weight, share) <= *most)
                }));
            }
            if work > MOST {
                return None;
            }
            all.sort_by(|one, other| (one.risk.total_cmp(&other.risk)).then(one.loss.total_cmp(&other.loss)));
            let mut least = f64::INFINITY;
            all.retain(|point| {
                let is_less = point.loss < least;
                least = least.min(point.loss);
                is_less
            });
            sums[first] = all;
        }
        Some(!sums[0].iter().any(|point| is_less(self.as_share(*point), own)))
    }
}

fn plus(one: Point, other: Point) -> Point {
    Point { risk: one.risk + other.risk, loss: one.loss + other.loss }
}

fn sum(weight: f64, point: Point) -> f64 {
    weight * point.risk + (1.0 - weight) * point.loss
}

/// Whether a point is no greater in both and less in one.
fn is_less(point: Point, than: Point) -> bool {
    let (risk, loss) = (point.risk - than.risk, point.loss - than.loss);
    let no_more = LESS / 2e3;
    risk <= no_more && loss <= no_more && (risk < -LESS || loss < -LESS)
}
