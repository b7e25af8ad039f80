//! Chapters and blocks of ICD-9, with the additions of the clinical modification of the United States (version of
//! 2011).

use super::icd::{Chapter, group_of_category};

/// The chapters in the order of their categories, letters after digits.
const CHAPTERS: [Chapter; 20] = [
    (
        "001-139 infections",
        &[
            "001-009", "010-018", "020-027", "030-041", "042", "045-049", "050-059", "060-066", "070-079", "080-088",
            "090-099", "100-104", "110-118", "120-129", "130-136", "137-139",
        ],
    ),
    (
        "140-239 neoplasms",
        &[
            "140-149", "150-159", "160-165", "170-176", "179-189", "190-199", "200-208", "209", "210-229", "230-234",
            "235-238", "239",
        ],
    ),
    ("240-279 endocrine, metabolic and immune", &["240-246", "249-259", "260-269", "270-279"]),
    ("280-289 blood", &["280-289"]),
    ("290-319 mental", &["290-294", "295-299", "300-316", "317-319"]),
    ("320-359 nervous system", &["320-327", "330-337", "338", "339", "340-349", "350-359"]),
    ("360-389 eye and ear", &["360-379", "380-389"]),
    (
        "390-459 circulation",
        &["390-392", "393-398", "401-405", "410-414", "415-417", "420-429", "430-438", "440-449", "451-459"],
    ),
    ("460-519 respiration", &["460-466", "470-478", "480-488", "490-496", "500-508", "510-519"]),
    ("520-579 digestion", &["520-529", "530-539", "540-543", "550-553", "555-558", "560-569", "570-579"]),
    ("580-629 kidneys and genitals", &["580-589", "590-599", "600-608", "610-612", "614-616", "617-629"]),
    ("630-679 pregnancy and birth", &["630-639", "640-649", "650-659", "660-669", "670-677", "678-679"]),
    ("680-709 skin", &["680-686", "690-698", "700-709"]),
    ("710-739 muscles and bones", &["710-719", "720-724", "725-729", "730-739"]),
    ("740-759 malformations", &["740-759"]),
    ("760-779 newborns", &["760-763", "764-779"]),
    ("780-799 symptoms and findings", &["780-789", "790-796", "797-799"]),
    (
        "800-999 injuries and poisoning",
        &[
            "800-804", "805-809", "810-819", "820-829", "830-839", "840-848", "850-854", "860-869", "870-879",
            "880-887", "890-897", "900-904", "905-909", "910-919", "920-924", "925-929", "930-939", "940-949",
            "950-957", "958-959", "960-979", "980-989", "990-995", "996-999",
        ],
    ),
    (
        "E000-E999 causes from outside",
        &[
            "E000",
            "E001-E030",
            "E800-E807",
            "E810-E819",
            "E820-E825",
            "E826-E829",
            "E830-E838",
            "E840-E845",
            "E846-E849",
            "E850-E858",
            "E860-E869",
            "E870-E876",
            "E878-E879",
            "E880-E888",
            "E890-E899",
            "E900-E909",
            "E910-E915",
            "E916-E928",
            "E929",
            "E930-E949",
            "E950-E959",
            "E960-E969",
            "E970-E978",
            "E979",
            "E980-E989",
            "E990-E999",
        ],
    ),
    (
        "V01-V91 factors and contacts",
        &[
            "V01-V06", "V07-V09", "V10-V19", "V20-V29", "V30-V39", "V40-V49", "V50-V59", "V60-V69", "V70-V82",
            "V83-V84", "V85", "V86", "V87", "V88", "V89", "V90", "V91",
        ],
    ),
];

/// Whether a value is a code of ICD-9: `250.01`, `25001`, `V45.81`, `e849.0`, `042`.
pub(in crate::hierarchy) fn is_icd9(value: &str) -> bool {
    category(value).is_some()
}

/// The category of a code: three characters, or four that begin with E.
fn category(value: &str) -> Option<&str> {
    let value = value.trim();
    let (letters, length, most) = match value.as_bytes().first()?.to_ascii_uppercase() {
        b'E' => (1, 4, 1),
        b'V' => (1, 3, 2),
        _ => (0, 3, 2),
    };
    let (category, more) = value.split_at_checked(length)?;
    let more = more.strip_prefix('.').unwrap_or(more);
    let mut digits = category[letters..].bytes().chain(more.bytes());
    (more.len() <= most && digits.all(|byte| byte.is_ascii_digit())).then_some(category)
}

/// The group of a value on level 1, 2, 3, counted from 0.
pub(super) fn group(value: &str, level: usize) -> String {
    let none = || "no ICD-9 code".to_owned();
    let Some(category) = category(value).map(str::to_ascii_uppercase) else {
        return none();
    };
    if level == 0 {
        return category;
    }
    group_of_category(&CHAPTERS, &category, level).unwrap_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::super::icd::tests::{expect_groups, expect_order};
    use super::*;

    #[test]
    fn chapters_and_blocks_rise_and_do_not_meet() {
        expect_order(&CHAPTERS);
    }

    #[test]
    fn codes_are_told_from_other_text() {
        for code in ["250.01", "25001", "250", " 042 ", "V45.81", "v4581", "V10", "E849.0", "e8490", "E000", "250."] {
            assert!(is_icd9(code), "{code}");
        }
        for other in ["", "25", "250.012", "E84", "E84.9", "E849.01", "V4", "I10", "25O.1", "-250", "flu", "éé0"] {
            assert!(!is_icd9(other), "{other}");
        }
    }

    #[test]
    fn a_category_is_one_of_those_that_its_groups_name() {
        let numbers = (0..1000).map(|number| format!("{number:03}"));
        let letters = (0..100).map(|number| format!("V{number:02}"));
        let causes = (0..1000).map(|number| format!("E{number:03}"));
        let categories = numbers.chain(letters).chain(causes);
        let others = expect_groups(group, "no ICD-9 code", categories);
        let after = (92..100).map(|number| format!("V{number}"));
        let before = ["000", "V00"].map(str::to_owned).into_iter();
        assert_eq!(others, before.chain(after).collect::<Vec<_>>());
        assert_eq!(group("flu", 0), "no ICD-9 code");
        let found = [0, 1, 2].map(|level| group("e8490", level));
        assert_eq!(found, ["E849", "E846-E849", "E000-E999 causes from outside"]);
    }
}
