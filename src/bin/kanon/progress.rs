//! Shows progress on one line of a terminal.
//!
//! Work that takes less than a second shows none. The line is rewritten once a second at most and erased when its work
//! is done. If standard error is not a terminal, work of more than a minute writes a line, and one more each time that
//! it has taken twice as long.

use crate::console;
use crate::failure::Failure;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// How often the line is rewritten.
const EVERY: Duration = Duration::from_secs(1);

/// When the first line is written that is not on a terminal.
const FIRST_NOTE: Duration = Duration::from_secs(60);

/// With a smaller share done, or less time, the remaining time is not estimated.
const LEAST_SHARE: f64 = 0.02;
const LEAST_TIME: Duration = Duration::from_secs(2);

/// One piece of work with progress.
pub(crate) struct Progress {
    what: String,
    start: Instant,
    told: Instant,
    /// When the next line is due that is not on a terminal, from the start.
    next_note: Duration,
    is_shown: bool,
    is_terminal: bool,
}

impl Progress {
    /// Work that begins now.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        let now = Instant::now();
        Self {
            what: what.into(),
            start: now,
            told: now,
            next_note: FIRST_NOTE,
            is_shown: false,
            is_terminal: stderr().is_terminal(),
        }
    }

    /// Whether progress is shown at once.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether the line is to be written again.
    pub(crate) fn is_due(&self) -> bool {
        match self.is_terminal {
            true => self.told.elapsed() >= EVERY,
            false => self.start.elapsed() >= self.next_note,
        }
    }

    /// Shows the share of the work that is done, 0 to 1, once a second at most.
    pub(crate) fn tell(&mut self, share: f64) {
        self.tell_more(Some(share), String::new);
    }

    /// Shows the share of the work that is done, if it is known, and further text.
    pub(crate) fn tell_more(&mut self, share: Option<f64>, more: impl FnOnce() -> String) {
        if self.is_due() {
            self.show(share, &more());
        }
    }

    /// Shows that the work has begun, before a step without a known share. Only for work that is known to be long: for
    /// short work the line would flicker.
    pub(crate) fn tell_now(&mut self, more: &str) {
        if self.is_terminal {
            self.show(None, more);
        }
    }

    fn show(&mut self, share: Option<f64>, more: &str) {
        let mut parts = vec![self.what.clone()];
        parts.extend(share.map(|share| format!("{:.0} %", 100.0 * share.clamp(0.0, 0.99))));
        if !more.is_empty() {
            parts.push(more.to_owned());
        }
        parts.push(clock(self.start.elapsed()));
        let left = share.and_then(|share| time_left(share, self.start.elapsed()));
        parts.extend(left.map(|left| format!("about {} left", clock(left))));
        let line = parts.join(" · ");
        if !self.is_terminal {
            self.next_note = 2 * self.start.elapsed();
            console::complain(&line);
            return;
        }
        console::progress!("{line}");
        (self.told, self.is_shown) = (Instant::now(), true);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            console::clear_progress();
        }
    }
}

/// The limit that `--seconds` sets for a command's work, without reading and writing.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    seconds: Option<f64>,
    start: Instant,
}

impl Budget {
    /// A budget that begins now. Without seconds it is unlimited.
    ///
    /// # Errors
    /// Seconds that are not a number of at least 0.
    pub(crate) fn new(seconds: Option<f64>) -> Result<Self, Failure> {
        if seconds.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            return Err(Failure::input("--seconds must be a number of at least 0. Leave it out for no limit."));
        }
        Ok(Self { seconds, start: Instant::now() })
    }

    /// No limit.
    pub(crate) fn unlimited() -> Self {
        Self { seconds: None, start: Instant::now() }
    }

    /// Whether it is used up.
    pub(crate) fn is_spent(&self) -> bool {
        let spent = |seconds| self.start.elapsed().as_secs_f64() >= seconds;
        self.seconds.is_some_and(spent)
    }

    /// The failure of a command that the budget stopped, with what is missing.
    pub(crate) fn stopped(&self, missing: &str) -> Failure {
        let seconds = self.seconds.unwrap_or_default();
        Failure::stopped(format!("stopped after {seconds} s: {missing}. Raise --seconds, or leave it out."))
    }

    /// Milliseconds to work before there is progress to show or the end is reached: a second, or what is left.
    pub(crate) fn milliseconds(&self) -> f64 {
        let left = |seconds: f64| (seconds - self.start.elapsed().as_secs_f64()).max(0.0);
        1e3 * self.seconds.map_or(1.0, |seconds| left(seconds).min(1.0))
    }
}

/// The remaining time of work if this share took this long; `None` while that is too little for an estimate.
fn time_left(share: f64, taken: Duration) -> Option<Duration> {
    if share < LEAST_SHARE || taken < LEAST_TIME {
        return None;
    }
    let left = taken.as_secs_f64() * (1.0 - share).max(0.0) / share;
    Duration::try_from_secs_f64(left).ok()
}

/// A time in its two largest units.
pub(crate) fn clock(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
