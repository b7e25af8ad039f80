//! The kinds of reports.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// A policy's release.
    Release,
    /// Unsafe combinations, and cells suppressed for them.
    Uniques,
    /// The best policies of several settings.
    Sweep,
    /// Policies that no other beats in both risk and loss.
    Frontier,
    /// A study of the papers, which nothing verifies.
    Study,
}

impl ReportKind {
    /// The kind of a report: the one it states, or, for a report of an earlier version, the one whose fields it has. A
    /// text that is not a report counts as the report of a release, so that the error says what is wrong with it.
    pub fn of(json: &str) -> Self {
        let Ok(report) = serde_json::from_str::<Value>(json) else {
            return Self::Release;
        };
        let said = report.get("kind").cloned();
        if let Some(Ok(kind)) = said.map(serde_json::from_value) {
            return kind;
        }
        let has = |key: &str| report.get(key).is_some();
        if has("combinations") || has("suppressed_cells_by_qi") {
            Self::Uniques
        } else if has("points") || has("swept") {
            Self::Sweep
        } else if has("frontier") {
            Self::Frontier
        } else if report.is_array() || has("searches") {
            Self::Study
        } else {
            Self::Release
        }
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Uniques => "uniques",
            Self::Sweep => "sweep",
            Self::Frontier => "frontier",
            Self::Study => "study",
        }
    }

    /// The default kind, for reports of earlier versions that do not state one.
    pub(super) fn of_release() -> Self {
        Self::Release
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_what_it_says_or_else_what_it_looks_like() {
        for (json, kind) in [
            (r#"{"kind": "sweep", "combinations": 1}"#, ReportKind::Sweep),
            (r#"{"kind": "other", "frontier": []}"#, ReportKind::Frontier),
            (r#"{"combinations": 1}"#, ReportKind::Uniques),
            (r#"{"swept": {}}"#, ReportKind::Sweep),
            (r#"[]"#, ReportKind::Study),
            (r#"{"k": 5}"#, ReportKind::Release),
            ("no report", ReportKind::Release),
        ] {
            assert_eq!(ReportKind::of(json), kind, "{json}");
        }
    }
}
