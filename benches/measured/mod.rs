//! What work takes, as the system says it of this process.

use std::time::Instant;
use std::{fmt, fs};

/// What some work took: seconds of the processor, and megabytes.
pub(crate) struct Taken {
    pub(crate) seconds: f64,
    megabytes: f64,
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} s, {:.0} MB", self.seconds, self.megabytes)
    }
}

/// The fields of this process's state that are numbers.
fn stat(file: &str) -> Vec<f64> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let rest = text.rsplit(") ").next().unwrap_or_default();
    rest.split_whitespace().map(|field| field.parse().unwrap_or(0.0)).collect()
}

/// Does the work, and measures it. Where the system does not say the seconds of the processor, they are those of the
/// clock.
pub(crate) fn measured<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    // Of the fields behind the name, the twelfth and thirteenth are hundredths of seconds.
    let seconds = || stat("/proc/self/stat").get(11..13).map(|ticks| (ticks[0] + ticks[1]) / 100.0);
    let megabytes = || {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let most =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<f64>().ok());
        most.unwrap_or(0.0) / 1024.0
    };
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (before, clock) = (seconds(), Instant::now());
    let done = work();
    let taken = seconds().zip(before).map_or(clock.elapsed().as_secs_f64(), |(after, before)| after - before);
    (done, Taken { seconds: taken, megabytes: megabytes() })
}
