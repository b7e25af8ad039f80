//! The best policy that was known when another one was chosen.

use super::ChosenPolicy;
use super::check::setting;
use super::chosen::BestKnown;
use crate::error::Result;

impl ChosenPolicy {
    /// Checks that the policy, which has this loss, is not better than the best known one.
    ///
    /// # Errors
    /// It is better.
    pub fn expect_no_better(&self, loss: f64) -> Result<()> {
        match self.best.filter(|_| self.is_better_than_best(loss)) {
            None => Ok(()),
            Some(BestKnown { loss: best, .. }) => setting(
                "chosen.policy.best.loss",
                format!("the best policy is said to lose {best}, and the chosen one loses {loss}"),
                "Give the loss of the best policy under these settings, or leave it out.",
            ),
        }
    }
}
