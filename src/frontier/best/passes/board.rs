//! Finds the place with the best score while scores change.

/// Scores of places in a tournament: the best place is known at once, and a change takes the log of the number of
/// places. Among equal scores the first place is best.
#[derive(Debug, Default)]
pub(super) struct Board {
    scores: Vec<f64>,
    /// From index 1, the winner of each match. The winners of matches i and i ^ 1 meet.
    winners: Vec<u32>,
}

impl Board {
    /// Sets the scores of all places. A place without a score has −∞.
    pub(super) fn begin(&mut self, scores: impl Iterator<Item = f64>) {
        self.scores.clear();
        self.scores.extend(scores);
        let size = self.scores.len().next_power_of_two();
        self.scores.resize(size, f64::NEG_INFINITY);
        self.winners.clear();
        self.winners.resize(size, 0);
        self.winners.extend(0..size as u32);
        for place in (1..size).rev() {
            self.play(place);
        }
    }

    fn play(&mut self, place: usize) {
        let (one, other) = (self.winners[2 * place], self.winners[2 * place + 1]);
        let wins = self.scores[other as usize] > self.scores[one as usize];
        self.winners[place] = if wins { other } else { one };
    }

    /// Changes a score.
    pub(super) fn set(&mut self, place: usize, score: f64) {
        self.scores[place] = score;
        let mut at = (place + self.scores.len()) / 2;
        while at > 0 {
            self.play(at);
            at /= 2;
        }
    }

    /// The place of the best score, if any has one.
    pub(super) fn best(&self) -> Option<usize> {
        let best = *self.winners.get(1)? as usize;
        (self.scores[best] > f64::NEG_INFINITY).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    #[test]
    fn the_best_is_the_first_of_the_greatest() {
        let mut draw = Draw::new(3);
        for n in 1..20 {
            let mut scores: Vec<f64> = (0..n).map(|_| draw.below(6) as f64).collect();
            let mut board = Board::default();
            board.begin(scores.iter().copied());
            for _ in 0..60 {
                let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let first = scores.iter().position(|&score| score == greatest);
                let expected = first.filter(|_| greatest > f64::NEG_INFINITY);
                assert_eq!(board.best(), expected);
                let place = draw.below(n as u64) as usize;
                let score = if draw.per_mille(400) { f64::NEG_INFINITY } else { draw.below(6) as f64 };
                scores[place] = score;
                board.set(place, score);
            }
        }
    }
}
