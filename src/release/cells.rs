//! Recomputes the claims of a report on suppressed cells from the release and the original, cell by cell.

use super::review::{Blank, BlankCells, Review};
use super::verify::{Claim, SUPPRESSED, count};
use crate::data::{MissingCodes, Table};
use crate::error::Result;
use crate::local::{Few, TakenFor};
use crate::monitor::Monitor;
use crate::sorting::sort_by;

/// The claims of a report on suppressed cells.
#[derive(Debug, Clone, PartialEq)]
pub struct CellClaims {
    /// Records.
    pub records: u64,
    /// Suppressed cells of each quasi-identifier.
    pub cells: Vec<u64>,
    /// Unsafe records if a suppressed cell may be anything, if it matches nothing, if it is a category of its own, and
    /// against an attacker who knows all original values.
    pub unsafe_after: [u64; 4],
    /// The classes of equal records; `None` if there is no claim about them.
    pub classes: Option<ClassClaims>,
}

/// The claims of a report on equal records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassClaims {
    /// Distinct rows, with a suppressed cell as a value of its own.
    pub classes: u64,
    /// The records of the rarest row.
    pub smallest: u64,
    /// Numbers below k with the records that may match that many, if a suppressed cell may be anything, matches
    /// nothing, and is a category of its own.
    pub taken_for: [Few; 3],
}

/// The source of a release with suppressed cells, and how the release is read.
pub struct CellPremise<'a> {
    /// The quasi-identifiers of the original.
    pub original: &'a Table,
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// The released texts of missing values, if these are ignored.
    pub missing: &'a MissingCodes,
    /// The released text of a value that is not suppressed, by quasi-identifier and value code.
    pub kept_as: &'a dyn Fn(usize, u32) -> String,
}

/// A resumable comparison of a release with suppressed cells and its original.
#[derive(Debug)]
pub struct CellCheck {
    records: u64,
    cells: Vec<u64>,
    changed: u64,
    readings: BlankReadings,
    attack: Attack,
}

/// A resumable count of the unsafe records of a table, by the reading of blank cells.
#[derive(Debug)]
pub struct BlankReadings {
    reviews: Vec<Review>,
}

/// A resumable count of the records that an attacker finds who knows all original values.
#[derive(Debug)]
struct Attack {
    k: u64,
    /// The distinct rows of the original as numbers, with their records; [`ANY`] for a missing value.
    known: Vec<(Vec<u32>, u64)>,
    /// The distinct rows of the release in the same form; [`ANY`] for a suppressed cell, [`NONE`] for a missing value.
    shown: Vec<(Vec<u32>, u64)>,
    next: usize,
    found: u64,
}

/// What every value goes with, and what none does but a missing one.
const ANY: u32 = 0;
const NONE: u32 = 1;

/// The released texts of a column's values, which of its values are missing, and its place in both tables.
struct Compared {
    own: usize,
    before: usize,
    labels: Vec<String>,
    is_missing: Vec<bool>,
}

impl CellCheck {
    /// Starts the check of a release whose rows are in the order of the original, and counts its suppressed and changed
    /// cells.
    ///
    /// # Errors
    /// A quasi-identifier that the release does not have.
    pub fn new(release: &Table, premise: &CellPremise<'_>) -> Result<Self> {
        let CellPremise { original, k, missing, kept_as } = *premise;
        let names: Vec<String> = (original.columns.iter()).map(|column| column.name.clone()).collect();
        let (mut cells, mut changed) = (Vec::with_capacity(names.len()), 0);
        let mut compared = Vec::with_capacity(names.len());
        for (before, before_column) in original.columns.iter().enumerate() {
            let name = &before_column.name;
            let own = release.place(name)?;
            let column = &release.columns[own];
            let labels: Vec<String> =
                (0..before_column.dictionary.len() as u32).map(|value| kept_as(before, value)).collect();
            let is_missing: Vec<bool> = labels.iter().map(|label| missing.is_missing(name, label)).collect();
            let mut suppressed = 0;
            for row in 0..release.n_rows.min(original.n_rows) {
                let code = before_column.codes.get(row) as usize;
                match column.value(row) {
                    value if value == labels[code] => {}
                    SUPPRESSED => suppressed += if is_missing[code] { 0 } else { original.weight(row) },
                    _ => changed += 1,
                }
            }
            cells.push(suppressed);
            compared.push(Compared { own, before, labels, is_missing });
        }
        Ok(Self {
            records: release.records(),
            cells,
            changed,
            readings: BlankReadings::new(release, &names, k, missing)?,
            attack: Attack::new(release, original, k, missing, &compared),
        })
    }

    /// Continues until it is done or the monitor interrupts. Returns whether it is done.
    ///
    /// Time quadratic in the distinct rows.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        self.readings.advance(monitor) && self.attack.advance(monitor)
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        0.75 * self.readings.share() + 0.25 * self.attack.share()
    }

    /// Every claim with its recomputed value, once the check is done.
    pub fn claims(&self, release: &Table, claims: &CellClaims) -> Vec<Claim> {
        let by_column = |cells: &[u64]| {
            let cells = cells.iter().map(u64::to_string);
            cells.collect::<Vec<_>>().join(", ")
        };
        let [wildcard, nothing, category] = self.readings.unsafe_records(release);
        let [claimed_wildcard, claimed_nothing, claimed_category, claimed_attacker] = claims.unsafe_after;
        let of_classes = (claims.classes.iter()).flat_map(|claims| self.of_classes(claims));
        let mut found = vec![
            count("records of the release", claims.records, self.records),
            count("cells changed in another way", 0, self.changed),
            count("suppressed cells of the release", claims.cells.iter().sum(), self.cells.iter().sum()),
            Claim {
                field: None,
                claim: "suppressed cells of the release by column".to_owned(),
                claimed: by_column(&claims.cells),
                found: by_column(&self.cells),
                holds: Some(claims.cells == self.cells),
            },
            count("unsafe where a suppressed cell may be anything", claimed_wildcard, wildcard),
            count("unsafe where a suppressed cell matches nothing", claimed_nothing, nothing),
            count("unsafe where a suppressed cell is a category", claimed_category, category),
            count("unsafe against someone who knows all original values", claimed_attacker, self.attack.found),
        ];
        found.extend(of_classes);
        found
    }

    /// The claims about equal records, by the text alone.
    fn of_classes(&self, claims: &ClassClaims) -> Vec<Claim> {
        let found = self.readings.taken_for();
        let few = [found.wildcard, found.matches_nothing, found.category];
        let told = |few: &Few| {
            let told = few.iter().map(|(number, records)| format!("{records} for {number}"));
            match few.is_empty() {
                true => "none for fewer than k".to_owned(),
                false => told.collect::<Vec<_>>().join(", "),
            }
        };
        let readings = ["may be anything", "matches nothing", "is a category"];
        let by_reading = (readings.iter().zip(&claims.taken_for).zip(&few)).map(|((reading, claimed), found)| Claim {
            field: None,
            claim: format!("records that may be taken for few, where a suppressed cell {reading}"),
            claimed: told(claimed),
            found: told(found),
            holds: Some(claimed == found),
        });
        let classes = [
            count("classes of the release", claims.classes, found.classes),
            count("smallest class of the release", claims.smallest, found.smallest_class),
        ];
        classes.into_iter().chain(by_reading).collect()
    }
}

impl BlankReadings {
    /// Starts the readings of a table, whose suppressed cells are `*`. The values that `missing` names are ignored.
    ///
    /// # Errors
    /// A quasi-identifier that the table does not have.
    pub fn new(table: &Table, qis: &[String], k: u64, missing: &MissingCodes) -> Result<Self> {
        let readings = [Blank::Wildcard, Blank::Nothing, Blank::Category];
        let cells = BlankCells { missing: missing.clone(), ..BlankCells::default() };
        let reviews =
            (readings.into_iter()).map(|blank| Review::new(table, qis, k, blank, &cells)).collect::<Result<_>>()?;
        Ok(Self { reviews })
    }

    /// Continues until it is done or the monitor interrupts. Returns whether it is done.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        self.reviews.iter_mut().all(|review| review.advance(monitor))
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        let shares: f64 = self.reviews.iter().map(Review::share).sum();
        shares / self.reviews.len().max(1) as f64
    }

    /// The classes of equal records, and how many records each unsafe one may match, by reading. Complete once it is
    /// done.
    pub fn taken_for(&self) -> TakenFor {
        let mut found = TakenFor::default();
        let few = [&mut found.wildcard, &mut found.matches_nothing, &mut found.category];
        for (few, review) in few.into_iter().zip(&self.reviews) {
            *few = review.few();
            (found.classes, found.smallest_class) = review.rows();
        }
        found
    }

    /// The records that may match fewer than k if a blank cell may be anything, matches nothing, and is a category of
    /// its own. Complete once it is done.
    pub fn unsafe_records(&self, table: &Table) -> [u64; 3] {
        let mut records = [0; 3];
        for (records, review) in records.iter_mut().zip(&self.reviews) {
            *records = review.reviewed(table).records_below_k;
        }
        records
    }
}

impl Attack {
    fn new(release: &Table, original: &Table, k: u64, missing: &MissingCodes, columns: &[Compared]) -> Self {
        // Both tables as numbers, row by row.
        let mut known: Vec<Vec<u32>> = vec![Vec::new(); original.n_rows];
        let mut shown: Vec<Vec<u32>> = vec![Vec::new(); release.n_rows];
        for compared in columns {
            let column = &release.columns[compared.own];
            let shown_code: Vec<u32> = (column.dictionary.iter().zip(NONE + 1..))
                .map(|((value, _), code)| match value {
                    SUPPRESSED => ANY,
                    value if missing.is_missing(&column.name, value) => NONE,
                    _ => code,
                })
                .collect();
            let known_code: Vec<u32> = (compared.labels.iter().zip(&compared.is_missing))
                .map(|(label, &is_missing)| match column.dictionary.code(label) {
                    _ if is_missing => ANY,
                    Some(code) => NONE + 1 + code,
                    None => u32::MAX,
                })
                .collect();
            for (row, shown) in shown.iter_mut().enumerate() {
                shown.push(shown_code[column.codes.get(row) as usize]);
            }
            let codes = &original.columns[compared.before].codes;
            for (row, known) in known.iter_mut().enumerate() {
                known.push(known_code[codes.get(row) as usize]);
            }
        }
        Self {
            k,
            known: grouped(&known, &|row| original.weight(row)),
            shown: grouped(&shown, &|row| release.weight(row)),
            next: 0,
            found: 0,
        }
    }

    /// Counts records whose original values rule out all but fewer than k released rows. Asks the monitor before each
    /// distinct row and stops if it interrupts.
    fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while let Some((known, records)) = self.known.get(self.next) {
            if monitor.interrupted() {
                return false;
            }
            let speaks_for = |shown: &[u32]| {
                (known.iter().zip(shown)).all(|(&known, &shown)| known == shown || known == ANY || shown == ANY)
            };
            let mut found = 0;
            for (_, records) in self.shown.iter().filter(|(shown, _)| speaks_for(shown)) {
                found += records;
                if found >= self.k {
                    break;
                }
            }
            if found < self.k {
                self.found += records;
            }
            self.next += 1;
        }
        true
    }

    fn share(&self) -> f64 {
        self.next as f64 / self.known.len().max(1) as f64
    }
}

/// Distinct rows with their records.
fn grouped(rows: &[Vec<u32>], weight: &dyn Fn(usize) -> u64) -> Vec<(Vec<u32>, u64)> {
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
}
