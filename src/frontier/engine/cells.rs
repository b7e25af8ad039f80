//! The generalized cells that a policy occupies, indexed by their intervals.

use hashbrown::HashTable;

/// The number of a cell.
pub(super) type CellId = u32;

/// No cell.
pub(super) const NONE: CellId = CellId::MAX;

/// Grids of up to this number of positions are an array; larger ones are a hash table.
pub(super) const MOST_POSITIONS: u128 = 1 << 24;

/// The positions of a cell's fields in its row: records, people, a mark, the key; then the starts of its intervals,
/// then its places in the buckets.
const RECORDS: usize = 0;
const PEOPLE: usize = 1;
const MARK: usize = 2;
const KEY: usize = 3;
const STARTS: usize = 4;

/// Cells, each an interval on every axis with its records and people. For each axis and each start of an interval, a
/// bucket holds the cells that begin there.
#[derive(Debug, Clone)]
pub(super) struct Cells {
    n_axes: usize,
    /// Cell by cell: records, people, mark, key, starts, places in the buckets.
    rows: Vec<u32>,
    mark: u32,
    free: Vec<CellId>,
    buckets: Vec<Vec<CellId>>,
    /// The number of buckets before the first one of each axis.
    first_buckets: Vec<usize>,
    /// For each bucket, its part of a key. A key is the sum of its parts.
    keys: Vec<u32>,
    index: Index,
}

#[derive(Debug, Clone)]
enum Index {
    /// The cell of each key.
    Array(Vec<CellId>),
    /// The cells by key. Different cells may have the same key.
    Table(HashTable<CellId>),
}

impl Cells {
    /// An empty set of cells. `keys` has the part of a key for each axis and value; a key is the sum of its parts.
    /// All keys are below `n_positions` if the grid is small enough for an array.
    pub(super) fn new(keys: &[Vec<u32>], n_positions: Option<usize>) -> Self {
        let mut n_buckets = 0;
        let first_buckets: Vec<usize> = (keys.iter())
            .map(|keys| {
                let first = n_buckets;
                n_buckets += keys.len();
                first
            })
            .collect();
        Self {
            n_axes: keys.len(),
            rows: Vec::new(),
            mark: 0,
            free: Vec::new(),
            buckets: vec![Vec::new(); n_buckets],
            first_buckets,
            keys: keys.concat(),
            index: match n_positions {
                Some(n_positions) => Index::Array(vec![NONE; n_positions]),
                None => Index::Table(HashTable::new()),
            },
        }
    }

    /// Removes all cells.
    pub(super) fn clear(&mut self) {
        for bucket in 0..self.n_first() {
            for place in 0..self.buckets[bucket].len() {
                let cell = self.buckets[bucket][place];
                let key = self.key(cell);
                if let Index::Array(cells) = &mut self.index {
                    cells[key as usize] = NONE;
                }
            }
        }
        if let Index::Table(cells) = &mut self.index {
            cells.clear();
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.rows.clear();
        self.free.clear();
    }

    /// Buckets of the first axis.
    fn n_first(&self) -> usize {
        self.first_buckets.get(1).copied().unwrap_or(self.buckets.len())
    }

    fn width(&self) -> usize {
        STARTS + 2 * self.n_axes
    }

    /// The largest number of a cell so far, plus one.
    pub(super) fn n_ids(&self) -> usize {
        self.rows.len() / self.width()
    }

    /// The records and people of a cell.
    pub(super) fn counts(&self, cell: CellId) -> (u32, u32) {
        let row = cell as usize * self.width();
        (self.rows[row + RECORDS], self.rows[row + PEOPLE])
    }

    pub(super) fn set_counts(&mut self, cell: CellId, (records, people): (u32, u32)) {
        let row = cell as usize * self.width();
        self.rows[row + RECORDS] = records;
        self.rows[row + PEOPLE] = people;
    }

    /// Removes the marks from all cells.
    pub(super) fn unmark_all(&mut self) {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            let width = self.width();
            self.rows.chunks_exact_mut(width).for_each(|row| row[MARK] = 0);
            self.mark = 1;
        }
    }

    pub(super) fn mark(&mut self, cell: CellId) {
        let row = cell as usize * self.width();
        self.rows[row + MARK] = self.mark;
    }

    pub(super) fn is_marked(&self, cell: CellId) -> bool {
        self.rows[cell as usize * self.width() + MARK] == self.mark
    }

    /// The starts of a cell's intervals.
    pub(super) fn starts(&self, cell: CellId) -> &[u32] {
        let row = cell as usize * self.width() + STARTS;
        &self.rows[row..row + self.n_axes]
    }

    /// The cells that begin at this start on an axis.
    pub(super) fn bucket(&self, axis: usize, start: u32) -> &[CellId] {
        &self.buckets[self.first_buckets[axis] + start as usize]
    }

    /// All cells.
    pub(super) fn iter(&self) -> impl Iterator<Item = CellId> + '_ {
        self.buckets[..self.n_first()].iter().flatten().copied()
    }

    /// The cell with these starts, or [`NONE`].
    pub(super) fn find(&self, starts: &[u32]) -> CellId {
        self.look_up(self.key_of(starts), starts, 0, starts[0])
    }

    /// The cell that differs from `cell` only in its start on one axis, or [`NONE`].
    pub(super) fn neighbour(&self, cell: CellId, axis: usize, start: u32) -> CellId {
        let starts = self.starts(cell);
        let keys = &self.keys[self.first_buckets[axis]..];
        let key = (self.key(cell)).wrapping_add(keys[start as usize]).wrapping_sub(keys[starts[axis] as usize]);
        self.look_up(key, starts, axis, start)
    }

    /// The cell with this key and these starts, except for `start` on one axis.
    fn look_up(&self, key: u32, starts: &[u32], axis: usize, start: u32) -> CellId {
        match &self.index {
            Index::Array(cells) => {
                let cell = cells[key as usize];
                // An interval without a value of the data has the key of the next one that has a value.
                if cell != NONE && self.starts(cell)[axis] == start { cell } else { NONE }
            }
            Index::Table(cells) => (cells.find(mixed(key), |&cell| {
                let found = self.starts(cell);
                found[axis] == start && (0..self.n_axes).all(|other| other == axis || found[other] == starts[other])
            }))
            .copied()
            .unwrap_or(NONE),
        }
    }

    fn key_of(&self, starts: &[u32]) -> u32 {
        (self.first_buckets.iter().zip(starts))
            .fold(0, |key, (first, &start)| key.wrapping_add(self.keys[first + start as usize]))
    }

    /// Adds a cell, which must not exist yet.
    pub(super) fn insert(&mut self, starts: &[u32], counts: (u32, u32)) {
        let cell = self.new_cell();
        let row = cell as usize * self.width();
        self.rows[row + STARTS..row + STARTS + starts.len()].copy_from_slice(starts);
        self.rows[row + KEY] = self.key_of(starts);
        self.settle(cell, counts);
    }

    /// Adds a cell that differs from `other` only in its start on one axis.
    pub(super) fn insert_beside(&mut self, other: CellId, axis: usize, start: u32, counts: (u32, u32)) {
        let cell = self.new_cell();
        let width = self.width();
        let row = other as usize * width;
        self.rows.copy_within(row..row + width, cell as usize * width);
        self.set_start(cell, axis, start);
        self.settle(cell, counts);
    }

    fn new_cell(&mut self) -> CellId {
        let width = self.width();
        self.free.pop().unwrap_or_else(|| {
            let cell = self.n_ids() as CellId;
            self.rows.resize(self.rows.len() + width, 0);
            cell
        })
    }

    /// Makes a cell with its starts and key findable.
    fn settle(&mut self, cell: CellId, counts: (u32, u32)) {
        self.set_counts(cell, counts);
        for axis in 0..self.n_axes {
            self.enter(cell, axis);
        }
        self.note(cell);
    }

    /// Removes a cell, except from its bucket on one axis, which the caller empties.
    pub(super) fn remove_elsewhere(&mut self, cell: CellId, emptied: usize) {
        self.forget(cell);
        for axis in (0..self.n_axes).filter(|&axis| axis != emptied) {
            self.leave(cell, axis);
        }
        self.free.push(cell);
    }

    /// Empties a bucket. The caller then moves its cells to other buckets, puts them back, or removes them.
    pub(super) fn empty(&mut self, axis: usize, start: u32) {
        self.buckets[self.first_buckets[axis] + start as usize].clear();
    }

    /// Gives a cell a new start on one axis. The caller empties its old bucket.
    pub(super) fn shift(&mut self, cell: CellId, axis: usize, start: u32) {
        self.forget(cell);
        self.set_start(cell, axis, start);
        self.enter(cell, axis);
        self.note(cell);
    }

    fn set_start(&mut self, cell: CellId, axis: usize, start: u32) {
        let row = cell as usize * self.width();
        let keys = &self.keys[self.first_buckets[axis]..];
        let own = self.rows[row + STARTS + axis];
        self.rows[row + KEY] =
            (self.rows[row + KEY]).wrapping_add(keys[start as usize]).wrapping_sub(keys[own as usize]);
        self.rows[row + STARTS + axis] = start;
    }

    /// Puts a cell into its bucket of an axis.
    pub(super) fn enter(&mut self, cell: CellId, axis: usize) {
        let bucket = self.first_buckets[axis] + self.starts(cell)[axis] as usize;
        let place = cell as usize * self.width() + STARTS + self.n_axes + axis;
        self.rows[place] = self.buckets[bucket].len() as u32;
        self.buckets[bucket].push(cell);
    }

    /// Removes a cell from its bucket on an axis; the last cell of the bucket takes its place.
    fn leave(&mut self, cell: CellId, axis: usize) {
        let bucket = self.first_buckets[axis] + self.starts(cell)[axis] as usize;
        let offset = STARTS + self.n_axes + axis;
        let place = self.rows[cell as usize * self.width() + offset] as usize;
        self.buckets[bucket].swap_remove(place);
        if let Some(&moved) = self.buckets[bucket].get(place) {
            let width = self.width();
            self.rows[moved as usize * width + offset] = place as u32;
        }
    }

    fn key(&self, cell: CellId) -> u32 {
        self.rows[cell as usize * self.width() + KEY]
    }

    fn note(&mut self, cell: CellId) {
        let key = self.key(cell);
        match &mut self.index {
            Index::Array(cells) => cells[key as usize] = cell,
            Index::Table(_) => {
                let Index::Table(mut cells) = std::mem::replace(&mut self.index, Index::Array(Vec::new())) else {
                    return;
                };
                cells.insert_unique(mixed(key), cell, |&cell| mixed(self.key(cell)));
                self.index = Index::Table(cells);
            }
        }
    }

    fn forget(&mut self, cell: CellId) {
        let key = self.key(cell);
        match &mut self.index {
            Index::Array(cells) => cells[key as usize] = NONE,
            Index::Table(cells) => {
                if let Ok(entry) = cells.find_entry(mixed(key), |&found| found == cell) {
                    entry.remove();
                }
            }
        }
    }
}

/// A hash of a key. The key itself is no hash: sums of a few multiples are too regular.
fn mixed(key: u32) -> u64 {
    u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
