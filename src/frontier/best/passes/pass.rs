//! A pass searches all intervals of one quasi-identifier while the others stay fixed.

use super::board::Board;
use super::chains::{Cut, Given};
use super::cuts::cuts;
use super::done_mark;
use crate::frontier::engine::Columns;
use crate::frontier::explorer::Explorer;
use crate::frontier::intervals::Intervals;
use crate::frontier::point::Point;
use crate::partition::PartitionPolicy;

/// Work after which a pass yields: about a millisecond.
const STEP: u64 = 1 << 16;
/// The slope of the frontier is taken over this many points on either side.
const REACH: usize = 12;

/// A pass, which can be interrupted and continued. The next pass reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Pass {
    axis: usize,
    /// The number of the pass among all passes.
    number: u64,
    base: Option<(PartitionPolicy, Point)>,
    stage: Stage,
    intervals: Intervals,
    board: Board,
    work: u64,
}

/// The next stage of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// Fill the table of intervals.
    Fill,
    Finest,
    Single,
    Own,
    #[default]
    Done,
}

impl Pass {
    /// Begins a pass over the quasi-identifier at this index among the columns, from a policy.
    pub(super) fn begin(&mut self, axis: usize, base: PartitionPolicy, point: Point, number: u64, columns: &Columns) {
        self.axis = axis;
        self.number = number;
        self.base = Some((base, point));
        self.stage = Stage::Fill;
        self.work = 0;
        self.intervals.begin(axis, columns);
    }

    /// The work so far: tuples, pairs and intervals. An interval counts a quarter.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Continues a little. Returns whether the pass is done.
    pub(super) fn step(&mut self, columns: &Columns, explorer: &mut Explorer) -> bool {
        let Some((base, point)) = self.base.take() else {
            return true;
        };
        let before = self.work;
        while self.stage != Stage::Done && self.work < before + STEP {
            self.go_on(&base, point, columns, explorer);
        }
        explorer.add_work(self.work - before);
        if self.stage != Stage::Done {
            self.base = Some((base, point));
        }
        self.stage == Stage::Done
    }

    fn go_on(&mut self, base: &PartitionPolicy, point: Point, columns: &Columns, explorer: &mut Explorer) {
        match self.stage {
            Stage::Fill => {
                let column = &columns.columns[self.axis];
                let cuts = || cuts(column, base, self.number);
                match self.intervals.step(base, columns, cuts) {
                    Some(work) => self.work += work,
                    None => self.stage = Stage::Finest,
                }
            }
            Stage::Finest | Stage::Single | Stage::Own => {
                self.chain(base, point, columns, explorer);
                self.stage = match self.stage {
                    Stage::Finest => Stage::Single,
                    Stage::Single => Stage::Own,
                    _ => Stage::Done,
                };
            }
            Stage::Done => {}
        }
    }

    fn chain(&mut self, base: &PartitionPolicy, point: Point, columns: &Columns, explorer: &mut Explorer) {
        let column = &columns.columns[self.axis];
        let table = self.intervals.table();
        let mut given = Given { table, first_bit: column.first_bit, done: done_mark(columns, self.axis) };
        let keeps = |boundary: usize| base.keeps(column.first_bit + table.cuts[boundary] as usize - 1);
        let is_whole = table.n_values() == column.size;
        let rest = if is_whole {
            columns.rest(base, self.axis)
        } else {
            // The table does not include what lies outside it.
            let own = Cut::new(&given, Point::default(), base.clone(), keeps).point;
            Point { risk: point.risk - own.risk, loss: point.loss - own.loss }
        };
        let cut = |is_kept: &dyn Fn(usize) -> bool| Cut::new(&given, rest, base.clone(), is_kept);
        match self.stage {
            Stage::Finest => {
                let mut cut = cut(&|_| true);
                explorer.offer(cut.point, &cut.policy, given.done);
                cut.up(&given, &mut self.board, explorer);
            }
            Stage::Single => {
                let mut cut = cut(&|_| false);
                self.work += cut.down(&given, &mut self.board, explorer) / 2;
            }
            _ => {
                let mut cut = cut(&keeps);
                given.done = 0;
                let weight = slope(explorer, point);
                let scale = explorer.staircase().top_loss().max(f64::MIN_POSITIVE);
                let weigh = |part: Point| weight * part.risk + (1.0 - weight) * part.loss / scale;
                self.work += cut.shift(&given, weigh) / 2;
                explorer.offer(cut.point, &cut.policy, 0);
                cut.clone().up(&given, &mut self.board, explorer);
                self.work += cut.down(&given, &mut self.board, explorer) / 2;
            }
        }
    }
}

/// The λ that is best for the neighbourhood of a point on the frontier.
fn slope(explorer: &Explorer, point: Point) -> f64 {
    let staircase = explorer.staircase();
    let index = staircase.at_risk(point.risk);
    let before = staircase.point(index.saturating_sub(REACH));
    let after = staircase.point((index + REACH).min(staircase.len() - 1));
    let rise = (after.risk - before.risk).max(LEAST);
    let fall = ((before.loss - after.loss) / staircase.top_loss().max(LEAST)).max(LEAST);
    fall / (rise + fall)
}

/// The least length of a slope's sides.
const LEAST: f64 = 1e-12;
