//! A local search that soon gives the branch and bound a good incumbent.

use super::axis::Step;
use super::node::Node;
use super::rows::NodeMemory;
use super::steps::{Steps, highest};
use super::survey::{Lowering, Survey};

/// A walk from a policy to better and better ones, until no neighbour is better.
///
/// It goes down: a probe of the box of all policies below the current one gives the loss of every lowering of one
/// axis. The best of these is taken while it is better. Then the walk tries raises: it raises one axis, and takes the
/// best lowering of the result if that is better than the current policy. From there it goes down again.
pub(super) struct Walk {
    /// The box that it stays in.
    steps: Vec<Steps>,
    /// The current policy.
    at: Vec<Step>,
    cost: u64,
    /// The box below the current policy, once it was looked at.
    node: Option<Node>,
    /// Raises of one axis that are still to be tried, if no lowering is better.
    raises: Vec<(usize, Step)>,
    looks_around: bool,
}

impl Walk {
    /// A walk in a box: from its high corner and only down, or from one of its policies, with raises as well.
    pub(super) fn new(steps: &[Steps], from: Option<Vec<Step>>) -> Self {
        let looks_around = from.is_some();
        let top = || steps.iter().map(|&steps| highest(steps)).collect();
        Self {
            at: from.unwrap_or_else(top),
            steps: steps.to_vec(),
            cost: u64::MAX,
            node: None,
            raises: Vec::new(),
            looks_around,
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
        let mut tops = self.at.clone();
        let raise = self.raises.pop();
        if let Some((axis, step)) = raise {
            tops[axis] = step;
        }
        let up_to = |(&steps, &top): (&Steps, &Step)| steps & (Steps::MAX >> (Steps::BITS as usize - 1 - top));
        let steps: Vec<Steps> = self.steps.iter().zip(&tops).map(up_to).collect();
        let mut node = pool.pop().unwrap_or_default();
        let above = self.node.take();
        let valid = node.build(&subject, above.as_ref().unwrap_or(base), &steps, scratch);
        pool.extend(above.map(Node::emptied));
        if valid && raise.is_none() {
            self.cost = self.cost.min(node.cost_of_high_corner(&subject));
        }
        match survey.look(&node, valid) {
            Some(Lowering { cost, axis, step }) if cost < self.cost => {
                tops[axis] = step;
                (self.at, self.cost) = (tops, cost);
                self.node = Some(node);
                self.raises.clear();
                return true;
            }
            _ => pool.push(node.emptied()),
        }
        if self.looks_around && raise.is_none() && valid {
            for (axis, (&steps, &at)) in self.steps.iter().zip(&self.at).enumerate().rev() {
                let above = (at + 1..Steps::BITS as Step).rev().filter(|step| steps >> step & 1 == 1);
                self.raises.extend(above.map(|step| (axis, step)));
            }
        }
        !self.raises.is_empty()
    }
}
