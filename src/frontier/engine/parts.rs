//! The cells on the two sides of a boundary: they are paired, counted, joined and split.

use super::cells::NONE;
use super::{Counts, Engine, Part, set_sides};

impl Engine {
    /// The pairs of cells on the two sides of a kept boundary.
    pub(super) fn sides_apart(&mut self, place: usize, start: u32, value: u32, end: u32) {
        self.cells.unmark_all();
        for index in 0..self.cells.bucket(place, start).len() {
            let left = self.cells.bucket(place, start)[index];
            let right = self.cells.neighbour(left, place, value);
            let right_counts = if right == NONE {
                (0, self.people_within(left, place, (value, end), 0))
            } else {
                self.cells.mark(right);
                self.cells.counts(right)
            };
            let left_counts = self.cells.counts(left);
            self.parts.push(Part { left, right, left_counts, right_counts });
        }
        for index in 0..self.cells.bucket(place, value).len() {
            let right = self.cells.bucket(place, value)[index];
            if !self.cells.is_marked(right) {
                let left_counts = (0, self.people_within(right, place, (start, value), 0));
                let right_counts = self.cells.counts(right);
                self.parts.push(Part { left: NONE, right, left_counts, right_counts });
            }
        }
    }

    /// The cells that a dropped boundary would cut.
    pub(super) fn sides_within(&mut self, place: usize, start: u32, value: u32, end: u32) {
        let counts_right = end - value < value - start;
        self.count(place, if counts_right { (value, end) } else { (start, value) });
        for index in 0..self.cells.bucket(place, start).len() {
            let cell = self.cells.bucket(place, start)[index];
            let (records, people) = self.cells.counts(cell);
            set_sides(&mut self.sides, &self.axes, self.cells.starts(cell));
            self.sides[place] = self.axes[place].side((start, value));
            let (left_records, left_people) = match &mut self.counts {
                Counts::Summed { records, people: table } => {
                    let records = records.sum(&self.sides);
                    (records, table.as_ref().map_or(records, |people| people.sum(&self.sides)))
                }
                Counts::Tuples { counted, .. } => {
                    let counted = std::mem::take(&mut counted[cell as usize]);
                    if counts_right { (records - counted.0, people - counted.1) } else { counted }
                }
            };
            self.parts.push(Part {
                left: cell,
                right: NONE,
                left_counts: (left_records, left_people),
                right_counts: (records - left_records, people - left_people),
            });
        }
    }

    /// Without tables: counts, for each cell, its records and people within a span of one axis.
    fn count(&mut self, place: usize, span: (u32, u32)) {
        let Counts::Tuples { by_value, counted } = &mut self.counts else {
            return;
        };
        counted.resize(self.cells.n_ids(), (0, 0));
        let m = self.axes.len();
        let mut starts = vec![0; m];
        for &tuple in by_value[place][span.0 as usize..span.1 as usize].iter().flatten() {
            let values = &self.values[tuple as usize * m..];
            for ((start, axis), &value) in starts.iter_mut().zip(&self.axes).zip(values) {
                *start = axis.start_of[value as usize];
            }
            let cell = self.cells.find(&starts);
            self.effort += 1;
            if cell != NONE {
                let (records, people) = self.tuples[tuple as usize];
                counted[cell as usize].0 += records;
                counted[cell as usize].1 += people;
            }
        }
    }

    /// Joins the two sides into one cell.
    pub(super) fn join(&mut self, place: usize, start: u32, part: &Part) {
        let ((records, people), (more_records, more_people)) = (part.left_counts, part.right_counts);
        let counts = (records + more_records, people + more_people);
        if part.left == NONE {
            self.cells.shift(part.right, place, start);
            self.cells.set_counts(part.right, counts);
            return;
        }
        self.cells.set_counts(part.left, counts);
        if part.right != NONE {
            self.cells.remove_elsewhere(part.right, place);
        }
    }

    /// Splits one cell into two, or keeps one if a side is empty. The cell is no longer in a bucket of the axis.
    pub(super) fn part(&mut self, place: usize, value: u32, part: &Part) {
        let is_held = |(records, people): (u32, u32)| match self.counts {
            Counts::Summed { .. } => records > 0,
            Counts::Tuples { .. } => people > 0,
        };
        let cell = part.left;
        match (is_held(part.left_counts), is_held(part.right_counts)) {
            (true, holds_right) => {
                self.cells.set_counts(cell, part.left_counts);
                self.cells.enter(cell, place);
                if holds_right {
                    (self.cells).insert_beside(cell, place, value, part.right_counts);
                }
            }
            (false, _) => {
                self.cells.shift(cell, place, value);
                self.cells.set_counts(cell, part.right_counts);
            }
        }
    }
}
