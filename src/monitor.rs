//! The only way for a long loop to contact its caller: it asks whether to stop.
//!
//! Progress goes the other way, as a value that the caller reads between two steps. So the core depends on no clock,
//! thread or event loop.

/// Asked by every long loop, at least every few milliseconds of work.
pub trait Monitor {
    /// Whether the loop should return now. It keeps its state and can be continued.
    fn interrupted(&mut self) -> bool;
}

/// Never interrupts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Monitor for Unlimited {
    fn interrupted(&mut self) -> bool {
        false
    }
}

/// Interrupts after a number of calls, that is, of policies checked.
#[derive(Debug, Clone, Copy)]
pub struct Checks(pub u64);

impl Monitor for Checks {
    fn interrupted(&mut self) -> bool {
        if self.0 == 0 {
            return true;
        }
        self.0 -= 1;
        false
    }
}

/// Interrupts when the function returns true.
#[derive(Debug, Clone, Copy)]
pub struct When<F>(pub F);

impl<F: FnMut() -> bool> Monitor for When<F> {
    fn interrupted(&mut self) -> bool {
        (self.0)()
    }
}
