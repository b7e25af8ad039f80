//! Shortens codes to prefixes.

use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::Dictionary;
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

/// The position at which a code is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// After this many characters: `E66.9` after 3 is `E66`.
    Length(usize),
    /// Before the last of these signs: `SW1A 1AA` before a space is `SW1A`.
    Before(String),
    /// After the leading letters: `SW1A` is `SW`.
    Letters,
}

/// Codes whose prefixes are coarser places or classes: postcodes, codes of diagnoses and occupations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Prefixes {
    /// The cuts of the labels of the level below, for levels 1, 2, ….
    pub cuts: Vec<Cut>,
}

impl Cut {
    /// The prefix of a code. A code that the cut does not shorten is unchanged.
    fn of<'a>(&self, code: &'a str) -> &'a str {
        let end = match self {
            Self::Length(length) => code.char_indices().nth(*length).map(|(end, _)| end),
            Self::Before(sign) => code.rfind(sign.as_str()).filter(|&end| end > 0),
            Self::Letters => code.find(|character: char| !character.is_alphabetic()).filter(|&end| end > 0),
        };
        end.map_or(code, |end| code[..end].trim_end())
    }
}

impl Cut {
    /// The name of a level.
    fn words(&self) -> String {
        match self {
            Self::Length(1) => "first character".to_owned(),
            Self::Length(length) => format!("first {length} characters"),
            Self::Before(sign) if sign == " " => "part before the last space".to_owned(),
            Self::Before(sign) => format!("part before the last {sign}"),
            Self::Letters => "letters at the beginning".to_owned(),
        }
    }
}

impl Prefixes {
    /// The hierarchy. Its rows are in text order. A group is named by the prefix that its codes share.
    ///
    /// # Errors
    /// If there is no cut, a length is 0, a cut has no signs, or there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        let is_empty = |cut: &Cut| match cut {
            Cut::Length(length) => *length == 0,
            Cut::Before(sign) => sign.is_empty(),
            Cut::Letters => false,
        };
        if self.cuts.is_empty() || self.cuts.iter().any(is_empty) {
            return Err(parameter(
                "a cut leaves nothing of a code, or there is none",
                "Cut after 1 or more characters, or before a sign, for example a space.",
            ));
        }
        expect_few_levels(self.cuts.len())?;
        let mut values = Values::of(column);
        sort(&mut values.present);
        let mut codes = values.present.clone();
        let levels: Vec<Level> = (self.cuts.iter())
            .map(|cut| {
                codes.iter_mut().for_each(|code| *code = cut.of(code));
                let mut names = Dictionary::new();
                let group_of_value = codes.iter().map(|code| names.intern(code, 0)).collect();
                let groups = names.iter().map(|(name, _)| name);
                Level::new(cut.words(), group_of_value, groups)
            })
            .collect();
        values.stack(&levels)
    }
}
