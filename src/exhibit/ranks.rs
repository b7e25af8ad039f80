//! Policies as squares, in one or more rows for each rank, coarser ones higher.

use super::svg::{Anchor, Drawing, Tone, WIDTH};
use crate::lattice::{Lattice, Policy};

/// How a policy is drawn.
#[derive(Clone, Copy)]
pub(super) struct Shade {
    /// The filled share of the square, from 0 to 1.
    pub(super) fill: f64,
    /// Whether it has an outline, which means that its policy is valid.
    pub(super) is_outlined: bool,
    /// Whether its policy is the best one.
    pub(super) is_best: bool,
}

/// The positions of policies.
pub(super) struct Ranks {
    /// The policies of each rank, by their places, from the most general rank down.
    rows: Vec<(u32, Vec<usize>)>,
}

impl Ranks {
    /// The policies of a lattice, by their steps above its bottom.
    pub(super) fn new(lattice: &Lattice, policies: &[Policy]) -> Self {
        let bottom = lattice.bottom();
        let rank = |policy: &Policy| -> u32 {
            let axes = lattice.axes().iter();
            axes.map(|axis| u32::from(axis.level(policy) - axis.level(&bottom))).sum()
        };
        let mut rows: Vec<(u32, Vec<usize>)> = (0..=lattice.height()).rev().map(|rank| (rank, Vec::new())).collect();
        for (place, policy) in policies.iter().enumerate() {
            let row = (lattice.height() - rank(policy)) as usize;
            rows[row].1.push(place);
        }
        Self { rows }
    }

    /// The drawing, one shade for each policy.
    pub(super) fn drawing(&self, label: String, shades: &[Shade]) -> String {
        const LEFT: f64 = 32.0;
        let room = WIDTH - LEFT;
        // The largest squares for which the whole is no higher than it is wide.
        let lines = |pitch: f64| -> f64 {
            let in_line = (room / pitch) as usize;
            let lines = self.rows.iter().map(|(_, row)| row.len().div_ceil(in_line));
            lines.sum::<usize>() as f64
        };
        let high = |pitch: f64| lines(pitch) * pitch + 4.0 * self.rows.len() as f64;
        let pitches = [24.0, 20.0, 16.0, 12.0, 9.0, 7.0, 5.0];
        let pitch = (pitches.into_iter()).find(|&pitch| high(pitch) <= WIDTH * 0.8);
        let pitch = pitch.unwrap_or(5.0);
        let (in_line, side) = ((room / pitch) as usize, pitch - 2.0);
        let mut drawing = Drawing::new(high(pitch) + 4.0, label);
        let mut top = 2.0;
        for (rank, row) in &self.rows {
            let middle = (LEFT - 8.0, top + side / 2.0 + 4.0);
            if pitch >= 9.0 || rank % 5 == 0 {
                drawing.text(middle, Anchor::End, &rank.to_string());
            }
            for line in row.chunks(in_line) {
                let start = LEFT + (room - line.len() as f64 * pitch) / 2.0;
                for (place, index) in line.iter().zip(0_u32..) {
                    let shade = shades[*place];
                    let left = start + pitch * f64::from(index);
                    let fill = 0.08 + 0.8 * shade.fill;
                    drawing.rect((left, top), (side, side), fill, shade.is_outlined);
                    if shade.is_best {
                        let ring = format!(
                            "M{:.1} {:.1}h{side2:.1}v{side2:.1}h-{side2:.1}z",
                            left - 2.0,
                            top - 2.0,
                            side2 = side + 4.0
                        );
                        drawing.line(&ring, Tone::Full);
                    }
                }
                top += pitch;
            }
            top += 4.0;
        }
        drawing.html()
    }
}
