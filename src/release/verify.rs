//! Recomputes every claim of a report from the released file alone.
//!
//! The release is read as a table and grouped by its text. The leaves of a group are counted in the rows of its
//! hierarchy. Two measures compare the release with the original: entropy and DM* ignore suppression, so they need the
//! values that suppression removed. They are recomputed only if the original is given too, and are reported as open
//! otherwise.

use super::expected::Expected;
use super::suppressed_records::SuppressedRecords;
use crate::data::{Dictionary, Table};
use crate::error::{DataError, Error, Result};
use crate::hierarchy::Hierarchy;
use crate::lattice::Level;
use crate::loss::{Aggregate, LossSettings, MeasureName};
use crate::risk::Prosecutor;
use crate::sorting::{sort, sort_by};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// The text in the quasi-identifiers of a suppressed record.
pub(crate) const SUPPRESSED: &str = "*";
/// The most failing classes that are listed.
const WORST: usize = 10;
/// Two losses agree if they differ by a smaller share.
const TOLERANCE: f64 = 1e-9;

/// What a released file shows about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Verification {
    /// Whether every kept record is in a class of at least k, and every claim that can be checked holds.
    pub holds: bool,
    /// Records of the release, suppressed ones included.
    pub records: u64,
    /// Records whose quasi-identifiers are all `*`; if the original is at hand, those of them that were suppressed.
    pub suppressed_records: u64,
    /// Suppressed records that must not be in the release; `None` if there are none, and if the original is missing.
    pub removed_records: Option<u64>,
    /// Classes of the other records.
    pub classes: usize,
    /// The different values that the records of these classes have in each quasi-identifier.
    pub groups_by_qi: Vec<u64>,
    /// Records of the smallest of them; 0 when there is none.
    pub smallest_class: u64,
    /// The required k.
    pub k: u64,
    /// Records in classes smaller than k.
    pub violating_records: u64,
    /// The smallest classes among them: their values and records.
    pub worst: Vec<(Vec<String>, u64)>,
    /// The risk of the records that are not suppressed.
    pub risk: Prosecutor,
    /// The claims, one by one.
    pub claims: Vec<Claim>,
}

/// One claim of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The field of the report with the claim, as keys joined by dots; `None` if no single field makes it.
    pub field: Option<String>,
    /// The subject, in words.
    pub claim: String,
    /// The claimed value.
    pub claimed: String,
    /// The value found, or why none was.
    pub found: String,
    /// Whether they agree; `None` if the claim cannot be checked without the original.
    pub holds: Option<bool>,
}

/// The claims of a report about a release.
#[derive(Debug, Clone)]
pub struct Claims<'a> {
    /// Records of the release.
    pub records: u64,
    /// Records suppressed.
    pub suppressed_records: u64,
    /// Their treatment.
    pub suppressed: SuppressedRecords,
    /// Classes kept.
    pub classes: u64,
    /// Information loss.
    pub loss: f64,
    /// How it was measured.
    pub settings: &'a LossSettings,
    /// The level of each quasi-identifier.
    pub levels: &'a [Level],
    /// The hierarchy of each quasi-identifier.
    pub hierarchies: &'a [Hierarchy],
    /// The original's quasi-identifiers and its expected release, if they are at hand.
    pub original: Option<(&'a Table, &'a Expected)>,
}

/// The classes of a release by their text.
struct Groups<'a> {
    kept: Vec<(Vec<&'a str>, u64)>,
    /// Suppressed records, which consist of `*` only.
    suppressed: u64,
    /// Records of the release.
    records: u64,
    /// Suppressed records that are not in the release.
    removed: u64,
}

/// Recomputes k and every claim, if there are any, from a released table that holds the quasi-identifiers `qis` in this
/// order of names.
///
/// # Errors
/// A quasi-identifier that the release does not have.
pub fn verify(release: &Table, qis: &[String], k: u64, claims: Option<&Claims<'_>>) -> Result<Verification> {
    // A policy may generalize every value to `*`. Such records form a class, and none is suppressed.
    let all_top = claims.is_some_and(|claims| {
        (claims.hierarchies.iter().zip(claims.levels))
            .all(|(hierarchy, &level)| hierarchy.rows().all(|row| row[usize::from(level)] == SUPPRESSED))
    });
    let are_removed = claims.is_some_and(|claims| claims.suppressed.are_removed());
    let expected = claims.and_then(|claims| claims.original.map(|(_, expected)| expected));
    let mut groups = match expected.filter(|_| !are_removed) {
        Some(expected) => group(release, qis, Stars::AsExpected(expected))?,
        None if all_top || are_removed => group(release, qis, Stars::Kept)?,
        None => group(release, qis, Stars::Suppressed)?,
    };
    let original = claims.and_then(|claims| claims.original);
    let removed_records =
        original.filter(|_| are_removed).map(|(original, expected)| expected.suppressed_records(original));
    groups.removed = removed_records.unwrap_or_default();
    let mut verification = judged(&groups, qis, k);
    verification.removed_records = removed_records;
    if let Some(claims) = claims {
        compare_claims(&mut verification, &groups, claims);
    }
    Ok(verification)
}

/// Recomputes k of a release without its suppressed records. A record of `*` only is in an ordinary class.
///
/// # Errors
/// See [`verify`].
pub fn verify_without_suppressed(release: &Table, qis: &[String], k: u64) -> Result<Verification> {
    Ok(judged(&group(release, qis, Stars::Kept)?, qis, k))
}

/// The result for a release without its original, as far as its report is needed to read it.
#[derive(Debug)]
pub struct Alone {
    /// What the release shows about itself.
    pub found: Verification,
    /// The sizes of its classes, without suppressed records.
    pub sizes: Vec<u64>,
    /// Whether records of `*` only form a class according to the report. The release does not distinguish them from
    /// suppressed ones.
    pub has_class_of_stars: bool,
}

/// Recomputes k of a release whose report says how many suppressed records it contains as `*` only; `None` if they were
/// removed. Further records of `*` only may be a class whose values all became `*`, if they are k or more.
///
/// # Errors
/// See [`verify`].
pub fn verify_alone(release: &Table, qis: &[String], k: u64, suppressed: Option<u64>) -> Result<Alone> {
    let mut groups = match suppressed {
        Some(_) => group(release, qis, Stars::Suppressed)?,
        None => group(release, qis, Stars::Kept)?,
    };
    let more = suppressed.and_then(|claimed| groups.suppressed.checked_sub(claimed));
    let class = more.filter(|&more| more >= k.max(1));
    if let Some(records) = class {
        groups.suppressed -= records;
        groups.kept.push((vec![SUPPRESSED; qis.len()], records));
        sort(&mut groups.kept);
    }
    Ok(Alone {
        sizes: groups.kept.iter().map(|(_, count)| *count).collect(),
        found: judged(&groups, qis, k),
        has_class_of_stars: class.is_some(),
    })
}

/// The verification of a release by its classes.
fn judged(groups: &Groups<'_>, qis: &[String], k: u64) -> Verification {
    let mut violating: Vec<_> = groups.kept.iter().filter(|(_, count)| *count < k).collect();
    sort_by(&mut violating, |a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    Verification {
        holds: violating.is_empty(),
        records: groups.records,
        suppressed_records: groups.suppressed,
        removed_records: None,
        classes: groups.kept.len(),
        groups_by_qi: values_of_columns(groups, qis.len()),
        smallest_class: groups.kept.iter().map(|(_, count)| *count).min().unwrap_or(0),
        k,
        violating_records: violating.iter().map(|(_, count)| count).sum(),
        worst: (violating.iter().take(WORST))
            .map(|(values, count)| (values.iter().map(|&value| value.to_owned()).collect(), *count))
            .collect(),
        risk: prosecutor(groups.kept.iter().map(|(_, count)| *count), k),
        claims: Vec::new(),
    }
}

/// The number of different values of each quasi-identifier in the classes.
fn values_of_columns(groups: &Groups<'_>, qis: usize) -> Vec<u64> {
    let values = |qi: usize| groups.kept.iter().map(|(class, _)| class[qi]).collect::<FxHashSet<_>>();
    (0..qis).map(|qi| values(qi).len() as u64).collect()
}

/// Checks the claims of a report against the release.
fn compare_claims(verification: &mut Verification, groups: &Groups<'_>, claims: &Claims<'_>) {
    let found = loss(groups, claims);
    verification.claims = vec![
        Claim {
            field: None,
            claim: "k".to_owned(),
            claimed: verification.k.to_string(),
            found: verification.smallest_class.to_string(),
            holds: Some(verification.violating_records == 0),
        },
        count("records", claims.records, groups.records),
        count("suppressed records", claims.suppressed_records, groups.suppressed + groups.removed),
        count("classes", claims.classes, groups.kept.len() as u64),
        Claim {
            field: None,
            claim: "information loss".to_owned(),
            claimed: claims.loss.to_string(),
            holds: match &found {
                Ok(Some(loss)) => Some((loss - claims.loss).abs() <= TOLERANCE * loss.abs().max(1.0)),
                Ok(None) => None,
                Err(_) => Some(false),
            },
            found: match found {
                Ok(Some(loss)) => loss.to_string(),
                Ok(None) => "not computable from the release alone".to_owned(),
                Err(error) => error.to_string(),
            },
        },
    ];
    verification.holds &= verification.claims.iter().all(|claim| claim.holds != Some(false));
}

pub(super) fn count(claim: &str, claimed: u64, found: u64) -> Claim {
    Claim {
        field: None,
        claim: claim.to_owned(),
        claimed: claimed.to_string(),
        found: found.to_string(),
        holds: Some(claimed == found),
    }
}

/// The reading of rows of `*` only.
#[derive(Debug, Clone, Copy)]
enum Stars<'a> {
    /// Suppressed.
    Suppressed,
    /// An ordinary class.
    Kept,
    /// Suppressed if the expected release says so of the row.
    AsExpected(&'a Expected),
}

/// The classes of a release.
fn group<'a>(release: &'a Table, qis: &[String], stars: Stars<'_>) -> Result<Groups<'a>> {
    let columns =
        qis.iter().map(|name| release.place(name).map(|place| &release.columns[place])).collect::<Result<Vec<_>>>()?;
    // A kept record whose values are `*` differs from a suppressed one by the entry after its codes.
    let counts = count_tuples(release, |row| {
        let codes = columns.iter().map(|column| column.codes.get(row));
        let mark = match stars {
            Stars::Suppressed => 1,
            Stars::Kept => 0,
            Stars::AsExpected(expected) => u32::from(expected.is_suppressed(row)),
        };
        codes.chain([mark]).collect()
    });
    let mut groups = Groups { kept: Vec::new(), suppressed: 0, records: 0, removed: 0 };
    for (codes, count) in counts {
        let values: Vec<&str> =
            (columns.iter().zip(&codes)).map(|(column, &code)| column.dictionary.value(code)).collect();
        groups.records += count;
        let is_blank = values.iter().all(|&value| value == SUPPRESSED);
        if is_blank && codes.last() == Some(&1) {
            groups.suppressed += count;
        } else {
            groups.kept.push((values, count));
        }
    }
    sort(&mut groups.kept);
    Ok(groups)
}

/// Prosecutor risk by its definition, of classes with these numbers of records.
pub fn prosecutor(counts: impl Iterator<Item = u64>, k: u64) -> Prosecutor {
    let counts: Vec<u64> = counts.collect();
    let records =
        |counts: &dyn Fn(u64) -> bool, all: &[u64]| -> u64 { all.iter().filter(|&&count| counts(count)).sum() };
    let smallest = counts.iter().copied().min();
    let all = records(&|_| true, &counts);
    Prosecutor {
        smallest_class: smallest.unwrap_or(0),
        classes: counts.len(),
        records: all,
        unique_records: records(&|count| count == 1, &counts),
        records_at_risk: records(&|count| count < k, &counts),
        highest: smallest.map_or(0.0, |smallest| 1.0 / smallest as f64),
        average: smallest.map_or(0.0, |_| counts.len() as f64 / all as f64),
    }
}

/// Prosecutor risk of the original table.
pub fn risk_of(table: &Table, k: u64) -> Prosecutor {
    let counts = count_tuples(table, |row| {
        let columns = table.columns.iter();
        columns.map(|column| column.codes.get(row)).collect()
    });
    prosecutor(counts.into_values(), k)
}

/// The distinct tuples of a table with their records.
pub(super) fn count_tuples(table: &Table, tuple: impl Fn(usize) -> Vec<u32>) -> FxHashMap<Vec<u32>, u64> {
    let tuple: &dyn Fn(usize) -> Vec<u32> = &tuple;
    let mut counts = FxHashMap::default();
    for row in 0..table.n_rows {
        *counts.entry(tuple(row)).or_default() += table.weight(row);
    }
    counts
}

/// The loss by its formula; `None` if it requires a missing original.
fn loss(groups: &Groups<'_>, claims: &Claims<'_>) -> Result<Option<f64>> {
    // A removed record is as lost as one of stars.
    let n = (groups.records + groups.removed) as f64;
    let suppressed = (groups.suppressed + groups.removed) as f64;
    let sizes = || groups.kept.iter().map(|(_, count)| *count as f64);
    Ok(Some(match claims.settings.measure {
        MeasureName::Iyengar | MeasureName::Distortion => {
            let is_share = claims.settings.measure == MeasureName::Iyengar;
            let losses = (0..claims.hierarchies.len())
                .map(|qi| Ok((cells(groups, claims, qi, is_share)? + suppressed) / n))
                .collect::<Result<Vec<_>>>()?;
            aggregate(&losses, claims.settings)
        }
        MeasureName::Precision => aggregate(&steps(claims), claims.settings),
        MeasureName::PrecisionCells => {
            let losses: Vec<f64> =
                steps(claims).iter().map(|step| (step * (n - suppressed) + suppressed) / n).collect();
            aggregate(&losses, claims.settings)
        }
        MeasureName::Discernibility => sizes().map(|size| size * size).sum::<f64>() + n * suppressed,
        MeasureName::Aecs => {
            let classes = groups.kept.len() + usize::from(suppressed > 0.0);
            n / classes.max(1) as f64
        }
        MeasureName::Height => claims.levels.iter().map(|&level| f64::from(level)).sum(),
        MeasureName::DmStar | MeasureName::Entropy => {
            let Some((original, expected)) = claims.original else {
                return Ok(None);
            };
            match claims.settings.measure {
                MeasureName::DmStar => squares(original, &expected.groups),
                _ => entropy(original, &expected.groups, &claims.settings.weights),
            }
        }
    }))
}

/// Σ over the kept records, for one quasi-identifier's cells, of (leaves − 1) / (|D| − 1), or of 1 if there is more
/// than one leaf.
fn cells(groups: &Groups<'_>, claims: &Claims<'_>, qi: usize, is_share: bool) -> Result<f64> {
    let (hierarchy, level) = (&claims.hierarchies[qi], usize::from(claims.levels[qi]));
    let mut groups_of_leaves = Dictionary::new();
    for row in hierarchy.rows() {
        groups_of_leaves.intern(row[level], 1);
    }
    let domain = hierarchy.n_leaves();
    let mut sum = 0.0;
    for (values, count) in &groups.kept {
        let Some(group) = groups_of_leaves.code(values[qi]) else {
            let kind = DataError::NoSuchGroup { level };
            return Err(Error::new(kind).with_value(values[qi]));
        };
        let leaves = groups_of_leaves.count(group);
        if !is_share {
            sum += if leaves > 1 { *count as f64 } else { 0.0 };
        } else if domain > 1 {
            sum += *count as f64 * (leaves - 1) as f64 / (domain - 1) as f64;
        }
    }
    Ok(sum)
}

/// level / (height − 1) of each quasi-identifier.
fn steps(claims: &Claims<'_>) -> Vec<f64> {
    (claims.hierarchies.iter().zip(claims.levels))
        .map(|(hierarchy, &level)| f64::from(level) / hierarchy.height().saturating_sub(1).max(1) as f64)
        .collect()
}

pub(super) fn aggregate(losses: &[f64], settings: &LossSettings) -> f64 {
    let weights = &settings.weights;
    let total: f64 = weights.iter().sum();
    let weighted = losses.iter().zip(weights);
    match settings.aggregate {
        Aggregate::ArithmeticMean => weighted.map(|(loss, weight)| loss * weight).sum::<f64>() / total,
        Aggregate::GeometricMean => {
            let log = weighted.map(|(loss, weight)| libm::log(1.0 + loss) * weight).sum::<f64>() / total;
            libm::exp(log) - 1.0
        }
        Aggregate::Maximum => {
            let heaviest = weights.iter().copied().fold(0.0, f64::max);
            weighted.map(|(loss, weight)| loss * weight / heaviest).fold(0.0, f64::max)
        }
    }
}

/// DM*: Σ of the squared sizes of the original's classes, generalized and not suppressed.
fn squares(original: &Table, generalized: &[Vec<u32>]) -> f64 {
    let sizes = count_tuples(original, |row| {
        (original.columns.iter().zip(generalized))
            .map(|(column, groups)| groups[column.codes.get(row) as usize])
            .collect()
    });
    sizes.values().map(|&size| size as f64 * size as f64).sum()
}

/// Σⱼ wⱼ Σ over the records of log₂( records of its group / records of its value ).
fn entropy(original: &Table, generalized: &[Vec<u32>], weights: &[f64]) -> f64 {
    (original.columns.iter().zip(generalized).zip(weights))
        .map(|((column, groups), weight)| {
            let n_groups = groups.iter().max().map_or(0, |&last| last as usize + 1);
            let mut of_group = vec![0; n_groups];
            for ((_, count), &group) in column.dictionary.iter().zip(groups) {
                of_group[group as usize] += count;
            }
            let bits: f64 = (column.dictionary.iter().zip(groups))
                .map(|((_, count), &group)| count as f64 * libm::log2(of_group[group as usize] as f64 / count as f64))
                .sum();
            weight * bits
        })
        .sum()
}
