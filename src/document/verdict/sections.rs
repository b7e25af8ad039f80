//! The sections of a verdict: each one's text as HTML.

use super::{Edition, ProofState, ReviewedRelease, Verdict};
use crate::audit::tells_how_it_was_read;
use crate::data::Role;
use crate::document::text::{list, names, paragraph};
use crate::exhibit::figure::{NOT_SHOWN, grouped, percent, plural};
use crate::exhibit::markup::{Table, escaped};
use crate::release::review::{Blank, Reviewed};
use crate::release::verify::SUPPRESSED;
use crate::report::edition::Hiding;
use crate::review_files::{FileKind, StatementSource};

pub(super) fn summary(verdict: &Verdict, edition: Edition) -> String {
    let lead = format!("<p class=\"verdict\">{}</p>\n", escaped(&of_report(verdict)));
    let of_proof = match verdict.proof {
        None | Some(ProofState::NotChecked) => String::new(),
        Some(state) => paragraph(&format!("{}.", state.words())),
    };
    let of_release = (verdict.release.as_ref())
        .map(|release| of_classes(verdict, release, edition) + &of_conditions(release) + &of_columns(release))
        .unwrap_or_default();
    // Who is named needs no other attack. Whether a report holds is another question.
    let no_pass = if verdict.audited.is_none() { " The release does not pass." } else { "" };
    let of_identifiers = (verdict.release.as_ref())
        .and_then(|release| release.identifiers.as_ref())
        .map(|words| format!("<p class=\"verdict\">{}{no_pass}</p>\n", escaped(words)))
        .unwrap_or_default();
    of_identifiers + &lead + &of_proof + &of_release
}

fn of_report(verdict: &Verdict) -> String {
    let Some(report) = &verdict.audited else {
        return "No report was given: nothing that somebody claims of this release was checked.".to_owned();
    };
    if report.failure.is_some() {
        return "The report could not be checked to its end: it does not belong to these files.".to_owned();
    }
    let count = |holds: Option<bool>| {
        let claims = report.claims.iter();
        claims.filter(|claim| claim.holds == holds).count() as u64
    };
    let [hold, fail, open] = [Some(true), Some(false), None].map(count);
    match fail {
        0 if hold == 0 => "No claim of the report could be checked.".to_owned(),
        0 => format!(
            "Every claim of the report that could be checked holds: {}; {} not checked.",
            plural(hold, "claim", "claims"),
            match open {
                1 => "1 was".to_owned(),
                _ => format!("{} were", grouped(open)),
            }
        ),
        _ => format!(
            "The report does not hold: {} of {} {}.",
            grouped(fail),
            plural(hold + fail, "claim that was checked", "claims that were checked"),
            if fail == 1 { "fails" } else { "fail" },
        ),
    }
}

fn of_classes(verdict: &Verdict, release: &ReviewedRelease, edition: Edition) -> String {
    let are_suppressed = verdict.blanks_are_suppressed();
    let Reviewed { kept_below_k, records_below_k, blank_records, .. } = release.reviewed;
    let (below, but) = match are_suppressed {
        true => {
            let suppressed = match edition {
                Edition::Internal => plural(blank_records, "suppressed record", "suppressed records"),
                Edition::External => "suppressed records".to_owned(),
            };
            (kept_below_k, format!(", but for {suppressed} whose quasi-identifiers are all blank"))
        }
        false => (records_below_k, String::new()),
    };
    let qis = (release.columns.iter())
        .filter(|column| column.role == Some(Role::QuasiIdentifier))
        .map(|column| column.signs.column.as_str());
    paragraph(&format!(
        "By {}, the release is {}{}-anonymous{but}; k was said by {}.",
        names(qis),
        if below == 0 { "" } else { "not " },
        grouped(release.k),
        release.k_by.words(),
    ))
}

fn of_conditions(release: &ReviewedRelease) -> String {
    if release.conditions.is_empty() {
        return String::new();
    }
    let count = |holds: Option<bool>| {
        let conditions = release.conditions.iter();
        conditions.filter(|condition| condition.holds == holds).count() as u64
    };
    let [hold, fail, open] = [Some(true), Some(false), None].map(count);
    let of = plural(hold + fail + open, "condition", "conditions");
    paragraph(&format!(
        "Of {of} beside k, {} {}, {} not, and {}.",
        grouped(hold),
        if hold == 1 { "holds" } else { "hold" },
        match fail {
            1 => "1 does".to_owned(),
            _ => format!("{} do", grouped(fail)),
        },
        match open {
            0 => "0 could not be checked".to_owned(),
            _ => format!("{} could not be checked: this is no pass", grouped(open)),
        },
    ))
}

fn of_columns(release: &ReviewedRelease) -> String {
    let signs: Vec<&str> = (release.columns.iter())
        .filter(|column| !column.signs.signs.is_empty())
        .map(|column| column.signs.column.as_str())
        .collect();
    let unseen: Vec<&str> = (release.columns.iter())
        .filter(|column| !column.signs.is_looked_through)
        .map(|column| column.signs.column.as_str())
        .collect();
    let found = match (signs.is_empty(), unseen.len() == release.columns.len()) {
        (true, true) => String::new(),
        (true, false) => {
            "By the form of its values, no column that was looked through shows dates to the day, whole postal codes, \
             identifiers or free text."
                .to_owned()
        }
        (false, _) => format!("Values that may point at one person were found in {}.", names(signs)),
    };
    let open = match unseen.is_empty() {
        true => String::new(),
        false => format!(" Not looked through, as there are too many values: {}.", names(unseen)),
    };
    paragraph((found + &open).trim_start())
}

pub(super) fn files(verdict: &Verdict, edition: Edition) -> String {
    let mut table = Table::new("Files that the review was given", &["File", "Taken for", "SHA-256", "By the report"]);
    let mut files: Vec<_> = verdict.files.iter().collect();
    files.sort_by_key(|file| (file.kind, &file.name, &file.sha256));
    for file in files {
        table.push(vec![
            file.name.clone(),
            file.kind.words().to_owned(),
            match edition == Edition::Internal || file.kind == FileKind::Release {
                true => file.sha256.clone(),
                // A small file can be guessed by it.
                false => NOT_SHOWN.to_owned(),
            },
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

pub(super) fn classes(verdict: &Verdict, edition: Edition) -> String {
    let Some(release) = &verdict.release else {
        return String::new();
    };
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
    } = &release.reviewed;
    let (combinations, unsafe_records, k) = release.combinations;
    let mut table = Table::new("Records", &["Of the release", ""]);
    let mut row = |name: &str, value: String| table.push(vec![name.to_owned(), value]);
    if edition == Edition::External {
        let may = Hiding::of(release.k).may_show_all(*records, [*blank_records]);
        row("Records", if may { grouped(*records) } else { NOT_SHOWN.to_owned() });
        return table.html() + "\n" + &paragraph(&blanks(release));
    }
    row("Records", grouped(*records));
    row("Records that are all blank", grouped(*blank_records));
    row("Different rows", grouped(*classes as u64));
    row("Classes of the records that are not all blank", grouped(*kept_classes as u64));
    row("Records that each of these may be taken for, at least", grouped(*kept_smallest));
    row("Records that any record may be taken for, at least", grouped(*smallest));
    row("Records alone", grouped(*unique_records));
    row("Records below k", grouped(*records_below_k));
    let all = match verdict.blanks_are_suppressed() {
        true => ", suppressed ones too",
        false => "",
    };
    let highest = format!("Highest risk of a record{all}");
    row(&highest, percent(*highest_risk));
    let average = format!("Average risk of the records{all}");
    row(&average, percent(*average_risk));
    row(
        &format!("Minimum unsafe combinations, of fewer than {} records", grouped(k)),
        format!("{} in {}", grouped(combinations), plural(unsafe_records, "record", "records")),
    );
    let of_suppressed = verdict.of_suppressed().map(|words| paragraph(&words));
    table.html() + "\n" + &of_suppressed.unwrap_or_default() + &paragraph(&blanks(release))
}

/// Which cells are blank, and how they were read.
fn blanks(release: &ReviewedRelease) -> String {
    let blank = match release.blank {
        Blank::Category => "A blank cell was taken for a value of its own.",
        Blank::Wildcard => "A blank cell was taken for any value.",
        Blank::Nothing => "A blank cell was taken for no value: it is like nothing.",
    };
    let values: Vec<String> = (release.blank_values.iter())
        .filter(|value| *value != SUPPRESSED)
        .map(|value| match value.is_empty() {
            true => "nothing at all".to_owned(),
            false => format!("“{value}”"),
        })
        .collect();
    let values = match values.is_empty() {
        true => "Blank are cells with *.".to_owned(),
        false => {
            format!("Blank are cells with * and with {}.", names(values.iter().map(String::as_str)))
        }
    };
    format!("{values} {blank}")
}

pub(super) fn conditions(verdict: &Verdict, edition: Edition) -> String {
    let conditions = (verdict.release.as_ref()).map_or(&[][..], |release| &release.conditions);
    let head = ["Condition", "Holds", "Found", "Classes", "Classes that fail", "Their records"];
    let head = &head[..if edition == Edition::External { 2 } else { head.len() }];
    let mut table = Table::new("What was asked beside k, and what the release has", head);
    for condition in conditions {
        let is_checked = condition.holds.is_some();
        let number = |number: u64| match is_checked {
            true => grouped(number),
            false => String::new(),
        };
        let (failing, records) = condition.failing;
        let mut cells = vec![
            condition.asked.clone(),
            match condition.holds {
                Some(true) => "yes",
                Some(false) => "NO",
                None => "not checked",
            }
            .to_owned(),
            condition.found.clone(),
            number(condition.classes),
            number(failing),
            number(records),
        ];
        cells.truncate(head.len());
        table.push(cells);
    }
    table.html() + "\n"
}

pub(super) fn claims(verdict: &Verdict, edition: Edition) -> String {
    let mut claims = verdict.claims();
    claims.retain(|claim| edition == Edition::Internal || !tells_how_it_was_read(claim));
    if claims.is_empty() {
        return paragraph("No report was given.");
    }
    let head = ["Claim", "Holds", "In the report", "Found"];
    let head = &head[..if edition == Edition::External { 2 } else { head.len() }];
    let mut table = Table::new("What the report says, and what was found", head);
    for holds in [Some(false), Some(true), None] {
        for claim in claims.iter().filter(|claim| claim.holds == holds) {
            // What is no field of a report may have figures in its words.
            let has_figures = claim.field.is_none() && claim.claim.contains(|one: char| one.is_ascii_digit());
            let mut cells = vec![
                match has_figures && edition == Edition::External {
                    true => "a claim about single policies".to_owned(),
                    false => claim.claim.clone(),
                },
                match holds {
                    Some(true) => "yes",
                    Some(false) => "NO",
                    None => "not checked",
                }
                .to_owned(),
                claim.claimed.clone(),
                claim.found.clone(),
            ];
            cells.truncate(head.len());
            table.push(cells);
        }
    }
    table.html() + "\n"
}

/// The columns of the table of columns that count.
const OF_RECORDS: [&str; 2] = ["Different values", "Records alone"];

pub(super) fn columns(verdict: &Verdict, edition: Edition) -> String {
    let Some(release) = &verdict.release else {
        return String::new();
    };
    let head = ["Column", "Role", "Said by", "Untouched", "Different values", "Records alone", "Found by pattern"];
    let is_shown = |place: usize| edition == Edition::Internal || !OF_RECORDS.contains(&head[place]);
    let shown: Vec<&str> = (0..head.len()).filter(|&place| is_shown(place)).map(|place| head[place]).collect();
    let mut table = Table::new("Every column of the release", &shown);
    for column in &release.columns {
        let signs = &column.signs;
        let found = signs.signs.iter().map(|sign| match edition {
            Edition::Internal => format!("{} in {}", sign.name, plural(sign.records, "record", "records")),
            Edition::External => sign.name.to_string(),
        });
        let found: Vec<String> = found.collect();
        let cells = vec![
            signs.column.clone(),
            match (column.is_count, column.role) {
                (true, _) => "counts the records of a row",
                (false, None) => "not said",
                (false, Some(role)) => crate::document::columns::role_words(role),
            }
            .to_owned(),
            column.by.map_or("nobody", StatementSource::words).to_owned(),
            match column.is_untouched {
                None => "not known",
                Some(true) => "yes",
                Some(false) => "no",
            }
            .to_owned(),
            format!("{}{}", if signs.distinct_is_exact { "" } else { "more than " }, grouped(signs.distinct)),
            signs.alone.map_or_else(|| "too many values to count".to_owned(), grouped),
            match (signs.is_looked_through, found.is_empty()) {
                (false, _) => "not looked through: too many values".to_owned(),
                (true, true) => "nothing".to_owned(),
                (true, false) => found.join("; "),
            },
        ];
        let cells = cells.into_iter().enumerate().filter(|(place, _)| is_shown(*place));
        table.push(cells.map(|(_, cell)| cell).collect());
    }
    let left_out = match release.left_out.is_empty() {
        true => String::new(),
        false => paragraph(&format!("Not in the release: {}.", names(release.left_out.iter().map(String::as_str)))),
    };
    table.html() + "\n" + &left_out
}

pub(super) fn disclosure(verdict: &Verdict, edition: Edition) -> String {
    let found = (verdict.release.as_ref()).map_or(&[][..], |release| &release.disclosure);
    match (found.is_empty(), edition) {
        (true, _) => paragraph("Nothing was found."),
        (false, Edition::Internal) => list(found),
        // Their sentences have numbers of records.
        (false, Edition::External) => paragraph(&format!(
            "Found: {}, which this edition does not show.",
            plural(found.len() as u64, "warning", "warnings")
        )),
    }
}

pub(super) fn not_checked(verdict: &Verdict, _: Edition) -> String {
    let always =
        "What others know: overlap with other releases and tables, and the population that the records are from.";
    list(verdict.not_checked().into_iter().chain([always]))
}
