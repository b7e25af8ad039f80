//! A local search that is forced to leave the incumbent: for large lattices, where a walk soon gets stuck.

use super::axis::Step;
use super::node::Node;
use super::rows::NodeMemory;
use super::steps::{Steps, highest};
use super::survey::{Lowering, Survey};

/// It repeats these steps from a policy. It raises a few axes at random and holds them while it lowers the others,
/// each time by the best lowering, until none is better. Then it lowers all axes. If the result is better, it
/// continues from there, otherwise from the old policy.
///
/// Only the number determines the random choices.
pub(super) struct Wander {
    /// The box that it stays in.
    steps: Vec<Steps>,
    /// The best policy, and its cost once it was looked at.
    home: Vec<Step>,
    least: u64,
    /// The current policy.
    at: Vec<Step>,
    cost: u64,
    /// The axes that are held.
    held: Vec<usize>,
    /// The box below the current policy, once it was looked at.
    node: Option<Node>,
    kicks: u64,
    random: u64,
}

impl Wander {
    /// How often it leaves the best policy.
    const KICKS: u64 = 8;
    /// The fewest and most axes that are raised at once.
    const RAISED: [u64; 2] = [2, 4];

    /// A local search with this number, in a box and from one of its policies.
    pub(super) fn new(steps: &[Steps], from: Vec<Step>, number: u64) -> Self {
        Self {
            steps: steps.to_vec(),
            home: from.clone(),
            least: u64::MAX,
            at: from,
            cost: u64::MAX,
            held: Vec::new(),
            node: None,
            kicks: Self::KICKS,
            random: number,
        }
    }

    /// Looks at one policy, by the rows of the whole table or of the previous policy. Returns whether there is
    /// another policy to look at.
    pub(super) fn step(
        &mut self,
        survey: &mut Survey,
        base: &Node,
        pool: &mut Vec<Node>,
        scratch: &mut NodeMemory,
    ) -> bool {
        let subject = std::sync::Arc::clone(&survey.subject);
        let below = |(axis, (&steps, &at)): (usize, (&Steps, &Step))| match self.held.contains(&axis) {
            true => 1 << at,
            false => steps & (Steps::MAX >> (Steps::BITS as usize - 1 - at)),
        };
        let steps: Vec<Steps> = (self.steps.iter().zip(&self.at)).enumerate().map(below).collect();
        let mut node = pool.pop().unwrap_or_default();
        let above = self.node.take();
        let valid = node.build(&subject, above.as_ref().unwrap_or(base), &steps, scratch);
        pool.extend(above.map(Node::emptied));
        if valid {
            self.cost = self.cost.min(node.cost_of_high_corner(&subject));
        }
        match survey.look(&node, valid) {
            Some(Lowering { cost, axis, step }) if cost < self.cost => {
                (self.at[axis], self.cost) = (step, cost);
                self.node = Some(node);
                return true;
            }
            _ => pool.push(node.emptied()),
        }
        if !self.held.is_empty() {
            self.held.clear();
            return true;
        }
        if self.cost < self.least {
            (self.home, self.least) = (self.at.clone(), self.cost);
        }
        self.kicks -= 1;
        self.kick();
        self.kicks > 0
    }

    /// Raises a few axes of the best policy.
    fn kick(&mut self) {
        (self.at, self.cost) = (self.home.clone(), u64::MAX);
        let [fewest, most] = Self::RAISED;
        for _ in 0..fewest + self.draw(most + 1 - fewest) {
            let axis = self.draw(self.steps.len() as u64) as usize;
            let (at, high) = (self.at[axis], highest(self.steps[axis]));
            if at < high && !self.held.contains(&axis) {
                self.at[axis] = at + 1 + self.draw((high - at) as u64) as Step;
                self.held.push(axis);
            }
        }
    }

    /// A number below `below`.
    fn draw(&mut self, below: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 33) % below.max(1)
    }
}
