//! The number of records or people in a box, in time that does not depend on the size of the box.

use std::sync::Arc;

/// Sums over all boxes that begin at the origin. Any other box is 2^dimensions of these, added and subtracted. The
/// arithmetic wraps, so only the result must be below 2³².
#[derive(Debug, Clone)]
pub(super) struct SummedArea {
    sums: Arc<[u32]>,
}

/// The side of a box in one dimension: begin and end, each times the dimension's stride.
pub(super) type Side = (u32, u32);

impl SummedArea {
    /// The table of cells, given by their positions in a grid of these sizes. The last dimension is contiguous. A
    /// size is the number of cells of the dimension plus one; cells are counted from 1.
    ///
    /// Time: size of the grid × dimensions.
    pub(super) fn new(sizes: &[usize], cells: impl Iterator<Item = (usize, u32)>) -> Self {
        let mut sums = vec![0_u32; sizes.iter().product()];
        for (position, count) in cells {
            sums[position] = sums[position].wrapping_add(count);
        }
        let mut stride = 1;
        for &size in sizes.iter().rev() {
            for block in sums.chunks_exact_mut(stride * size) {
                for row in 1..size {
                    let (before, after) = block.split_at_mut(row * stride);
                    for (sum, &other) in after.iter_mut().zip(&before[(row - 1) * stride..]) {
                        *sum = sum.wrapping_add(other);
                    }
                }
            }
            stride *= size;
        }
        Self { sums: sums.into() }
    }

    /// The sum over the box of these sides. Time: 2^dimensions.
    pub(super) fn sum(&self, sides: &[Side]) -> u32 {
        self.sum_from(0, sides)
    }

    fn sum_from(&self, offset: u32, sides: &[Side]) -> u32 {
        match *sides {
            [] => self.at(offset),
            // Unrolled, because four dimensions are common and recursion has a cost. The last two have few values, so
            // their sides often begin at the origin, where nothing is subtracted.
            [one, other, side, last] => {
                let line = |offset: u32| {
                    let whole = self.at(offset + last.1);
                    if last.0 == 0 { whole } else { whole.wrapping_sub(self.at(offset + last.0)) }
                };
                let plane = |offset: u32| {
                    let whole = line(offset + side.1);
                    if side.0 == 0 { whole } else { whole.wrapping_sub(line(offset + side.0)) }
                };
                let space = |offset: u32| plane(offset + other.1).wrapping_sub(plane(offset + other.0));
                space(offset + one.1).wrapping_sub(space(offset + one.0))
            }
            [(begin, end), ref rest @ ..] => {
                (self.sum_from(offset + end, rest)).wrapping_sub(self.sum_from(offset + begin, rest))
            }
        }
    }

    #[inline(always)]
    fn at(&self, position: u32) -> u32 {
        self.sums[position as usize]
    }
}
