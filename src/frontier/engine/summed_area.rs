//! How many records or people lie in a box, in time that does not depend on the box.

use std::sync::Arc;

/// Sums over all boxes that begin at the origin. Any other box is 2^dimensions of them, added and subtracted; in
/// wrapping arithmetic, so that only the result must be below 2³².
#[derive(Debug, Clone)]
pub(super) struct SummedArea {
    sums: Arc<[u32]>,
}

/// The side of a box in one dimension: begin and end, each times the dimension's stride.
pub(super) type Side = (u32, u32);

impl SummedArea {
    /// The table of cells, given by their positions in a grid of these sizes, the last dimension the densest. A size is
    /// one more than the cells of the dimension; cells are counted from 1.
    ///
    /// Time in the size of the grid × dimensions.
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

    /// The sum over the box of these sides. Time in 2^dimensions.
    pub(super) fn sum(&self, sides: &[Side]) -> u32 {
        self.sum_from(0, sides)
    }

    fn sum_from(&self, offset: u32, sides: &[Side]) -> u32 {
        match *sides {
            [] => self.at(offset),
            // Unrolled, because four dimensions are common and the recursion is not free. The last two have few values,
            // so that their sides often begin at the origin, where there is nothing to take off.
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
