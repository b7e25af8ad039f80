//! Reports that a review is given.

use crate::error::Result;
use crate::report::{ClaimedCells, Report, ReportKind, kind_of_report, read_report};
use serde::Deserialize;

/// The digests that a report names.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) output: Option<String>,
    pub(super) input: Option<String>,
    pub(super) recipe: Option<String>,
}

/// A given report.
pub(super) enum GivenReport {
    Policy(Box<Report>),
    Cells(Box<ClaimedCells>),
    /// About policies that are not released.
    Studied(ReportKind, Studied),
}

/// The digests of the data and of the recipe that a sweep or a frontier names.
#[derive(Deserialize)]
pub(super) struct Studied {
    input_sha256: String,
    recipe_sha256: String,
}

impl GivenReport {
    pub(super) fn of(text: &str) -> Result<Self> {
        Ok(match kind_of_report(text)? {
            ReportKind::Uniques => Self::Cells(ClaimedCells::parse(text)?.into()),
            kind @ (ReportKind::Sweep | ReportKind::Frontier) => Self::Studied(kind, read_report(kind, text)?),
            _ => Self::Policy(Report::parse(text)?.into()),
        })
    }

    /// The kind of a report that is not about a release.
    pub(super) fn studied(&self) -> Option<ReportKind> {
        match self {
            Self::Studied(kind, _) => Some(*kind),
            Self::Policy(_) | Self::Cells(_) => None,
        }
    }

    /// The population file of its risk.
    pub(super) fn population(&self) -> Option<&str> {
        match self {
            Self::Policy(report) => report.population(),
            Self::Cells(_) | Self::Studied(..) => None,
        }
    }

    pub(super) fn digests(&self) -> Named {
        match self {
            Self::Policy(report) => Named {
                output: Some(report.output_sha256.clone()),
                input: report.input_sha256.clone(),
                recipe: report.recipe_sha256.clone(),
            },
            Self::Cells(report) => Named {
                output: report.output_sha256.clone(),
                input: report.input_sha256.clone(),
                recipe: report.recipe_sha256.clone(),
            },
            Self::Studied(_, report) => Named {
                output: None,
                input: Some(report.input_sha256.clone()),
                recipe: Some(report.recipe_sha256.clone()),
            },
        }
    }
}
