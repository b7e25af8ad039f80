//! Console output: results on standard output, progress and failures on standard error.
//!
//! A closed output does not stop the work. An error of standard output is remembered, and [`finish`] reports it at the
//! end, when all files are in place.

use crate::failure::Failure;
use kanon::error::shown;
use kanon::release::disclosure::Told;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::{Mutex, PoisonError};

/// The most characters of a line.
const LONGEST: usize = 10_000;

/// The destination of results.
enum Results {
    /// Standard output.
    Said,
    /// Standard error, because a file goes to standard output.
    Aside,
    /// Nowhere: standard output has failed.
    Unheard(io::Error),
}

static RESULTS: Mutex<Results> = Mutex::new(Results::Said);

/// Prints a line of the result.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::console::say_line(format_args!($($argument)*))
    };
}

/// Shows progress on a terminal, in place of the previous progress.
macro_rules! progress {
    ($($argument:tt)*) => {
        $crate::console::show_progress(format_args!($($argument)*))
    };
}

pub(crate) use {progress, say};

/// Prints a line of the result; [`say!`] is its short form.
pub(crate) fn say_line(line: fmt::Arguments<'_>) {
    let line = printable(&line.to_string());
    let mut results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*results {
        Results::Said => {
            if let Err(error) = writeln!(stdout(), "{line}") {
                *results = Results::Unheard(error);
            }
        }
        Results::Aside => complain(&line),
        Results::Unheard(_) => {}
    }
}

/// Prints a text on standard output unchanged: output for another program is not adapted to a terminal. From now on
/// everything else goes to standard error.
pub(crate) fn hand_out(text: &str) {
    let mut results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    let written = stdout().write_all(text.as_bytes());
    *results = match written.and_then(|()| stdout().flush()) {
        Ok(()) => Results::Aside,
        Err(error) => Results::Unheard(error),
    };
}

/// Reserves standard output for a file. From now on results go to standard error.
pub(crate) fn leave_standard_output() {
    *RESULTS.lock().unwrap_or_else(PoisonError::into_inner) = Results::Aside;
}

/// Shows progress; [`progress!`] is its short form.
pub(crate) fn show_progress(line: fmt::Arguments<'_>) {
    if stderr().is_terminal() {
        // Erases the rest of a longer previous line.
        let _ = write!(stderr(), "\r{line} \x1b[K");
    }
}

/// Erases the progress line.
pub(crate) fn clear_progress() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[K");
    }
}

/// Prints why the command ends without its result, or what the user must know beside it.
pub(crate) fn complain(message: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(stderr(), "{}", printable(message));
}

/// Reports whether all results could be printed. A reader that closes standard output early is not a failure.
pub(crate) fn finish() -> Result<(), Failure> {
    let mut results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let (Results::Said, Err(error)) = (&*results, stdout().flush()) {
        *results = Results::Unheard(error);
    }
    match &*results {
        Results::Unheard(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::input(format!(
            "standard output: {error}. The results could not be printed; the files are complete."
        ))),
        _ => Ok(()),
    }
}

/// A number of things, with the word in the singular or plural: `1 policy`, `2 policies`.
pub(crate) fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A share in per cent, without artefacts of binary rounding.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", (share * 1e12).round() / 1e10)
}

/// Removes control characters, so that names and values of a file cannot control a terminal.
fn printable(text: &str) -> String {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(|line| shown(line, LONGEST)).collect();
    lines.join("\n")
}

/// The line of a warning: its stable code, then its words.
pub(crate) fn warned(code: &str, words: &str) -> String {
    format!("warning [{code}]: {words}")
}

/// The warning for a release that a recipe makes, with the setting that follows its advice.
pub(crate) fn warned_by_recipe(told: &Told) -> String {
    let line = warned(told.code, &told.words);
    match told.setting {
        Some(setting) => format!("{line} In the recipe: {setting}."),
        None => line,
    }
}
