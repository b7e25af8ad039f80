//! A hierarchy to start from.

use super::build::{Groups, Intervals, Mask, Order, Side};
use super::spec::HierarchySpec;
use crate::data::{Date, DateShape, Dictionary, Kind, Number};
use crate::sorting::{sort, sort_by};

/// Up to this number of distinct numbers, a list is as good as any grouping.
const FEW_NUMBERS: usize = 12;

/// Up to this number of distinct texts, a list is as good: their alphabetical order seldom means anything.
const FEW_TEXTS: usize = 20;

/// Values whose length is shorter than this may be quantities (years) rather than codes.
const SHORTEST_CODE: usize = 5;

/// Years of a date column from which on decades are a level.
const MANY_YEARS: u16 = 20;

/// A hierarchy to start from, by what the column's values look like.
///
/// - few values: each itself, then `*`
/// - dates: day, month, quarter, year, decades where they span many years
/// - codes of one length with digits: masked from the right
/// - numbers: intervals of about a twenty-fifth of the range, and wider
/// - other texts: neighbours in alphabetical order
pub fn suggest(dictionary: &Dictionary, kind: Kind, missing: &[String]) -> HierarchySpec {
    let present = || {
        dictionary
            .iter()
            .map(|(value, _)| value)
            .filter(|value| !missing.iter().any(|missing| missing == value))
    };
    let n_values = present().count();
    if kind == Kind::Date {
        return HierarchySpec::Rows(date_rows(dictionary, missing));
    }
    let few = if kind.is_numeric() {
        FEW_NUMBERS
    } else {
        FEW_TEXTS
    };
    if n_values <= few {
        return HierarchySpec::Rows(identity_rows(dictionary, kind));
    }
    if has_codes(present(), kind) {
        return HierarchySpec::Mask(Mask {
            from: Side::Right,
            character: "*".to_owned(),
            steps: None,
        });
    }
    if kind.is_numeric() {
        let numbers = || present().filter_map(Number::parse);
        if let (Some(least), Some(most)) = (numbers().min(), numbers().max()) {
            return HierarchySpec::Intervals(Intervals {
                widths: widths(most.to_f64() - least.to_f64(), kind),
                origin: 0.0,
                bottom: None,
                top: None,
            });
        }
    }
    HierarchySpec::Groups(Groups {
        order: Order::Text,
        fan_out: fan_out(n_values),
    })
}

/// Each value, then `*`, in order.
fn identity_rows(dictionary: &Dictionary, kind: Kind) -> Vec<Vec<String>> {
    let mut values: Vec<&str> = dictionary.iter().map(|(value, _)| value).collect();
    sort(&mut values);
    if kind.is_numeric() {
        sort_by(&mut values, |one, other| {
            Number::parse(one).cmp(&Number::parse(other))
        });
    }
    values
        .into_iter()
        .map(|value| vec![value.to_owned(), "*".to_owned()])
        .collect()
}

/// Whether the values are codes of one length: with digits, and not quantities.
fn has_codes<'a>(mut values: impl Iterator<Item = &'a str>, kind: Kind) -> bool {
    let Some(first) = values.next() else {
        return false;
    };
    let shortest = match kind {
        Kind::Integer => SHORTEST_CODE,
        Kind::Text => 3,
        Kind::Decimal | Kind::Date | Kind::Empty => return false,
    };
    let is_code = |value: &str| {
        value.len() == first.len()
            && value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b' ')
            && value.bytes().any(|byte| byte.is_ascii_digit())
    };
    first.len() >= shortest && is_code(first) && values.all(is_code)
}

/// A width of 1, 2 or 5 · 10ⁿ that is at least a twenty-fifth of the range, and wider ones up to half of it.
fn widths(range: f64, kind: Kind) -> Vec<f64> {
    const ROUND: [[u32; 4]; 3] = [[1, 5, 10, 20], [2, 10, 20, 40], [5, 10, 20, 40]];
    let up_to_half = |width: &f64| width * 2.0 <= range;
    if kind == Kind::Integer && range < 25.0 {
        let wider = [4.0, 8.0].into_iter().take_while(up_to_half);
        return [2.0].into_iter().chain(wider).collect();
    }
    let finest = range / 25.0;
    // Read from text, which rounds once; products of 0.1 would gather noise.
    let width = |digits: u32, exponent: i32| format!("{digits}e{exponent}").parse().unwrap_or(1.0);
    let mut series = (-6..15)
        .flat_map(|exponent| ROUND.map(|digits| digits.map(|digits| width(digits, exponent))));
    let [first, wider @ ..] = series
        .find(|widths: &[f64; 4]| widths[0] >= finest)
        .unwrap_or([1.0, 5.0, 10.0, 20.0]);
    let wider = wider.into_iter().take_while(up_to_half);
    [first].into_iter().chain(wider).collect()
}

/// Fives, until about five groups are left.
fn fan_out(n_values: usize) -> Vec<usize> {
    const FAN_OUT: usize = 5;
    let mut fan_out = vec![FAN_OUT];
    let mut groups = n_values.div_ceil(FAN_OUT);
    while groups > FAN_OUT {
        fan_out.push(FAN_OUT);
        groups = groups.div_ceil(FAN_OUT);
    }
    fan_out
}

/// Value, day where there are times, month, quarter, year, decades where there are many years, `*`.
fn date_rows(dictionary: &Dictionary, missing: &[String]) -> Vec<Vec<String>> {
    let mut dated: Vec<(Date, DateShape, &str)> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for (value, _) in dictionary.iter() {
        match Date::parse(value) {
            Some((date, shape)) if !missing.iter().any(|missing| missing == value) => {
                dated.push((date, shape, value));
            }
            _ => others.push(value),
        }
    }
    sort_by(&mut dated, |one, other| {
        (one.0.cmp(&other.0)).then_with(|| one.2.cmp(other.2))
    });
    let years = || dated.iter().map(|(date, _, _)| date.year);
    let span = years().max().unwrap_or(0) - years().min().unwrap_or(0);
    let has_times = dated
        .iter()
        .any(|&(_, shape, _)| shape == DateShape::IsoWithTime);
    let labels = |date: Date| {
        let Date { year, month, day } = date;
        let decade = year - year % 10;
        let mut labels = Vec::new();
        labels.extend(has_times.then(|| format!("{year:04}-{month:02}-{day:02}")));
        labels.push(format!("{year:04}-{month:02}"));
        labels.push(format!("{year:04}-Q{}", date.quarter()));
        labels.push(format!("{year:04}"));
        labels.extend((span > MANY_YEARS).then(|| format!("{decade:04}-{:04}", decade + 9)));
        labels
    };
    let mut rows: Vec<Vec<String>> = dated
        .iter()
        .map(|&(date, _, value)| row(value, labels(date)))
        .collect();
    let levels = 3 + usize::from(has_times) + usize::from(span > MANY_YEARS);
    rows.extend(
        others
            .into_iter()
            .map(|value| row(value, vec![value.to_owned(); levels])),
    );
    rows
}

fn row(value: &str, labels: Vec<String>) -> Vec<String> {
    let mut row = vec![value.to_owned()];
    row.extend(labels);
    row.push("*".to_owned());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    fn dictionary(values: impl IntoIterator<Item = String>) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(&value, 1);
        }
        dictionary
    }

    fn suggested(values: impl IntoIterator<Item = String>) -> Result<HierarchySpec> {
        let dictionary = dictionary(values);
        let missing = [String::new()];
        let kind = Kind::of(
            dictionary
                .iter()
                .map(|(value, _)| value)
                .filter(|value| !value.is_empty()),
        );
        let spec = suggest(&dictionary, kind, &missing);
        let hierarchy = spec.build(&dictionary, &missing)?;
        hierarchy.encode(&dictionary)?;
        assert_eq!(hierarchy.n_groups(hierarchy.height() - 1), 1);
        Ok(spec)
    }

    fn interval_widths(spec: &HierarchySpec) -> &[f64] {
        match spec {
            HierarchySpec::Intervals(intervals) => &intervals.widths,
            _ => &[],
        }
    }

    #[test]
    fn numbers_get_round_intervals() -> Result<()> {
        let ages = suggested((17..=90).map(|age| age.to_string()))?;
        assert_eq!(interval_widths(&ages), [5.0, 10.0, 20.0]);
        let incomes = suggested((0..100).map(|income| (income * 997).to_string()))?;
        assert_eq!(
            interval_widths(&incomes),
            [5_000.0, 10_000.0, 20_000.0, 40_000.0]
        );
        let shares = suggested((0..100).map(|share| format!("0.{share:02}")))?;
        assert_eq!(interval_widths(&shares), [0.05, 0.1, 0.2, 0.4]);
        let hours = suggested((0..24).map(|hour| hour.to_string()))?;
        assert_eq!(interval_widths(&hours), [2.0, 4.0, 8.0]);
        let all_ages = suggested((0..=120).map(|age| age.to_string()))?;
        assert_eq!(interval_widths(&all_ages), [5.0, 10.0, 20.0, 40.0]);
        Ok(())
    }

    #[test]
    fn any_range_gives_widths_that_fit() -> Result<()> {
        for exponent in -4..14 {
            for factor in [1, 2, 3, 7] {
                let range = format!("{factor}e{exponent:+}")
                    .parse::<f64>()
                    .unwrap_or(1.0);
                suggested((0..40).map(|step| format!("{}", range * f64::from(step) / 40.0)))?;
            }
        }
        Ok(())
    }

    #[test]
    fn codes_are_masked() -> Result<()> {
        let mask = HierarchySpec::Mask(Mask {
            from: Side::Right,
            character: "*".into(),
            steps: None,
        });
        assert_eq!(
            suggested((0..50).map(|zip| format!("0{}", 2100 + zip)))?,
            mask
        );
        assert_eq!(
            suggested((0..50).map(|zip| (37_011 + zip).to_string()))?,
            mask
        );
        Ok(())
    }

    #[test]
    fn few_values_stay_and_many_texts_are_grouped() -> Result<()> {
        let sexes = suggested(["Male", "", "Female"].map(str::to_owned))?;
        assert_eq!(
            sexes,
            HierarchySpec::Rows(
                [["", "*"], ["Female", "*"], ["Male", "*"]]
                    .map(|row| row.map(str::to_owned).to_vec())
                    .to_vec()
            )
        );
        let countries = suggested((0..41).map(|country| format!("land {}", "x".repeat(country))))?;
        assert_eq!(
            countries,
            HierarchySpec::Groups(Groups {
                order: Order::Text,
                fan_out: vec![5, 5]
            })
        );
        Ok(())
    }

    #[test]
    fn dates_become_months_quarters_and_years() -> Result<()> {
        let spec = suggested(["2019-03-31", "", "1987-11-02"].map(str::to_owned))?;
        let expected = [
            ["1987-11-02", "1987-11", "1987-Q4", "1987", "1980-1989", "*"],
            ["2019-03-31", "2019-03", "2019-Q1", "2019", "2010-2019", "*"],
            ["", "", "", "", "", "*"],
        ];
        assert_eq!(
            spec,
            HierarchySpec::Rows(expected.map(|row| row.map(str::to_owned).to_vec()).to_vec())
        );
        let times = suggested(["2019-03-31T10:00", "2019-03-31T11:30"].map(str::to_owned))?;
        let HierarchySpec::Rows(rows) = times else {
            return Ok(());
        };
        assert_eq!(
            rows[0],
            [
                "2019-03-31T10:00",
                "2019-03-31",
                "2019-03",
                "2019-Q1",
                "2019",
                "*"
            ]
        );
        Ok(())
    }
}
