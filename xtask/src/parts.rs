//! Checks that run to their end each, one after the other or beside each other, and the account of them.

use std::io::Write;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use crate::account::{self, Run, Took};
use crate::process;

/// What has been run so far.
#[derive(Debug)]
pub(crate) struct Parts {
    began: Instant,
    done: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    name: &'static str,
    outcome: Result<()>,
    took: Duration,
    /// The runner's own summary.
    summary: Vec<String>,
    /// The tests that failed, as the runner names them.
    failed: Vec<String>,
}

impl Parts {
    pub(crate) fn begin() -> Self {
        Self { began: Instant::now(), done: Vec::new() }
    }

    /// Runs a part.
    pub(crate) fn run(&mut self, name: &'static str, part: impl FnOnce() -> Result<()>) {
        let began = announce(name);
        let outcome = part();
        self.note(name, began, outcome, &[]);
    }

    /// Runs a part that ends with the command of a test runner, whose summary is kept.
    pub(crate) fn run_tests(&mut self, name: &'static str, prepare: impl FnOnce() -> Result<Command>) {
        let began = announce(name);
        let (kept, outcome) = match prepare() {
            Ok(mut command) => {
                process::run_and_keep(&mut command, |line| is_summary(line) || failed_test(line).is_some())
            }
            Err(error) => (Vec::new(), Err(error)),
        };
        self.note(name, began, outcome, &kept);
    }

    /// Runs the parts of two lanes beside each other: the compiler spends half of its time on one core. What those of
    /// the second write is shown when it has ended.
    pub(crate) fn run_beside(&mut self, first: impl FnOnce(&mut Self), second: impl FnOnce(&mut Self) + Send) {
        thread::scope(|scope| {
            let second = scope.spawn(|| {
                let mut parts = Self::begin();
                let ((), output) = process::keep_output(|| second(&mut parts));
                (parts, output)
            });
            first(self);
            match second.join() {
                Ok((parts, output)) => {
                    // Nothing is done about a standard output that is closed.
                    let _ = std::io::stdout().write_all(&output);
                    self.done.extend(parts.done);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
    }

    /// A part that cannot be run unless that one has passed.
    pub(crate) fn has_passed(&self, name: &str) -> Result<()> {
        match self.done.iter().find(|part| part.name == name) {
            Some(part) if part.outcome.is_ok() => Ok(()),
            _ => Err(anyhow!("not run, since `{name}` has not passed")),
        }
    }

    /// Whether there was such a part, passed or not.
    pub(crate) fn has_run(&self, name: &str) -> bool {
        self.done.iter().any(|part| part.name == name)
    }

    /// Prints the account, and keeps it as one of this command.
    ///
    /// # Errors
    /// A part failed; the error names every one that did.
    pub(crate) fn finish(self, command: &str) -> Result<()> {
        println!("\n== the last runs of `cargo xtask {command}`");
        let took = |part: &Part| Took {
            part: part.name.to_owned(),
            seconds: part.took.as_secs_f64(),
            passed: part.outcome.is_ok(),
        };
        let run = Run::ended(command, self.began.elapsed(), self.done.iter().map(took).collect());
        println!("{}", account::side_by_side(&run.record()?));
        self.sum_up()
    }

    fn sum_up(&self) -> Result<()> {
        println!("\n== summary");
        for part in &self.done {
            for line in &part.summary {
                println!("{line}");
            }
        }
        for part in &self.done {
            let seconds = part.took.as_secs();
            match &part.outcome {
                Ok(()) => println!("passed  {} ({seconds} s)", part.name),
                Err(error) => {
                    println!("FAILED  {} ({seconds} s): {error:#}", part.name);
                    for test in &part.failed {
                        println!("FAILED  {}: {test}", part.name);
                    }
                }
            }
        }
        let failed: Vec<&str> = self.done.iter().filter(|part| part.outcome.is_err()).map(|part| part.name).collect();
        if !failed.is_empty() {
            bail!("failed: {}", failed.join(", "));
        }
        println!("all {} parts passed", self.done.len());
        Ok(())
    }

    fn note(&mut self, name: &'static str, began: Instant, outcome: Result<()>, kept: &[String]) {
        if let Err(error) = &outcome {
            process::say(&format!("error: {name}: {error:#}"));
        }
        self.done.push(Part {
            name,
            outcome,
            took: began.elapsed(),
            summary: kept.iter().filter(|line| is_summary(line)).cloned().collect(),
            failed: kept.iter().filter_map(|line| failed_test(line)).map(str::to_owned).collect(),
        });
    }
}

/// Says that a part begins, and returns when.
fn announce(name: &str) -> Instant {
    process::say(&format!("\n== {name}"));
    Instant::now()
}

/// Whether a line sums up a run of cargo's test harness, of Playwright or of Vitest.
fn is_summary(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("test"), Some("result:")) => true,
        (Some("Tests"), Some(count)) => is_count(count),
        (Some("Test"), Some("Files")) => words.next().is_some_and(is_count),
        (Some(count), Some("passed" | "failed" | "flaky" | "skipped" | "interrupted")) => is_count(count),
        (Some(count), Some("did")) => is_count(count) && line.trim_end().ends_with("did not run"),
        _ => false,
    }
}

/// The test that a line says has failed: of cargo's test harness, of Playwright or of Vitest.
fn failed_test(line: &str) -> Option<&str> {
    let line = line.trim();
    let of_cargo = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
    of_cargo.or_else(|| line.strip_prefix("✘ ")).or_else(|| line.strip_prefix("FAIL ")).map(str::trim_start)
}

fn is_count(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summaries_of_the_runners_are_known() {
        for line in [
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
            "  7 passed (22.4s)",
            "  1 failed",
            "  2 did not run",
            " Test Files  3 passed (3)",
            "      Tests  41 passed (41)",
        ] {
            assert!(is_summary(line), "{line}");
        }
        for line in
            ["test data::csv::tests::a_quote ... ok", "running 12 tests", "Tests of the page", "7 records passed", ""]
        {
            assert!(!is_summary(line), "{line}");
        }
    }

    #[test]
    fn failed_tests_are_known() {
        for (line, test) in [
            ("test data::csv::a_quote ... FAILED", "data::csv::a_quote"),
            (
                "  ✘  12 ../tests/page/open.spec.ts:9:1 › opens (1.2s)",
                "12 ../tests/page/open.spec.ts:9:1 › opens (1.2s)",
            ),
            (" FAIL  ../tests/unit/state/job.test.ts > a name", "../tests/unit/state/job.test.ts > a name"),
        ] {
            assert_eq!(failed_test(line), Some(test));
        }
        for line in [
            "test data::csv::a_quote ... ok",
            "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
            "  ✓  12 ../tests/page/open.spec.ts:9:1 › opens (1.2s)",
            "  1 failed",
        ] {
            assert_eq!(failed_test(line), None, "{line}");
        }
    }

    #[test]
    fn a_failed_part_fails_the_whole_and_what_follows_from_it() {
        let mut parts = Parts::begin();
        parts.run("first", || Ok(()));
        parts.run("second", || bail!("broken"));
        assert!(parts.has_passed("first").is_ok());
        assert!(parts.has_passed("second").is_err());
        assert!(parts.has_passed("third").is_err());
        let error = parts.sum_up().map_err(|error| error.to_string());
        assert_eq!(error, Err("failed: second".to_owned()));
    }

    #[test]
    fn a_runner_that_fails_keeps_its_summary_and_the_tests_that_failed() {
        let mut parts = Parts::begin();
        let ((), output) = process::keep_output(|| {
            parts.run_tests("runner", || {
                let mut command = process::command("sh");
                command.args(["-c", "echo '  ✘  1 a test'; echo '  1 failed'; echo noise >&2; exit 3"]);
                Ok(command)
            });
        });
        assert_eq!(parts.done[0].summary, ["  1 failed"]);
        assert_eq!(parts.done[0].failed, ["1 a test"]);
        assert!(parts.has_passed("runner").is_err());
        let output = String::from_utf8_lossy(&output);
        assert!(output.contains("\n  1 failed\nnoise\n"), "{output}");
    }

    #[test]
    fn parts_beside_each_other_are_all_in_the_account() {
        let mut parts = Parts::begin();
        parts.run_beside(|first| first.run("first", || Ok(())), |second| second.run("second", || bail!("broken")));
        let names: Vec<&str> = parts.done.iter().map(|part| part.name).collect();
        assert_eq!(names, ["first", "second"]);
        assert!(parts.has_passed("first").is_ok());
        assert!(parts.has_passed("second").is_err());
    }
}
