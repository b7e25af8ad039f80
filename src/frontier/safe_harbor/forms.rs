//! The forms that the rule gives to single values: ages, areas of ZIP codes and years.

use super::identifiers::OLDEST;
use crate::data::Number;
use crate::hierarchy::{Census, SMALL_ZIP_AREAS, ZIP_AREA_DIGITS};

/// The digits of a ZIP code.
const ZIP_DIGITS: usize = 5;

/// An age: ages from 90 on are one group. An age may be written as a number, as a band (`80-89`) or as an end (`90+`,
/// `≥90`, `under 18`). `None` for a band that joins ages below 90 with ages above, and for other values.
pub(super) fn age(value: &str, number: impl Fn(&str) -> Option<Number>) -> Option<String> {
    let text = value.trim().to_lowercase();
    let age = |text: &str| number(text.trim()).map(Number::to_f64);
    let from = |start: f64| if start >= OLDEST { format!("≥{OLDEST}") } else { value.to_owned() };
    if let Some(age) = age(&text) {
        return Some(from(age));
    }
    let open_above = ["+", " and over", " and older", " or older", " and more", " or more", " years and over"];
    if let Some(start) = open_above.iter().find_map(|end| text.strip_suffix(end)) {
        return age(start).map(from);
    }
    // The sign, and how much above the number the ages begin.
    for (sign, above) in [("≥", 0.0), (">=", 0.0), (">", 1.0), ("over ", 1.0)] {
        if let Some(start) = text.strip_prefix(sign) {
            return age(start).map(|start| from(start + above));
        }
    }
    // The sign, and how much below the number the ages end.
    for (sign, below) in [("≤", 0.0), ("<=", 0.0), ("<", 1.0), ("under ", 1.0)] {
        if let Some(end) = text.strip_prefix(sign) {
            return age(end).filter(|end| end - below < OLDEST).map(|_| value.to_owned());
        }
    }
    let (first, last) = ["-", "–", " to "].iter().find_map(|dash| text.split_once(dash))?;
    let (first, last) = (age(first)?, age(last)?);
    (first >= OLDEST || last < OLDEST).then(|| from(first))
}

/// The area of each ZIP code, or `000` if few people live there.
///
/// Codes have five digits, nine with or without a hyphen, or are areas already, of three digits (`021`, `021XX`).
/// Spreadsheets drop leading zeros: beside codes of five digits, four digits are a code that begins with 0, and beside
/// areas of three digits, shorter ones are. Three digits beside a whole code may be an area or a code without two
/// zeros: if they do not begin with 0, and for any other value, the answer is `None`.
pub(super) fn zip_areas<'a>(values: impl Iterator<Item = &'a str> + Clone, census: Census) -> Option<Vec<String>> {
    let codes: Vec<(&str, bool)> = values.map(digits).collect::<Option<_>>()?;
    let is_whole = codes.iter().any(|(code, _)| code.len() == ZIP_DIGITS);
    let has_areas = codes.iter().any(|(code, _)| code.len() == ZIP_AREA_DIGITS);
    let area = |&(code, is_area): &(&str, bool)| {
        let area = match code.len() {
            ZIP_DIGITS => code[..ZIP_AREA_DIGITS].to_owned(),
            ZIP_AREA_DIGITS if is_area || !is_whole || code.starts_with('0') => code.to_owned(),
            4 if is_whole => format!("0{}", &code[..ZIP_AREA_DIGITS - 1]),
            1 | 2 if has_areas && !is_whole => format!("{code:0>ZIP_AREA_DIGITS$}"),
            _ => return None,
        };
        Some(if census.is_small(&area) { SMALL_ZIP_AREAS.to_owned() } else { area })
    };
    codes.iter().map(area).collect()
}

/// The digits of a code or of an area, without the four digits of a delivery route and without signs in place of
/// digits; and whether such signs show that it is an area.
fn digits(value: &str) -> Option<(&str, bool)> {
    let value = value.trim();
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((code, route)) = value.split_once('-') {
        return (are_digits(code) && are_digits(route) && route.len() == 4 && code.len() > ZIP_AREA_DIGITS)
            .then_some((code, false));
    }
    let shown = value.trim_end_matches(['x', 'X', '*']);
    match shown.len() {
        _ if !are_digits(shown) => None,
        ZIP_AREA_DIGITS if value.len() == ZIP_DIGITS => Some((shown, true)),
        // With the route, and perhaps without a leading zero.
        8 | 9 if shown == value => Some((&shown[..shown.len() - 4], false)),
        _ => (shown == value && shown.len() <= ZIP_DIGITS).then_some((shown, false)),
    }
}

/// A year written with four digits.
pub(super) fn year(value: &str) -> Option<u16> {
    let value = value.trim();
    (value.len() == 4 && value.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| value.parse().ok())?
        .filter(|year| (1800..2200).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_may_be_a_number_a_band_or_an_end() {
        let form = |value| age(value, Number::parse);
        for old in ["90", "104", "90+", "≥90", ">=90", "> 89", ">89", "95+", "90 and over", "90-99", "over 89"] {
            assert_eq!(form(old).as_deref(), Some("≥90"), "{old}");
        }
        for young in ["89", "0", "85+", "80-89", "80–89", "<18", "under 90", "≤89", "85 or older"] {
            assert_eq!(form(young).as_deref(), Some(young));
        }
        for other in ["85-94", "", "adult", "≤90", "<91", "90-", "old-old"] {
            assert_eq!(form(other), None, "{other}");
        }
    }

    #[test]
    fn an_area_is_told_whatever_zeros_were_lost() {
        let areas = |values: &[&str], census| zip_areas(values.iter().copied(), census);
        let of_2000 = |values: &[&str]| areas(values, Census::Of2000);
        let expect = |found: Option<Vec<String>>, expected: &[&str]| {
            assert_eq!(found.as_deref(), Some(&expected.iter().map(|area| (*area).to_owned()).collect::<Vec<_>>()[..]))
        };
        expect(of_2000(&["03501", "03601", "03701", "05999-1234", "893011234"]), &["035", "000", "037", "000", "000"]);
        expect(of_2000(&["2138", "02139", "10001", "3601-0001"]), &["021", "021", "100", "000"]);
        expect(of_2000(&["21381234", "100011234"]), &["021", "100"]);
        expect(of_2000(&["021", "036", "000", "205"]), &["021", "000", "000", "205"]);
        expect(of_2000(&["21", "036", "5"]), &["021", "000", "005"]);
        expect(of_2000(&["021XX", "100**", "02139"]), &["021", "100", "021"]);
        expect(of_2000(&["021", "02139"]), &["021", "021"]);
        // Holtsville without its zeros, or an area of Iowa.
        for unclear in [
            &["501", "10001"] as &[&str],
            &["2138", "2139"],
            &["1234567", "10001"],
            &["SW1A 1AA"],
            &["21", "10001"],
            &["-"],
            &[""],
        ] {
            assert_eq!(of_2000(unclear), None, "{unclear:?}");
        }
        // 063 has grown, and 369 has shrunk.
        expect(of_2000(&["06301", "36901", "20501"]), &["000", "369", "205"]);
        expect(areas(&["06301", "36901", "20501"], Census::Of2020), &["063", "000", "000"]);
    }
}
