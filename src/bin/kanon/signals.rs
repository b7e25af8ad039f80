//! Signals that end the program: partial files are removed first.

use crate::atomic_file;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::ffi::c_int;
use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::thread;

/// Installs handlers, so that a signal that ends the program first removes the parts of its outputs and then exits with
/// 128 plus the number of the signal. A signal that was ignored at start stays ignored, as `nohup` and background jobs
/// require.
pub(crate) fn clean_up_on_signals() -> io::Result<()> {
    // Without this, a file above the shell's limit would end the program before it can report it.
    flag::register(SIGXFSZ, Arc::default())?;
    let ignored = ignored_signals();
    let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let mut signals = Signals::new(ending.iter().filter(|signal| !is_in(ignored, **signal)))?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _parts = atomic_file::remove_all();
            process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// The signals that were ignored at start, one bit each. Only Linux shows them without a system call that the standard
/// library lacks; elsewhere none is assumed.
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
