//! Hierarchies: their specifications and their levels.

use super::ValueCount;
use super::tree::Tree;
use crate::hierarchy;
use serde::Serialize;
use tsify::Tsify;

/// A quasi-identifier's hierarchy, as the recipe gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum HierarchySpec {
    /// The rows themselves.
    Rows(Vec<Vec<String>>),
    /// Characters masked one after the other.
    Mask(Mask),
    /// Intervals of numbers.
    Intervals(Intervals),
    /// Groups of neighbours in an order.
    Groups(Groups),
    /// Spans of the calendar.
    Dates(Dates),
    /// Spans of the day.
    Times(Times),
    /// Ages on one day.
    Ages(Ages),
    /// Prefixes of codes.
    Prefixes(Prefixes),
    /// Codes of a published system.
    Codes(Codes),
    /// Frequent values; the others form one group.
    Frequent(Frequent),
    /// Rows with names for their levels, made by hand.
    Tree(Tree),
    /// A hierarchy file.
    File(String),
}

/// More and more characters replaced by a mask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Mask {
    /// Where masking begins.
    pub from: Side,
    /// The character to mask with.
    pub character: String,
    /// Characters masked on levels 1, 2, ….
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<usize>>,
}

/// Where masking begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// At the last character.
    Right,
    /// At the first character.
    Left,
}

/// Intervals of equal width on each level.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Intervals {
    /// Width on levels 1, 2, ….
    pub widths: Vec<f64>,
    /// Where an interval begins.
    pub origin: f64,
    /// Numbers below it form one group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bottom: Option<f64>,
    /// Numbers from here on form one group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
}

/// Groups of neighbours in an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Groups {
    /// The order.
    pub order: Order,
    /// Groups of the level below that make one group on levels 1, 2, ….
    pub fan_out: Vec<usize>,
}

/// The order of a column's values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(untagged)]
pub enum Order {
    /// One that needs no list.
    Natural(NaturalOrder),
    /// As listed.
    Listed(Vec<String>),
}

/// An order that needs no list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum NaturalOrder {
    /// As numbers.
    Numeric,
    /// As text.
    Text,
}

/// Spans of the calendar, one on top of the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Dates {
    /// The units of levels 1, 2, ….
    pub units: Vec<DateUnit>,
}

/// A span of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum DateUnit {
    /// A day.
    Day,
    /// Monday to Sunday.
    Week,
    /// A month.
    Month,
    /// A quarter.
    Quarter,
    /// Half a year.
    HalfYear,
    /// A year.
    Year,
    /// This many years.
    Years(u16),
}

/// Spans of the day, one on top of the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Times {
    /// Hours of the spans on levels 1, 2, ….
    pub hours: Vec<u8>,
}

/// Ages in whole years on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Ages {
    /// The day, as `2019-03-31`.
    pub on: String,
    /// Years of the intervals on levels 1, 2, ….
    pub widths: Vec<u16>,
    /// The age from which persons form one group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<u16>,
}

/// Codes cut to prefixes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Prefixes {
    /// Where, on levels 1, 2, ….
    pub cuts: Vec<Cut>,
}

/// Where a code is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// After this many characters.
    Length(usize),
    /// Before the last of these characters.
    Before(String),
    /// After the letters at the beginning.
    Letters,
}

/// A published system of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub enum Codes {
    /// Diagnoses by ICD-10.
    #[serde(rename = "icd-10")]
    Icd10,
    /// Diagnoses by ICD-9.
    #[serde(rename = "icd-9")]
    Icd9,
    /// ZIP codes of five digits.
    #[serde(rename = "zip")]
    Zip,
    /// ZIP codes of five and of nine digits.
    #[serde(rename = "zip-plus-4")]
    ZipPlus4,
    /// Postcodes of the United Kingdom.
    #[serde(rename = "postcode-gb")]
    PostcodeGb,
    /// Postal codes of Canada.
    #[serde(rename = "postcode-ca")]
    PostcodeCa,
    /// Postcodes of the Netherlands.
    #[serde(rename = "postcode-nl")]
    PostcodeNl,
    /// Postal codes of five digits.
    #[serde(rename = "five-digits")]
    FiveDigits,
}

/// Frequent values; the others form one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Frequent {
    /// Values that stay on levels 1, 2, ….
    pub keep: Vec<usize>,
    /// The name of the other values.
    pub rest: String,
}

message! {
    /// A hierarchy to start from.
    pub struct Proposal {
        /// The hierarchy. Without one, each value is either itself or `*`.
        spec: Option<HierarchySpec>,
        /// Why, in a sentence.
        reason: String,
    }

    /// One level of a hierarchy over a column.
    pub struct LevelView {
        /// Groups that occur in the data.
        groups: usize,
        /// All groups.
        all_groups: usize,
        /// Records of the smallest group that occurs.
        smallest: u64,
        /// Records of the largest group.
        largest: u64,
        /// The column's Iyengar loss on this level, without suppression.
        loss: f64,
    }

    /// A hierarchy over a column.
    pub struct HierarchyView {
        /// Levels.
        height: usize,
        /// Each level in words.
        names: Vec<String>,
        /// Rows.
        leaves: usize,
        /// The levels; empty if values are missing.
        levels: Vec<LevelView>,
        /// The first rows.
        rows: Vec<Vec<String>>,
        /// The first values of the data that no row has.
        missing: Vec<ValueCount>,
        /// All such values.
        missing_count: usize,
        /// Records with such a value.
        missing_records: u64,
    }
}

impl From<hierarchy::HierarchySpec> for HierarchySpec {
    fn from(spec: hierarchy::HierarchySpec) -> Self {
        match spec {
            hierarchy::HierarchySpec::Rows(rows) => Self::Rows(rows),
            hierarchy::HierarchySpec::Mask(mask) => Self::Mask(mask.into()),
            hierarchy::HierarchySpec::Intervals(intervals) => Self::Intervals(intervals.into()),
            hierarchy::HierarchySpec::Groups(groups) => Self::Groups(groups.into()),
            hierarchy::HierarchySpec::Dates(dates) => {
                Self::Dates(Dates { units: dates.units.into_iter().map(Into::into).collect() })
            }
            hierarchy::HierarchySpec::Times(times) => Self::Times(Times { hours: times.hours }),
            hierarchy::HierarchySpec::Ages(ages) => {
                Self::Ages(Ages { on: ages.on.to_string(), widths: ages.widths, top: ages.top })
            }
            hierarchy::HierarchySpec::Prefixes(prefixes) => {
                Self::Prefixes(Prefixes { cuts: prefixes.cuts.into_iter().map(Into::into).collect() })
            }
            hierarchy::HierarchySpec::Frequent(hierarchy::Frequent { keep, rest }) => {
                Self::Frequent(Frequent { keep, rest })
            }
            hierarchy::HierarchySpec::Codes(codes) => Self::Codes(match codes {
                hierarchy::Codes::Icd10 => Codes::Icd10,
                hierarchy::Codes::Icd9 => Codes::Icd9,
                hierarchy::Codes::Zip => Codes::Zip,
                hierarchy::Codes::ZipPlus4 => Codes::ZipPlus4,
                hierarchy::Codes::PostcodeGb => Codes::PostcodeGb,
                hierarchy::Codes::PostcodeCa => Codes::PostcodeCa,
                hierarchy::Codes::PostcodeNl => Codes::PostcodeNl,
                hierarchy::Codes::FiveDigits => Codes::FiveDigits,
            }),
            hierarchy::HierarchySpec::Tree(tree) => Self::Tree(tree.into()),
            hierarchy::HierarchySpec::File(file) => Self::File(file),
        }
    }
}

impl From<hierarchy::Proposal> for Proposal {
    fn from(proposal: hierarchy::Proposal) -> Self {
        let hierarchy::Proposal { spec, reason } = proposal;
        Self { spec: spec.map(Into::into), reason }
    }
}

impl From<hierarchy::DateUnit> for DateUnit {
    fn from(unit: hierarchy::DateUnit) -> Self {
        match unit {
            hierarchy::DateUnit::Day => Self::Day,
            hierarchy::DateUnit::Week => Self::Week,
            hierarchy::DateUnit::Month => Self::Month,
            hierarchy::DateUnit::Quarter => Self::Quarter,
            hierarchy::DateUnit::HalfYear => Self::HalfYear,
            hierarchy::DateUnit::Year => Self::Year,
            hierarchy::DateUnit::Years(years) => Self::Years(years),
        }
    }
}

impl From<hierarchy::Cut> for Cut {
    fn from(cut: hierarchy::Cut) -> Self {
        match cut {
            hierarchy::Cut::Length(length) => Self::Length(length),
            hierarchy::Cut::Before(sign) => Self::Before(sign),
            hierarchy::Cut::Letters => Self::Letters,
        }
    }
}

impl From<hierarchy::Mask> for Mask {
    fn from(mask: hierarchy::Mask) -> Self {
        let hierarchy::Mask { from, character, steps } = mask;
        let from = match from {
            hierarchy::Side::Right => Side::Right,
            hierarchy::Side::Left => Side::Left,
        };
        Self { from, character, steps }
    }
}

impl From<hierarchy::Intervals> for Intervals {
    fn from(intervals: hierarchy::Intervals) -> Self {
        let hierarchy::Intervals { widths, origin, bottom, top } = intervals;
        Self { widths, origin, bottom, top }
    }
}

impl From<hierarchy::Groups> for Groups {
    fn from(groups: hierarchy::Groups) -> Self {
        let hierarchy::Groups { order, fan_out } = groups;
        let order = match order {
            hierarchy::Order::Numeric => Order::Natural(NaturalOrder::Numeric),
            hierarchy::Order::Text => Order::Natural(NaturalOrder::Text),
            hierarchy::Order::Values(values) => Order::Listed(values),
        };
        Self { order, fan_out }
    }
}

impl From<crate::table::LevelSummary> for LevelView {
    fn from(level: crate::table::LevelSummary) -> Self {
        Self {
            groups: level.groups,
            all_groups: level.all_groups,
            smallest: level.smallest,
            largest: level.largest,
            loss: level.loss,
        }
    }
}
