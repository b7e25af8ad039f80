//! Chooses where a box is cut in two.

use super::bound::Bounds;
use super::incumbent::Incumbent;
use super::probe::Probe;
use super::steps::{Steps, each, highest};
use super::subject::Subject;

/// A cut of a box on one axis: the policies up to a step, and those above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    pub(super) axis: usize,
    /// The steps of the lower part.
    pub(super) lower: Steps,
}

impl Bounds {
    /// Chooses the cut: both parts should close a large share of their gap, and the lower part should force many
    /// records. `None` for a box of one policy.
    pub(super) fn cut(
        &self,
        subject: &Subject,
        incumbent: &Incumbent,
        probe: &Probe,
        bound: u64,
        steps: &[Steps],
    ) -> Option<Cut> {
        // With a target, gaps are small, and many gains close them entirely.
        let (least_gain, forced_weight) = match incumbent.has_target() {
            true => (0.1, 0.3),
            false => (0.01, 0.1),
        };
        // If every cost ties with the best, ranks decide.
        let by_rank = incumbent.ties(bound) && self.has_ranks();
        let gap = match incumbent.best().filter(|_| by_rank) {
            Some(best) => self.rank_gap(subject, steps, best.policy.rank()),
            None => incumbent.loses_from().saturating_sub(bound),
        };
        let gap = gap.max(1) as f64;
        let least_of = |slot, steps| match by_rank {
            true => self.least_rank_of(slot, steps),
            false => self.least_of(slot, steps),
        };
        let mut best: Option<(f64, Cut)> = None;
        for (number, (&steps, axis)) in steps.iter().zip(&subject.encoded.axes).enumerate() {
            let least = least_of(axis.slot, steps);
            for step in each(steps).take_while(|&step| step < highest(steps)) {
                let lower = steps & (Steps::MAX >> (Steps::BITS as usize - 1 - step));
                let gain = |part: Steps| (least_of(axis.slot, part) - least) as f64;
                let gains = [gain(lower), gain(steps & !lower)].map(|gain| gain.min(gap) + least_gain * gap);
                let forced = probe.forced[axis.slot + step] as f64 / subject.limit.max(1) as f64;
                let score = (gains[0] + forced_weight * gap * forced) * gains[1];
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    let axis = number;
                    best = Some((score, Cut { axis, lower }));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }
}
