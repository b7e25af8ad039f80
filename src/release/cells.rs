//! The claims of a report on suppressed cells, recomputed from the release and the original, cell by cell.

use super::review::{Blank, Review};
use super::verify::{Claim, SUPPRESSED, count};
use crate::data::{MissingCodes, Table};
use crate::error::Result;
use crate::monitor::Unlimited;
use crate::sorting::sort_by;

/// What a report claims of suppressed cells.
#[derive(Debug, Clone, PartialEq)]
pub struct CellClaims {
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// Records.
    pub records: u64,
    /// Suppressed cells of each quasi-identifier, by name.
    pub cells: Vec<(String, u64)>,
    /// Records unsafe when a suppressed cell may be anything, matches nothing, is a category of its own, and when
    /// someone knows all original values.
    pub unsafe_after: [u64; 4],
}

/// Recomputes every claim. `missing` names the values that are ignored, and read like suppressed cells. `kept_as` gives
/// what a value of the original is released as where it is not suppressed.
///
/// Time quadratic in the different rows.
///
/// # Errors
/// A quasi-identifier that one of the tables does not have.
pub fn verify_cells(
    release: &Table,
    original: &Table,
    claims: &CellClaims,
    missing: &MissingCodes,
    kept_as: &dyn Fn(usize, u32) -> String,
) -> Result<Vec<Claim>> {
    let names: Vec<String> = claims.cells.iter().map(|(name, _)| name.clone()).collect();
    let mut checked = vec![count("records", claims.records, release.records())];
    let (mut cells, mut changed) = (Vec::with_capacity(names.len()), 0);
    let mut agrees = Vec::with_capacity(names.len());
    for name in &names {
        let (own, before) = (release.place(name)?, original.place(name)?);
        let (column, before_column) = (&release.columns[own], &original.columns[before]);
        let labels: Vec<String> = (0..before_column.dictionary.len() as u32)
            .map(|value| kept_as(before, value))
            .collect();
        let is_missing: Vec<bool> = labels
            .iter()
            .map(|label| missing.is_missing(name, label))
            .collect();
        let mut suppressed = 0;
        for row in 0..release.n_rows.min(original.n_rows) {
            let code = before_column.codes.get(row) as usize;
            match column.value(row) {
                value if value == labels[code] => {}
                SUPPRESSED => {
                    suppressed += if is_missing[code] {
                        0
                    } else {
                        original.weight(row)
                    }
                }
                _ => changed += 1,
            }
        }
        cells.push(suppressed);
        // For each original value the released values that do not speak against it.
        agrees.push((own, before, labels, is_missing));
    }
    checked.push(count("cells changed in another way", 0, changed));
    let by_column = |cells: &[u64]| {
        cells
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let claimed: Vec<u64> = claims.cells.iter().map(|(_, cells)| *cells).collect();
    checked.push(count(
        "suppressed cells",
        claimed.iter().sum(),
        cells.iter().sum(),
    ));
    checked.push(Claim {
        claim: "suppressed cells by quasi-identifier".to_owned(),
        claimed: by_column(&claimed),
        found: by_column(&cells),
        holds: Some(claimed == cells),
    });
    for (claim, blank, claimed) in [
        (
            "unsafe where a suppressed cell may be anything",
            Blank::Wildcard,
            claims.unsafe_after[0],
        ),
        (
            "unsafe where a suppressed cell matches nothing",
            Blank::Nothing,
            claims.unsafe_after[1],
        ),
        (
            "unsafe where a suppressed cell is a category",
            Blank::Category,
            claims.unsafe_after[2],
        ),
    ] {
        let mut review = Review::new(release, &names, claims.k, blank, missing)?;
        review.advance(&mut Unlimited);
        checked.push(count(
            claim,
            claimed,
            review.reviewed(release).records_below_k,
        ));
    }
    let attacked = attacked(release, original, claims.k, missing, &agrees);
    checked.push(count(
        "unsafe against someone who knows all original values",
        claims.unsafe_after[3],
        attacked,
    ));
    Ok(checked)
}

/// Records whose original values speak against all but fewer than k released rows.
fn attacked(
    release: &Table,
    original: &Table,
    k: u64,
    missing: &MissingCodes,
    columns: &[(usize, usize, Vec<String>, Vec<bool>)],
) -> u64 {
    // Both tables in numbers, row by row: 0 speaks for everything.
    let mut known: Vec<Vec<u32>> = vec![Vec::new(); original.n_rows];
    let mut shown: Vec<Vec<u32>> = vec![Vec::new(); release.n_rows];
    for (own, before, labels, is_missing) in columns {
        let column = &release.columns[*own];
        let missing = missing.of(&column.name);
        let blank = |value: &str| value == SUPPRESSED || missing.iter().any(|name| name == value);
        let shown_code: Vec<u32> = (column.dictionary.iter().zip(1..))
            .map(|((value, _), code)| if blank(value) { 0 } else { code })
            .collect();
        let known_code: Vec<u32> = (labels.iter().zip(is_missing))
            .map(|(label, &is_missing)| match column.dictionary.code(label) {
                _ if is_missing => 0,
                Some(code) => code + 1,
                None => u32::MAX,
            })
            .collect();
        for (row, shown) in shown.iter_mut().enumerate() {
            shown.push(shown_code[column.codes.get(row) as usize]);
        }
        for (row, known) in known.iter_mut().enumerate() {
            known.push(known_code[original.columns[*before].codes.get(row) as usize]);
        }
    }
    let grouped = |rows: &[Vec<u32>], weight: &dyn Fn(usize) -> u64| {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        sort_by(&mut order, |&one, &other| rows[one].cmp(&rows[other]));
        let mut groups: Vec<(Vec<u32>, u64)> = Vec::new();
        for row in order {
            match groups.last_mut() {
                Some((last, records)) if *last == rows[row] => *records += weight(row),
                _ => groups.push((rows[row].clone(), weight(row))),
            }
        }
        groups
    };
    let known = grouped(&known, &|row| original.weight(row));
    let shown = grouped(&shown, &|row| release.weight(row));
    (known.iter())
        .filter(|(known, _)| {
            let mut found = 0;
            for (shown, records) in &shown {
                let speaks_for =
                    |(&known, &shown): (&u32, &u32)| known == shown || known == 0 || shown == 0;
                if known.iter().zip(shown).all(speaks_for) {
                    found += records;
                    if found >= k {
                        return false;
                    }
                }
            }
            true
        })
        .map(|(_, records)| records)
        .sum()
}
