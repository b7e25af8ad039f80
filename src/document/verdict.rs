//! What a review found, as a document: to be read, printed and signed.

use super::text::{filled, list, names, page, paragraph, section};
use crate::data::{ColumnSigns, Role};
use crate::error::{DocumentError, Result};
use crate::exhibit::figure::{grouped, percent, plural};
use crate::exhibit::markup::{Table, escaped};
use crate::release::review::{Blank, Reviewed};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Heads of columns are not broken within a word.
const WIDE_HEADS: &str = "th { min-width: 80px; }\n";

/// What the reviewer says, by the names of files and by what is asked for.
pub const VERDICT_FIELDS: [(&str, &str); 4] = [
    ("reviewer", "Reviewer: name, role, organisation"),
    ("date", "Date of the review"),
    ("decision", "Decision, and its conditions"),
    ("signature", "Signature"),
];

/// What a review found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Verdict {
    /// The files that were given.
    pub files: Vec<ReviewedFile>,
    /// The k that was asked for.
    pub k: u64,
    /// Who says so: the report, the recipe, the reviewer.
    pub k_by: String,
    /// What a blank cell was taken for.
    pub blank: Blank,
    /// The columns of the release.
    pub columns: Vec<ReviewedColumn>,
    /// Columns of the original that it is without, where somebody says so.
    pub left_out: Vec<String>,
    /// The claims of the report, settled; none where no report was given.
    pub claims: Vec<SettledClaim>,
    /// What the classes of the release show.
    pub reviewed: Reviewed,
    /// Whether the records that are all blank are suppressed ones, of which k is not asked.
    pub blanks_are_suppressed: bool,
    /// Minimum unsafe combinations, the records that have one, and below how many records they are unsafe.
    pub combinations: (u64, u64, u64),
    /// What the release may disclose all the same, a sentence each.
    pub disclosure: Vec<String>,
    /// What was not looked for and why, a sentence each.
    pub not_checked: Vec<String>,
    /// What the reviewer says, by the names of [`VERDICT_FIELDS`].
    pub said: IndexMap<String, String>,
}

/// A file that a review was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedFile {
    /// Its name.
    pub name: String,
    /// What it was taken for.
    pub taken_for: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Whether the report names the same digest; `None` where it names none.
    pub agrees: Option<bool>,
}

/// A column that a review looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewedColumn {
    /// What it is; `None` where nobody said.
    pub role: Option<Role>,
    /// Whether it says how many records a row stands for.
    pub is_count: bool,
    /// Who says so.
    pub by: String,
    /// Whether it is published as it was; `None` where nobody says.
    pub is_untouched: Option<bool>,
    /// What it shows.
    pub signs: ColumnSigns,
}

/// A claim of a report, settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettledClaim {
    /// What is claimed.
    pub claim: String,
    /// What the report says.
    pub claimed: String,
    /// What was found.
    pub found: String,
    /// Whether they agree; `None` where it was not checked.
    pub holds: Option<bool>,
}

/// A section: its title, and its text as HTML.
type Section = (&'static str, fn(&Verdict) -> String);

/// The sections in their order.
const SECTIONS: [Section; 7] = [
    ("Verdict", summary),
    ("Files", files),
    ("Classes of the release", classes),
    ("Claims of the report", claims),
    ("Columns", columns),
    ("What it may disclose all the same", disclosure),
    ("Not checked", not_checked),
];

impl Verdict {
    /// Reads what a review found.
    ///
    /// # Errors
    /// JSON that is no verdict, and a field of the reviewer's that is none of [`VERDICT_FIELDS`].
    pub fn parse(json: &str) -> Result<Self> {
        let verdict: Self = serde_json::from_str(json).map_err(|error| DocumentError::Syntax {
            line: error.line(),
            problem: error.to_string(),
        })?;
        let is_known = |name: &String| VERDICT_FIELDS.iter().any(|(known, _)| known == name);
        if let Some(given) = verdict.said.keys().find(|name| !is_known(name)) {
            return Err(DocumentError::UnknownField {
                given: given.clone(),
                known: VERDICT_FIELDS.map(|(name, _)| name).join(", "),
            }
            .into());
        }
        Ok(verdict)
    }

    /// The page: one file without a script, the same bytes for the same verdict.
    pub fn html(&self) -> String {
        let texts = SECTIONS.map(|(title, text)| (title, text(self)));
        let said: String = (VERDICT_FIELDS.iter())
            .map(|(name, label)| filled(label, self.said.get(*name).map(String::as_str)))
            .collect();
        let sections: String = (texts.into_iter().chain([("Reviewer", said)]).zip(1..))
            .map(|((title, text), number)| section(number, title, &text))
            .collect();
        let title = "Review of a release";
        page(title, title, WIDE_HEADS, "", &sections)
    }

    /// Claims that hold, that fail, and that were not checked.
    fn settled(&self) -> [u64; 3] {
        let count =
            |holds: Option<bool>| self.claims.iter().filter(|c| c.holds == holds).count() as u64;
        [count(Some(true)), count(Some(false)), count(None)]
    }

    fn quasi_identifiers(&self) -> Vec<&str> {
        (self.columns.iter())
            .filter(|column| column.role == Some(Role::QuasiIdentifier))
            .map(|column| column.signs.column.as_str())
            .collect()
    }

    /// Whether every record that is not suppressed may be taken for at least k.
    fn is_anonymous(&self) -> bool {
        let below = match self.blanks_are_suppressed {
            true => self.reviewed.kept_below_k,
            false => self.reviewed.records_below_k,
        };
        below == 0
    }
}

fn summary(verdict: &Verdict) -> String {
    let [hold, fail, open] = verdict.settled();
    let of_report = match (verdict.claims.is_empty(), fail) {
        (true, _) => {
            "No report was given: nothing that somebody claims of this release was checked."
                .to_owned()
        }
        (false, 0) => format!(
            "Every claim of the report that could be checked holds: {}; {} not checked.",
            plural(hold, "claim", "claims"),
            match open {
                1 => "1 was".to_owned(),
                _ => format!("{} were", grouped(open)),
            }
        ),
        (false, _) => format!(
            "The report does not hold: {} of {} fail.",
            grouped(fail),
            plural(
                hold + fail,
                "claim that was checked",
                "claims that were checked"
            ),
        ),
    };
    let but = match verdict.blanks_are_suppressed {
        true => format!(
            ", but for {} whose quasi-identifiers are all blank",
            plural(
                verdict.reviewed.blank_records,
                "suppressed record",
                "suppressed records"
            )
        ),
        false => String::new(),
    };
    let of_classes = format!(
        "By {}, the release is {}{}-anonymous{but}; k was said by {}.",
        names(verdict.quasi_identifiers()),
        if verdict.is_anonymous() { "" } else { "not " },
        grouped(verdict.k),
        verdict.k_by,
    );
    let signs: Vec<&str> = (verdict.columns.iter())
        .filter(|column| !column.signs.signs.is_empty())
        .map(|column| column.signs.column.as_str())
        .collect();
    let of_columns = match signs.is_empty() {
        true => "No column shows dates to the day, whole postal codes, identifiers or free text."
            .to_owned(),
        false => format!(
            "Values that may point at one person were found in {}.",
            names(signs)
        ),
    };
    format!(
        "<p class=\"verdict\">{}</p>\n{}{}",
        escaped(&of_report),
        paragraph(&of_classes),
        paragraph(&of_columns)
    )
}

fn files(verdict: &Verdict) -> String {
    let mut table = Table::new(
        "Files that the review was given",
        &["File", "Taken for", "SHA-256", "By the report"],
    );
    for file in &verdict.files {
        table.push(vec![
            file.name.clone(),
            file.taken_for.clone(),
            file.sha256.clone(),
            match file.agrees {
                Some(true) => "the same",
                Some(false) => "ANOTHER",
                None => "not named",
            }
            .to_owned(),
        ]);
    }
    table.html() + "\n"
}

fn classes(verdict: &Verdict) -> String {
    let Reviewed {
        records,
        blank_records,
        classes,
        kept_classes,
        kept_smallest,
        smallest,
        unique_records,
        records_below_k,
        highest_risk,
        average_risk,
        ..
    } = &verdict.reviewed;
    let (combinations, unsafe_records, k) = verdict.combinations;
    let mut table = Table::new("Records", &["Of the release", ""]);
    let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
    row("Records", grouped(*records));
    row("Records that are all blank", grouped(*blank_records));
    row("Different rows", grouped(*classes as u64));
    row(
        "Classes of the records that are not all blank",
        grouped(*kept_classes as u64),
    );
    row(
        "Records that each of these may be taken for, at least",
        grouped(*kept_smallest),
    );
    row(
        "Records that any record may be taken for, at least",
        grouped(*smallest),
    );
    row("Records alone", grouped(*unique_records));
    row("Records below k", grouped(*records_below_k));
    row("Highest risk of a record", percent(*highest_risk));
    row("Average risk of the records", percent(*average_risk));
    row(
        &format!(
            "Minimum unsafe combinations, of fewer than {} records",
            grouped(k)
        ),
        format!(
            "{} in {}",
            grouped(combinations),
            plural(unsafe_records, "record", "records")
        ),
    );
    let blank = match verdict.blank {
        Blank::Category => "A blank cell was taken for a value of its own.",
        Blank::Wildcard => "A blank cell was taken for any value.",
        Blank::Nothing => "A blank cell was taken for no value: it is like nothing.",
    };
    table.html() + "\n" + &paragraph(blank)
}

fn claims(verdict: &Verdict) -> String {
    if verdict.claims.is_empty() {
        return paragraph("No report was given.");
    }
    let mut table = Table::new(
        "What the report says, and what was found",
        &["Claim", "Holds", "In the report", "Found"],
    );
    for holds in [Some(false), Some(true), None] {
        for claim in verdict.claims.iter().filter(|claim| claim.holds == holds) {
            table.push(vec![
                claim.claim.clone(),
                match holds {
                    Some(true) => "yes",
                    Some(false) => "NO",
                    None => "not checked",
                }
                .to_owned(),
                claim.claimed.clone(),
                claim.found.clone(),
            ]);
        }
    }
    table.html() + "\n"
}

fn columns(verdict: &Verdict) -> String {
    let mut table = Table::new(
        "Every column of the release",
        &[
            "Column",
            "Role",
            "Said by",
            "Untouched",
            "Different values",
            "Records alone",
            "Found by pattern",
        ],
    );
    for column in &verdict.columns {
        let signs = &column.signs;
        let found = signs.signs.iter().map(|sign| {
            format!(
                "{} in {}",
                sign.name,
                plural(sign.records, "record", "records")
            )
        });
        let found: Vec<String> = found.collect();
        table.push(vec![
            signs.column.clone(),
            match (column.is_count, column.role) {
                (true, _) => "counts the records of a row",
                (false, None) => "not said",
                (false, Some(role)) => super::columns::role_words(role),
            }
            .to_owned(),
            column.by.clone(),
            match column.is_untouched {
                None => "not known",
                Some(true) => "yes",
                Some(false) => "no",
            }
            .to_owned(),
            format!(
                "{}{}",
                if signs.distinct_is_exact {
                    ""
                } else {
                    "more than "
                },
                grouped(signs.distinct)
            ),
            signs
                .alone
                .map_or_else(|| "too many values to count".to_owned(), grouped),
            match (signs.is_looked_through, found.is_empty()) {
                (false, _) => "not looked through: too many values".to_owned(),
                (true, true) => "nothing".to_owned(),
                (true, false) => found.join("; "),
            },
        ]);
    }
    let left_out = match verdict.left_out.is_empty() {
        true => String::new(),
        false => paragraph(&format!(
            "Not in the release: {}.",
            names(verdict.left_out.iter().map(String::as_str))
        )),
    };
    table.html() + "\n" + &left_out
}

fn disclosure(verdict: &Verdict) -> String {
    match verdict.disclosure.is_empty() {
        true => paragraph("Nothing was found."),
        false => list(&verdict.disclosure),
    }
}

fn not_checked(verdict: &Verdict) -> String {
    let always = "What others know: overlap with other releases and tables, and the population that the records are from.";
    let own = verdict.not_checked.iter().map(String::as_str);
    list(own.chain([always]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(holds: &str) -> String {
        format!(
            r#"{{"files": [{{"name": "<a>.csv", "takenFor": "the release", "sha256": "00ff", "agrees": false}}],
            "k": 5, "kBy": "the report", "blank": "category",
            "columns": [{{"role": "quasi-identifier", "isCount": false, "by": "the report", "isUntouched": true,
                "signs": {{"column": "seen", "distinct": 9, "distinctIsExact": true, "alone": 4, "isLookedThrough": true,
                "signs": [{{"kind": "day", "name": "dates to the day", "records": 12, "values": 9, "example": "2021-03-04"}}]}}}}],
            "leftOut": ["name"],
            "claims": [{{"claim": "classes", "claimed": "3", "found": "2", "holds": {holds}}},
                {{"claim": "seconds", "claimed": "1", "found": "depends on the machine", "holds": null}}],
            "reviewed": {{"records": 20, "blank_records": 3, "blank_cells": [3], "classes": 3, "kept_classes": 2,
                "kept_smallest": 8, "kept_below_k": 0, "smallest": 3, "unique_records": 0, "records_below_k": 3,
                "highest_risk": 0.3, "average_risk": 0.15, "worst": []}}, "blanksAreSuppressed": true,
            "combinations": [0, 0, 5], "disclosure": [], "notChecked": ["No original."],
            "said": {{"reviewer": "Ada"}}}}"#
        )
    }

    #[test]
    fn a_page_says_what_fails_and_what_holds_but_for_suppressed_records() -> Result<()> {
        let html = Verdict::parse(&verdict("false"))?.html();
        assert!(html.contains("The report does not hold: 1 of 1 claim that was checked fail"));
        assert!(html.contains("&lt;a&gt;.csv") && !html.contains("<a>.csv"));
        assert!(html.contains("ANOTHER") && html.contains("dates to the day in 12 records"));
        assert!(html.contains("the release is 5-anonymous, but for 3 suppressed records"));
        assert!(html.contains("<p>Ada</p>") && html.contains("No original."));
        assert!(!html.contains("2021-03-04"), "a value is on the page");
        assert_eq!(html, Verdict::parse(&verdict("false"))?.html());
        let html = Verdict::parse(&verdict("true"))?.html();
        assert!(html.contains("holds: 1 claim; 1 was not checked."));
        Ok(())
    }

    #[test]
    fn blank_records_that_are_not_suppressed_count() -> Result<()> {
        let other = verdict("true").replace("Suppressed\": true", "Suppressed\": false");
        let html = Verdict::parse(&other)?.html();
        assert!(html.contains("the release is not 5-anonymous; k was said by the report"));
        Ok(())
    }

    #[test]
    fn what_nobody_asks_for_is_refused() {
        let other = verdict("true").replace("\"reviewer\"", "\"reviwer\"");
        assert_eq!(
            Verdict::parse(&other).unwrap_err().code(),
            "document-unknown-field"
        );
        assert_eq!(Verdict::parse("{}").unwrap_err().code(), "document-syntax");
    }
}
