//! The kinds of reports.

use crate::error::{ReportError, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// The effect of a policy on a table.
    Compare,
    /// A study of the papers, which nothing verifies.
    Study,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Release, Self::Uniques, Self::Sweep, Self::Frontier, Self::Compare, Self::Study];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Uniques => "uniques",
            Self::Sweep => "sweep",
            Self::Frontier => "frontier",
            Self::Compare => "compare",
            Self::Study => "study",
        }
    }

    /// The number of the format in which reports of this kind are written and read. It changes with their keys.
    pub fn format(self) -> u32 {
        1
    }

    /// The kind of a report with these fields.
    ///
    /// # Errors
    /// [`ReportError::NoKind`] and [`ReportError::OtherFormat`].
    pub(super) fn stated(fields: &Map<String, Value>) -> Result<Self> {
        let said = fields.get("kind").cloned();
        let kind: Self = (said.and_then(|kind| serde_json::from_value(kind).ok())).ok_or(ReportError::NoKind)?;
        let expected = kind.format();
        match fields.get("format") {
            Some(format) if format.as_u64() == Some(expected.into()) => Ok(kind),
            format => {
                let given = format.map(Value::to_string);
                Err(ReportError::OtherFormat { kind: kind.name(), given, expected }.into())
            }
        }
    }
}
