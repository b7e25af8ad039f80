//! Points that no other point dominates.

use super::point::Point;
use std::ops::{Deref, Range};

/// The points offered so far that no other point dominates, each with an item, in order of rising risk and falling
/// loss.
///
/// Numbers closer than a tolerance are equal: among points of equal risk or equal loss only one stays.
#[derive(Debug, Clone)]
pub struct Pareto<T> {
    points: Vec<(Point, T)>,
    same: f64,
}

impl<T> Pareto<T> {
    /// An empty set of points. Numbers that differ by at most `same` are equal.
    pub fn new(same: f64) -> Self {
        Self { points: Vec::new(), same }
    }

    /// The points that a new point would replace.
    ///
    /// Time: log of the number of points, plus the number of points returned.
    ///
    /// # Errors
    /// The index of a point that dominates the new one or equals it.
    pub fn room(&self, point: Point) -> std::result::Result<Range<usize>, usize> {
        let behind = self.points.partition_point(|(other, _)| other.risk <= point.risk + self.same);
        if behind > 0 && self.points[behind - 1].0.loss <= point.loss + self.same {
            return Err(behind - 1);
        }
        let first = self.points.partition_point(|(other, _)| other.risk < point.risk - self.same);
        let dominated = (self.points[first..].iter()).take_while(|(other, _)| other.loss >= point.loss - self.same);
        Ok(first..first + dominated.count())
    }

    /// Inserts a point where there is [`room`](Self::room) for it. The items of the replaced points are passed to
    /// `gone`.
    ///
    /// Time: linear in the points.
    pub fn put(&mut self, room: Range<usize>, point: Point, item: T, gone: impl FnMut(T)) {
        let before = self.points.splice(room, [(point, item)]);
        before.map(|(_, item)| item).for_each(gone);
    }

    /// The item of the point at an index, which must exist.
    pub fn item_mut(&mut self, place: usize) -> &mut T {
        &mut self.points[place].1
    }

    /// Drops every second point, but neither end. Their items are passed to `gone`.
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
