//! The effect of a policy on one column.

use super::report::{ColumnReport, FiguresReport, GroupReport, Measured, ValueKind};
use crate::classes::QuasiIdentifier;
use crate::data::{Column, Date, Dictionary, Meaning, Moment, Reading, TimeOfDay};
use crate::effect::{Applied, Figures, Frequency, GroupOrder, Run, Span, StandIn, StandIns, runs};
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::sorting::sort_by;
use crate::table::EncodedStudy;

/// The most groups of a column that are shown individually.
const MOST_GROUPS: usize = 60;

/// A quasi-identifier under a policy, with its groups in display order.
pub(super) struct Shown<'a> {
    prepared: &'a EncodedStudy,
    applied: &'a Applied<'a>,
    qi: usize,
    level: Level,
    meanings: Meanings,
    frequencies: Vec<Frequency>,
    spans: Vec<Span>,
}

/// The meaning of a column's values.
struct Meanings {
    /// The order of the values, if they have one.
    reading: Option<Reading>,
    /// The number of each value, by its code; days of a date, hours of a time of day.
    numbers: Vec<Option<f64>>,
    /// Whether a value has a time of day.
    has_time: bool,
    is_missing: Vec<bool>,
}

const SECONDS_OF_A_DAY: f64 = 86_400.0;
const SECONDS_OF_AN_HOUR: f64 = 3600.0;

impl Meanings {
    fn of(dictionary: &Dictionary, missing: &[String], given: Option<&Reading>) -> Self {
        let values = || dictionary.present(missing).map(|(value, _)| value);
        // A column that can be read in two ways has no order until the reading is chosen.
        let reading = Reading::of_values(given, values()).ok().flatten();
        let reading = reading.filter(Reading::has_order);
        let mut has_time = false;
        let is_missing: Vec<bool> =
            (dictionary.iter()).map(|(value, _)| missing.iter().any(|code| code == value)).collect();
        let numbers = (dictionary.iter().zip(&is_missing))
            .map(|((value, _), &is_missing)| {
                let reading = reading.as_ref().filter(|_| !is_missing)?;
                Some(match reading.meaning(value)? {
                    Meaning::Number(number) => number.to_f64(),
                    Meaning::Time(time) => f64::from(time.second) / SECONDS_OF_AN_HOUR,
                    Meaning::Moment(moment) => {
                        has_time |= moment.second > 0;
                        moment.date.number() as f64 + f64::from(moment.second) / SECONDS_OF_A_DAY
                    }
                })
            })
            .collect();
        Self { reading, numbers, has_time, is_missing }
    }

    /// The rank of each value: numbers, dates and times by their value, then the others by their text.
    fn ranks(&self, dictionary: &Dictionary) -> Vec<u32> {
        let mut order: Vec<u32> = (0..dictionary.len() as u32).collect();
        sort_by(&mut order, |&one, &other| {
            let number = |value: u32| self.numbers[value as usize].unwrap_or(f64::INFINITY);
            (self.is_missing[one as usize].cmp(&self.is_missing[other as usize]))
                .then_with(|| number(one).total_cmp(&number(other)))
                .then_with(|| dictionary.value(one).cmp(dictionary.value(other)))
        });
        let mut ranks = vec![0; order.len()];
        for (rank, value) in (0..).zip(order) {
            ranks[value as usize] = rank;
        }
        ranks
    }

    fn kind(&self) -> ValueKind {
        match &self.reading {
            Some(Reading::Date(_)) => ValueKind::Date,
            Some(Reading::Time) => ValueKind::Time,
            Some(_) => ValueKind::Number,
            None => ValueKind::Text,
        }
    }

    fn measured(&self, number: f64) -> Measured {
        match self.kind() {
            ValueKind::Date => {}
            ValueKind::Time => {
                let second = libm::round(number * SECONDS_OF_AN_HOUR) as u32;
                return Measured::Date(TimeOfDay { second }.to_string());
            }
            ValueKind::Number | ValueKind::Text => return Measured::Number(number),
        }
        let seconds = if self.has_time {
            libm::round(number * SECONDS_OF_A_DAY) as i64
        } else {
            libm::round(number) as i64 * SECONDS_OF_A_DAY as i64
        };
        let second = seconds.rem_euclid(SECONDS_OF_A_DAY as i64) as u32;
        match Date::of_number(seconds.div_euclid(SECONDS_OF_A_DAY as i64)) {
            Some(date) => Measured::Date(Moment { date, second }.to_string()),
            None => Measured::Number(number),
        }
    }

    fn figures(&self, numbers: Vec<(f64, u64)>) -> Option<FiguresReport> {
        let figures = Figures::of(numbers)?;
        let [lowest, lower, median, upper, highest] = figures.quantiles.map(|number| self.measured(number));
        Some(FiguresReport {
            records: figures.records,
            mean: self.measured(figures.mean),
            standard_deviation: figures.standard_deviation,
            lowest,
            lower_quartile: lower,
            median,
            upper_quartile: upper,
            highest,
        })
    }
}

/// A column that is not a quasi-identifier, with its values in display order.
pub(super) struct Untouched<'a> {
    column: &'a Column,
    ranks: Vec<u32>,
    has_order: bool,
    /// Records of each value.
    pub(super) frequencies: Vec<Frequency>,
}

impl<'a> Untouched<'a> {
    /// A column with the records of its values. `keeps` says whether a row is kept.
    pub(super) fn new(
        prepared: &EncodedStudy,
        recipe: &Recipe,
        column: &'a Column,
        keeps: &dyn Fn(usize) -> bool,
    ) -> Self {
        let given = (recipe.column(&column.name)).and_then(|column| column.kind.as_ref());
        let missing = prepared.missing().of(&column.name);
        let meanings = Meanings::of(&column.dictionary, missing, given);
        let table = prepared.table();
        let mut frequencies = vec![Frequency::default(); column.dictionary.len()];
        for row in 0..table.n_rows {
            frequencies[column.codes.get(row) as usize].add(table.weight(row), keeps(row));
        }
        Self { ranks: meanings.ranks(&column.dictionary), has_order: meanings.reading.is_some(), column, frequencies }
    }

    /// The values in display order, in no more than `most` groups.
    pub(super) fn runs(&self, most: usize) -> Vec<Run> {
        let spans: Vec<Span> = (self.ranks.iter()).map(|&rank| Span { first: rank, last: rank }).collect();
        let records: Vec<u64> = self.frequencies.iter().map(|value| value.before).collect();
        runs(&spans, &records, self.has_order, most)
    }

    /// Values that are shown as one group.
    pub(super) fn group_report(&self, run: &Run) -> GroupReport {
        let own = || run.groups.iter().map(|&value| value as usize);
        let label = |value: Option<&u32>| value.map(|&value| self.column.dictionary.value(value).to_owned());
        let several = run.groups.len() > 1 && !run.is_rest;
        let first = own().map(|value| self.ranks[value]).min();
        let last = own().map(|value| self.ranks[value]).max();
        GroupReport {
            label: label(run.groups.first()).unwrap_or_default(),
            last: label(run.groups.last()).filter(|_| several),
            groups: run.groups.len(),
            is_rest: run.is_rest,
            before: own().map(|value| self.frequencies[value].before).sum(),
            after: own().map(|value| self.frequencies[value].after).sum(),
            span: first.zip(last).filter(|_| !run.is_rest),
        }
    }
}

impl<'a> Shown<'a> {
    pub(super) fn new(prepared: &'a EncodedStudy, recipe: &Recipe, applied: &'a Applied<'a>, qi: usize) -> Self {
        let column = &prepared.table().columns[qi];
        let level = applied.classes().policy().levels()[qi];
        let given = recipe.column(&column.name).and_then(|column| column.kind.as_ref());
        let missing = prepared.missing().of(&column.name);
        let meanings = Meanings::of(&column.dictionary, missing, given);
        let own = &prepared.qis()[qi];
        let order = GroupOrder::new(own, &meanings.ranks(&column.dictionary));
        Self {
            frequencies: applied.frequencies(qi),
            spans: order.spans(own, level),
            prepared,
            applied,
            qi,
            level,
            meanings,
        }
    }

    fn own(&self) -> &QuasiIdentifier {
        &self.prepared.qis()[self.qi]
    }

    fn label(&self, group: u32) -> String {
        self.prepared.label(self.qi, self.level, group).to_owned()
    }

    /// The groups in display order, no more than `most`.
    pub(super) fn runs(&self, most: usize) -> Vec<Run> {
        let records: Vec<u64> = self.frequencies.iter().map(|group| group.before).collect();
        let has_order = self.meanings.reading.is_some();
        runs(&self.spans, &records, has_order, most)
    }

    /// Groups that are shown as one.
    pub(super) fn group_report(&self, run: &Run) -> GroupReport {
        let own = || run.groups.iter().map(|&group| group as usize);
        let label = |group: Option<&u32>| group.map(|&group| self.label(group));
        let several = run.groups.len() > 1 && !run.is_rest;
        let first = own().map(|group| self.spans[group].first).min();
        let last = own().map(|group| self.spans[group].last).max();
        GroupReport {
            label: label(run.groups.first()).unwrap_or_default(),
            last: label(run.groups.last()).filter(|_| several),
            groups: run.groups.len(),
            is_rest: run.is_rest,
            before: own().map(|group| self.frequencies[group].before).sum(),
            after: own().map(|group| self.frequencies[group].after).sum(),
            span: first.zip(last).filter(|_| !run.is_rest),
        }
    }

    pub(super) fn report(&self) -> ColumnReport {
        let column = &self.prepared.table().columns[self.qi];
        let meanings = &self.meanings;
        let missing = self.prepared.missing().of(&column.name);
        let of_missing = (column.dictionary.iter().zip(&meanings.is_missing)).filter(|&(_, &is_missing)| is_missing);
        let is_released_missing = |group: u32| {
            let label = self.prepared.label(self.qi, self.level, group);
            missing.iter().any(|code| code == label)
        };
        let groups = self.own().n_groups(self.level);
        let after = self.after();
        ColumnReport {
            column: column.name.clone(),
            level: self.level,
            words: self.prepared.hierarchies()[self.qi].level_name(self.level.into()),
            loss: None,
            values: column.dictionary.len(),
            groups,
            missing_before: of_missing.map(|((_, records), _)| records).sum(),
            missing_after: (0..groups as u32)
                .filter(|&group| is_released_missing(group))
                .map(|group| self.frequencies[group as usize].after)
                .sum(),
            suppressed: self.applied.kept().suppressed(),
            kind: meanings.kind(),
            before: meanings.figures(
                (meanings.numbers.iter().zip(column.dictionary.iter()))
                    .filter_map(|(number, (_, records))| Some(((*number)?, records)))
                    .collect(),
            ),
            off_at_most: after.as_ref().map(|after| after.off_at_most),
            off_on_average: after.as_ref().map(|after| after.off_on_average),
            after: after.and_then(|after| meanings.figures(after.numbers)),
            distribution: (self.runs(MOST_GROUPS).iter()).map(|run| self.group_report(run)).collect(),
        }
    }

    /// The numbers that represent the kept records. A level with one group only gives none.
    fn after(&self) -> Option<After> {
        let says_nothing = self.level > 0 && self.prepared.hierarchies()[self.qi].n_groups(self.level.into()) == 1;
        if self.meanings.reading.is_none() || says_nothing {
            return None;
        }
        let own = self.own();
        let stand_ins = StandIns::new(own, self.level, &self.meanings.numbers);
        let numbers = (0..)
            .zip(&self.frequencies)
            .filter_map(|(group, records)| Some((stand_ins.of(group).map(StandIn::middle)?, records.after)));
        let numbers = numbers.collect();
        let kept = self.applied.kept_values(self.qi);
        let (mut at_most, mut sum, mut records) = (0.0_f64, 0.0, 0);
        let mut widths = vec![(0.0, 0); own.n_groups(self.level)];
        for (value, number) in (0..).zip(&self.meanings.numbers) {
            let group = own.group(self.level, value);
            let (Some(number), Some(stand_in)) = (number, stand_ins.of(group)) else {
                continue;
            };
            let n_kept = kept[value as usize];
            if n_kept > 0 {
                at_most = at_most.max((number - stand_in.middle()).abs());
            }
            let width = &mut widths[group as usize];
            *width = (stand_in.half_width(), width.1 + n_kept);
        }
        sort_by(&mut widths, |one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        for (half_width, own) in widths.into_iter().filter(|&(_, records)| records > 0) {
            sum += half_width * own as f64;
            records += own;
        }
        Some(After {
            numbers,
            off_at_most: at_most,
            off_on_average: if records > 0 { sum / records as f64 } else { 0.0 },
        })
    }
}

/// The figures of the kept records.
struct After {
    numbers: Vec<(f64, u64)>,
    off_at_most: f64,
    off_on_average: f64,
}
