//! The time of each part in the last runs: `target/parts.json`.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::{process, tree};

/// The number of runs that the file keeps.
const KEPT: usize = 50;

/// The number of runs that are shown side by side.
const SHOWN: usize = 5;

/// One run of a command of the build driver.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The command, without `cargo xtask`.
    pub(crate) command: String,
    /// The commit, abbreviated, with a `+` where files differ from it.
    commit: String,
    /// When it began: seconds since 1970.
    began: u64,
    /// Seconds from beginning to end. Parts that run at the same time have a larger sum.
    pub(crate) seconds: f64,
    pub(crate) parts: Vec<Took>,
}

/// The time that one part took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Took {
    pub(crate) part: String,
    pub(crate) seconds: f64,
    pub(crate) passed: bool,
}

impl Run {
    /// A run that has ended now.
    pub(crate) fn ended(command: &str, took: Duration, parts: Vec<Took>) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began = now.saturating_sub(took).as_secs();
        Self { command: command.to_owned(), commit: commit(), began, seconds: took.as_secs_f64(), parts }
    }

    /// Adds the run to the file, and returns the last runs of the same command, this one at the end.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn record(self) -> Result<Vec<Self>> {
        let path = path();
        // Nothing depends on this file, so one that cannot be read is replaced.
        let known = fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
        let mut runs: Vec<Self> = known.unwrap_or_default();
        runs.push(self);
        let runs = last(runs, KEPT);
        let text = serde_json::to_string_pretty(&runs)? + "\n";
        fs::create_dir_all(tree::target())?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let command = runs.last().map(|run| run.command.clone()).unwrap_or_default();
        Ok(last(runs.into_iter().filter(|run| run.command == command).collect(), SHOWN))
    }
}

fn path() -> PathBuf {
    tree::target().join("parts.json")
}

fn last<T>(mut all: Vec<T>, count: usize) -> Vec<T> {
    all.split_off(all.len().saturating_sub(count))
}

fn commit() -> String {
    let ask = |arguments: &[&str]| process::output(process::command("git").args(arguments));
    let Some(commit) = ask(&["rev-parse", "--short=7", "HEAD"]) else {
        return "?".to_owned();
    };
    let is_changed = ask(&["status", "--porcelain"]).is_some_and(|changes| !changes.is_empty());
    format!("{commit}{}", if is_changed { "+" } else { "" })
}

/// The runs side by side in seconds, with a line for each part. A failed part has a `!`.
pub(crate) fn side_by_side(runs: &[Run]) -> String {
    const NAME: usize = 44;
    const CELL: usize = 10;
    let mut names: Vec<&str> = Vec::new();
    // The order of the last run; parts that only earlier runs have follow.
    for run in runs.iter().rev() {
        for took in &run.parts {
            if !names.contains(&took.part.as_str()) {
                names.push(&took.part);
            }
        }
    }
    let mut lines = vec![format!("{:NAME$}", "seconds")];
    lines.extend(names.iter().map(|name| format!("{name:NAME$}")));
    lines.push(format!("{:NAME$}", "from beginning to end"));
    for run in runs {
        let cells = names.iter().map(|name| match run.parts.iter().find(|took| took.part == **name) {
            Some(took) => format!("{:.1}{}", took.seconds, if took.passed { "" } else { "!" }),
            None => "-".to_owned(),
        });
        let column = [run.commit.clone()].into_iter().chain(cells).chain([format!("{:.1}", run.seconds)]);
        for (line, cell) in lines.iter_mut().zip(column) {
            line.push_str(&format!("{cell:>CELL$}"));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(commit: &str, parts: &[(&str, f64, bool)]) -> Run {
        let took = |&(part, seconds, passed): &(&str, f64, bool)| Took { part: part.to_owned(), seconds, passed };
        let seconds = parts.iter().map(|part| part.1).sum();
        let parts = parts.iter().map(took).collect();
        Run { command: "test".to_owned(), commit: commit.to_owned(), began: 0, seconds, parts }
    }

    #[test]
    fn runs_stand_side_by_side_in_the_order_of_the_last() {
        let first = run("1111111", &[("units", 10.0, true), ("gone", 1.0, true)]);
        let last = run("2222222+", &[("page", 3.26, false), ("units", 7.0, true)]);
        let text = side_by_side(&[first, last]);
        let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            words,
            [
                vec!["seconds", "1111111", "2222222+"],
                vec!["page", "-", "3.3!"],
                vec!["units", "10.0", "7.0"],
                vec!["gone", "1.0", "-"],
                vec!["from", "beginning", "to", "end", "11.0", "10.3"],
            ]
        );
    }

    #[test]
    fn a_run_is_read_as_it_was_written_and_the_oldest_are_left_out() {
        let written = run("1111111", &[("units", 10.5, true)]);
        let text = serde_json::to_string(&[&written]).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Run>>(&text).unwrap(), [written]);
        assert_eq!(last(vec![1, 2, 3], 2), [2, 3]);
        assert_eq!(last(vec![1], 2), [1]);
    }
}
