//! Recognizes a file by its own text.

use super::reports::GivenReport;
use super::{FileKind, GivenFile, Recognized, told};
use crate::error::Error;
use crate::report::{ReportKind, kind_of_report};
use serde_json::Value;

/// The key by which a proof's first line is recognized.
const PROOF: &str = "kanon_proof";

fn unusable(why: impl Into<String>, problem: impl Into<String>) -> Recognized {
    Recognized { problem: Some(problem.into()), ..told(FileKind::Other, why) }
}

/// The kind of a file by its own text, or as the reviewer declares it.
pub(super) fn by_itself(file: &GivenFile) -> Recognized {
    if let Some(kind) = file.said {
        let mut said = told(kind, "as you said");
        if kind == FileKind::Report {
            said.problem = report_problem(&file.text);
        }
        return said;
    }
    let text = file.text.trim_start_matches('\u{feff}').trim_start();
    if is_proof(text) {
        return told(FileKind::Proof, "it begins like a proof");
    }
    if text.contains('\0') || text.starts_with("PK\u{3}\u{4}") {
        return unusable(
            "it is not a text file",
            "It may be a workbook or an archive. Unpack it, or save the sheet as CSV, and give that file.",
        );
    }
    if text.is_empty() {
        return unusable("it is empty", "Remove it, or give the file as it was written.");
    }
    if !text.starts_with(['{', '[']) {
        return told(FileKind::Table, "a table");
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value) => by_its_keys(&value, text),
        Err(error) => unusable(
            "it begins like JSON",
            format!(
                "It cannot be read at line {}: {error}. Give the report or the recipe as it was written.",
                error.line()
            ),
        ),
    }
}

/// Whether a text begins with the first line of a proof. The rest of a proof is not text.
fn is_proof(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.contains(PROOF) && serde_json::from_str::<Value>(line).is_ok_and(|value| value.get(PROOF).is_some())
}

fn by_its_keys(value: &Value, text: &str) -> Recognized {
    let has = |key: &str| value.get(key).is_some();
    if has("kanon_project") {
        return unusable(
            "a project",
            "A release belongs to a recipe. Open the project, and save its recipe from the menu Recipe.",
        );
    }
    if has("kanon") || has("columns") {
        return told(FileKind::Recipe, "it has the settings of a recipe");
    }
    let is_report = has("output_sha256") || has("policy") || has("kind") || has("input_sha256");
    if !is_report {
        return unusable("JSON that is neither a report nor a recipe", "Remove it; a table is read as CSV.");
    }
    let kind = match kind_of_report(text) {
        Ok(kind) => kind,
        Err(error) => {
            let problem = problem_of(&error);
            return match value["kind"].as_str() {
                Some(kind @ ("sweep" | "frontier" | "compare" | "study")) => {
                    unusable(format!("a report of `{kind}`"), problem)
                }
                _ => Recognized { problem: Some(problem), ..told(FileKind::Report, "it has the fields of a report") },
            };
        }
    };
    match kind {
        ReportKind::Release => Recognized {
            problem: report_problem(text),
            ..told(FileKind::Report, "it has the fields of a release's report")
        },
        ReportKind::Uniques if has("output_sha256") => Recognized {
            problem: report_problem(text),
            ..told(FileKind::Report, "it has the fields of a report of suppressed cells")
        },
        kind @ (ReportKind::Sweep | ReportKind::Frontier) if has("input_sha256") => Recognized {
            problem: report_problem(text),
            ..told(FileKind::Report, format!("it has the fields of a report of `{}`", kind.name()))
        },
        kind @ (ReportKind::Study | ReportKind::Compare) => unusable(
            format!("a report of `{}`", kind.name()),
            "Such a report cannot be verified: run the command again.",
        ),
        other => unusable(
            format!("a report of `{}`", other.name()),
            "It is not about a release, or does not name its data. `kanon verify` checks such a report with its recipe and its data.",
        ),
    }
}

/// Why a text cannot be read as the report of a release.
fn report_problem(text: &str) -> Option<String> {
    GivenReport::of(text).err().map(|error| problem_of(&error))
}

/// What is wrong with a report, and what to do.
fn problem_of(error: &Error) -> String {
    let (said, advice) = (error.to_string(), error.advice());
    let mut letters = said.chars();
    let first = letters.next().map(char::to_uppercase);
    format!("{}{}. {advice}", first.into_iter().flatten().collect::<String>(), letters.as_str())
}
