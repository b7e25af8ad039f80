//! Points that no other one dominates.

use super::point::Point;
use std::ops::{Deref, Range};

/// The points offered so far that no other one dominates, each with what belongs to it, in order of rising risk and
/// falling loss.
///
/// Numbers that are closer than a tolerance are equal: of points of equal risk or equal loss only one stays.
#[derive(Debug, Clone)]
pub struct Pareto<T> {
    points: Vec<(Point, T)>,
    same: f64,
}

impl<T> Pareto<T> {
    /// No points, with the greatest difference of equal numbers.
    pub fn new(same: f64) -> Self {
        Self { points: Vec::new(), same }
    }

    /// The points that a new one would take the place of.
    ///
    /// Time in log of the points, and in those that it returns.
    ///
    /// # Errors
    /// The place of a point that dominates the new one or equals it.
    pub fn room(&self, point: Point) -> std::result::Result<Range<usize>, usize> {
        let behind = self.points.partition_point(|(other, _)| other.risk <= point.risk + self.same);
        if behind > 0 && self.points[behind - 1].0.loss <= point.loss + self.same {
            return Err(behind - 1);
        }
        let first = self.points.partition_point(|(other, _)| other.risk < point.risk - self.same);
        let dominated = (self.points[first..].iter()).take_while(|(other, _)| other.loss >= point.loss - self.same);
        Ok(first..first + dominated.count())
    }

    /// Puts a point where there is [`room`](Self::room) for it; what belongs to those there before is given to `gone`.
    ///
    /// Time in the points.
    pub fn put(&mut self, room: Range<usize>, point: Point, item: T, gone: impl FnMut(T)) {
        let before = self.points.splice(room, [(point, item)]);
        before.map(|(_, item)| item).for_each(gone);
    }

    /// What belongs to the point at a place. There must be one.
    pub fn item_mut(&mut self, place: usize) -> &mut T {
        &mut self.points[place].1
    }

    /// Gives up every second point, but neither end; what belongs to those is given to `gone`.
    pub fn thin(&mut self, mut gone: impl FnMut(T)) {
        let last = self.points.len().saturating_sub(1);
        let mut kept = Vec::with_capacity(self.points.len() / 2 + 1);
        for (place, (point, item)) in self.points.drain(..).enumerate() {
            if place % 2 == 0 || place == last {
                kept.push((point, item));
            } else {
                gone(item);
            }
        }
        self.points = kept;
    }
}

impl<T> Deref for Pareto<T> {
    type Target = [(Point, T)];

    fn deref(&self) -> &Self::Target {
        &self.points
    }
}
