//! Unsafe combinations, suppressions and reviews, as the command line writes them too.

use serde::Deserialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// How unsafe combinations are suppressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Suppress {
    /// Not at all.
    None,
    /// The fewest cells of each record by itself.
    PerRecord,
    /// The fewest for whoever takes a blank for any value.
    Wildcard,
    /// Safe however a blank is taken.
    Strict,
}

/// How combinations are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// All column sets of one tuple at once.
    Bitmap,
    /// All tuples on one column set after the other.
    Partition,
    /// Minimal hitting sets of the disagreements of one tuple.
    HittingSet,
}

/// What a missing value is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum MissingValue {
    /// It neither matches nor makes unsafe.
    Ignore,
    /// It is a value like any other.
    Value,
}

/// The records that a regression is fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Fitted {
    /// The records as they were.
    Original,
    /// Those without a blank.
    Excluding,
    /// All, with blanks as a level of their own.
    AsLevel,
}

/// A share, and where its 95 % interval begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Tsify)]
pub struct Interval(pub f64, pub f64, pub f64);

report! {
    /// What is reported of unsafe combinations.
    pub struct UniquesReport {
        /// The version that wrote it.
        version: String,
        /// The least number of records that are alike.
        k: u64,
        /// The most quasi-identifiers of a combination; null without a limit.
        max_size: Option<usize>,
        /// What a missing value is taken for.
        missing: MissingValue,
        /// How combinations were found.
        method: Method,
        /// Said where the search was not ended.
        #[tsify(optional)]
        complete: Option<bool>,
        /// Records.
        records: u64,
        /// Records with an unsafe combination.
        unsafe_records: u64,
        /// Minimum unsafe combinations.
        combinations: u64,
        /// Those of 1, 2, … quasi-identifiers.
        combinations_by_size: Vec<u64>,
        /// Those that a quasi-identifier is part of.
        #[tsify(type = "Record<string, number>")]
        combinations_by_qi: BTreeMap<String, u64>,
        /// Records whose smallest combination has 1, 2, … quasi-identifiers.
        records_by_smallest_size: Vec<u64>,
        /// Records that are safe without a quasi-identifier.
        #[tsify(type = "Record<string, number>")]
        records_resolved_without: BTreeMap<String, u64>,
        /// The scores of the records.
        scores: Scores,
        /// The suppression.
        suppress: Suppress,
        /// Cells that it blanks.
        suppressed_cells: u64,
        /// Those of a quasi-identifier.
        #[tsify(type = "Record<string, number>")]
        suppressed_cells_by_qi: BTreeMap<String, u64>,
        /// What they cost.
        suppression_cost: f64,
        /// No suppression of its kind blanks fewer.
        lower_bound_cells: u64,
        /// None costs less.
        lower_bound_cost: f64,
        /// Whether that is proven of this one.
        proven_minimal: bool,
        /// Records that are still unsafe.
        unsafe_after: UnsafeAfter,
        /// What the suppression does.
        #[tsify(optional)]
        impact: Option<ImpactReport>,
        /// Time spent.
        seconds: f64,
        /// SHA-256 of the file.
        input_sha256: String,
        /// SHA-256 of the recipe.
        recipe_sha256: String,
        /// SHA-256 of the table that was written.
        #[tsify(optional)]
        output_sha256: Option<String>,
    }

    /// The scores of the records.
    pub struct Scores {
        /// The formula.
        formula: String,
        /// The least SUDA score.
        least: f64,
        /// The mean.
        mean: f64,
        /// The median.
        median: f64,
        /// The ninth decile.
        ninth_decile: f64,
        /// The greatest.
        greatest: f64,
        /// The fraction that DIS scores assume.
        dis_fraction: f64,
        /// The greatest DIS score.
        greatest_dis: f64,
        /// The sum of the DIS scores.
        sum_of_dis: f64,
    }

    /// Records that are still unsafe, by what a blank is taken for.
    pub struct UnsafeAfter {
        /// It matches every value.
        wildcard: u64,
        /// It matches nothing.
        matches_nothing: u64,
        /// It is a value of its own.
        category: u64,
        /// Someone knows all original values of the record.
        attacker: u64,
    }

    /// What a suppression does.
    pub struct ImpactReport {
        /// The quasi-identifiers.
        columns: Vec<ColumnImpact>,
        /// Values whose intervals before and after overlap.
        overlapping: usize,
        /// Values that were compared.
        compared: usize,
        /// Regressions, where an outcome was named.
        #[tsify(optional)]
        #[serde(default)]
        regressions: Vec<ModelReport>,
    }

    /// What a suppression does to a column.
    pub struct ColumnImpact {
        /// The column.
        column: String,
        /// Cells that are blanked.
        cells: u64,
        /// That, as a share.
        share: f64,
        /// The value that loses most cells, and how many.
        most_suppressed: Option<(String, u64)>,
        /// Values that have gone.
        vanished: Vec<String>,
        /// The values.
        values: Vec<ValueImpact>,
    }

    /// What a suppression does to a value.
    pub struct ValueImpact {
        /// The value.
        value: String,
        /// Records.
        records: u64,
        /// Records that lose it.
        suppressed: u64,
        /// Its share before.
        before: Interval,
        /// Its share after; null where it has gone.
        after: Option<Interval>,
        /// Whether the two intervals overlap.
        overlaps: bool,
    }

    /// A regression.
    pub struct ModelReport {
        /// What it was fitted to.
        data: Fitted,
        /// Records.
        records: u64,
        /// The share of the variance that it explains.
        r_squared: f64,
        /// The coefficients that are significant.
        significant: Vec<String>,
        /// The coefficients.
        coefficients: Vec<Coefficient>,
    }

    /// A coefficient of a regression.
    pub struct Coefficient {
        /// The covariate.
        column: String,
        /// The value of it.
        value: String,
        /// The estimate.
        estimate: f64,
        /// The standard error.
        standard_error: f64,
        /// The ratio of the two.
        t: f64,
        /// The probability of such a ratio if the coefficient is 0.
        p: f64,
    }

    /// Findings in more detail than a report has.
    pub struct FindingsView {
        /// For each quasi-identifier, the combinations of 1, 2, … quasi-identifiers that it is part of.
        by_qi_and_size: Vec<Vec<u64>>,
        /// For each quasi-identifier its values in most combinations, with their number.
        values: Vec<Vec<(String, u64)>>,
        /// Levels of each quasi-identifier's hierarchy.
        heights: Vec<usize>,
        /// The level of each that the table was generalized to.
        levels: Vec<u8>,
        /// The records of highest risk.
        riskiest: Vec<RiskyRecord>,
    }

    /// A record of high risk.
    pub struct RiskyRecord {
        /// The place of the record in the file, from 1.
        row: usize,
        /// Records that are equal.
        records: u64,
        /// Its unsafe combinations.
        combinations: u32,
        /// Quasi-identifiers of the smallest.
        smallest: u8,
        /// SUDA score.
        score: f64,
        /// DIS score.
        dis: f64,
        /// The values of the record.
        values: Vec<String>,
    }

    /// Why a record is unsafe, and what would help.
    pub struct RecordView {
        /// The place of the record in the file, from 1.
        row: usize,
        /// The values of the record.
        values: Vec<String>,
        /// All its unsafe combinations.
        total: usize,
        /// The smallest of them, as places of quasi-identifiers.
        combinations: Vec<Vec<usize>>,
        /// The quasi-identifiers whose cells are to be blanked at the least cost.
        fix: Vec<usize>,
        /// What that costs.
        cost: f64,
    }

    /// What a review of a finished file found.
    pub struct Reviewed {
        /// Records.
        records: u64,
        /// Records with a blank cell.
        blank_records: u64,
        /// Blank cells of each quasi-identifier.
        blank_cells: Vec<u64>,
        /// Classes.
        classes: usize,
        /// Records of the smallest.
        smallest: u64,
        /// Records that are alone.
        unique_records: u64,
        /// Records in classes smaller than k.
        records_below_k: u64,
        /// The highest risk of a record.
        highest_risk: f64,
        /// The mean risk.
        average_risk: f64,
        /// The worst classes: values, records, and the first row of each.
        worst: Vec<(Vec<String>, u64, u64)>,
    }
}
