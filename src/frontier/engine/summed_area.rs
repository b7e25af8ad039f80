//! How many records or people lie in a box, in time that does not depend on the box.

/// The most corners that are added up at once: those of a box in four dimensions.
const CORNERS: usize = 16;

/// Sums over all boxes that begin at the origin. Any other box is 2^dimensions of them, added and subtracted; in wrapping
/// arithmetic, so that only the result must be below 2³².
#[derive(Debug, Clone)]
pub(super) struct SummedArea {
    sums: Vec<u32>,
}

/// The side of a box in one dimension: begin and end, each times the dimension's stride.
pub(super) type Side = (u32, u32);

impl SummedArea {
    /// The table of cells, given by their positions in a grid of these sizes, the last dimension the densest. A size is one
    /// more than the cells of the dimension; cells are counted from 1.
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
                for place in stride..block.len() {
                    block[place] = block[place].wrapping_add(block[place - stride]);
                }
            }
            stride *= size;
        }
        Self { sums }
    }

    /// The sum over the box of these sides. Time in 2^dimensions.
    pub(super) fn sum(&self, sides: &[Side]) -> u32 {
        self.sum_from(sides, 0)
    }

    fn sum_from(&self, sides: &[Side], offset: u32) -> u32 {
        if sides.len() > CORNERS.ilog2() as usize {
            let (begin, end) = sides[0];
            return (self.sum_from(&sides[1..], offset + end))
                .wrapping_sub(self.sum_from(&sides[1..], offset + begin));
        }
        let mut corners = [offset; CORNERS];
        let mut n_corners = 1;
        for &(begin, end) in sides {
            for corner in 0..n_corners {
                corners[corner + n_corners] = corners[corner] + begin;
                corners[corner] += end;
            }
            n_corners *= 2;
        }
        let mut sum = 0_u32;
        for (corner, &position) in corners[..n_corners].iter().enumerate() {
            let part = self.sums[position as usize];
            sum = if corner.count_ones() % 2 == 0 {
                sum.wrapping_add(part)
            } else {
                sum.wrapping_sub(part)
            };
        }
        sum
    }
}
