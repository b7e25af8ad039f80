//! Signals that end the program: what was begun is removed first.

use crate::part;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::ffi::c_int;
use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::thread;

/// From now on a signal that ends the program removes the parts of its outputs first, and ends it with 128 and the
/// number of the signal. A signal that the program was started to ignore stays ignored, as `nohup` and background jobs
/// ask.
pub(crate) fn clean_up_on_signals() -> io::Result<()> {
    // Without this, a file above the shell's limit ends the program before it can say so.
    flag::register(SIGXFSZ, Arc::default())?;
    let ignored = ignored_signals();
    let ending = [SIGHUP, SIGINT, SIGTERM];
    let mut signals = Signals::new(ending.iter().filter(|signal| !is_in(ignored, **signal)))?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _parts = part::remove_all();
            process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// The signals that the program was started to ignore, one bit each. Only Linux tells it without a system call that
/// the standard library lacks; elsewhere none is known to be.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    (status.lines())
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

fn is_in(mask: u64, signal: c_int) -> bool {
    mask >> (signal - 1) & 1 == 1
}
