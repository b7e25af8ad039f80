//! Chapters and blocks of ICD-10, with the numbers of the World Health Organization (version of 2019), and the
//! additions of the clinical modification of the United States.

use super::icd::{Chapter, group_of_category};

/// The chapters in the order of their categories.
const CHAPTERS: [Chapter; 22] = [
    (
        "A00-B99 infections",
        &[
            "A00-A09", "A15-A19", "A20-A28", "A30-A49", "A50-A64", "A65-A69", "A70-A74", "A75-A79", "A80-A89",
            "A92-A99", "B00-B09", "B15-B19", "B20-B24", "B25-B34", "B35-B49", "B50-B64", "B65-B83", "B85-B89",
            "B90-B94", "B95-B98", "B99",
        ],
    ),
    (
        "C00-D49 neoplasms",
        &[
            "C00-C14", "C15-C26", "C30-C39", "C40-C41", "C43-C44", "C45-C49", "C50", "C51-C58", "C60-C63", "C64-C68",
            "C69-C72", "C73-C75", "C76-C80", "C81-C96", "C97", "D00-D09", "D10-D36", "D37-D48", "D49",
        ],
    ),
    ("D50-D89 blood and immune system", &["D50-D53", "D55-D59", "D60-D64", "D65-D69", "D70-D77", "D80-D89"]),
    (
        "E00-E90 endocrine and metabolic",
        &["E00-E07", "E10-E14", "E15-E16", "E20-E35", "E40-E46", "E50-E64", "E65-E68", "E70-E90"],
    ),
    (
        "F00-F99 mental and behavioural",
        &[
            "F00-F09", "F10-F19", "F20-F29", "F30-F39", "F40-F48", "F50-F59", "F60-F69", "F70-F79", "F80-F89",
            "F90-F98", "F99",
        ],
    ),
    (
        "G00-G99 nervous system",
        &[
            "G00-G09", "G10-G14", "G20-G26", "G30-G32", "G35-G37", "G40-G47", "G50-G59", "G60-G64", "G70-G73",
            "G80-G83", "G90-G99",
        ],
    ),
    (
        "H00-H59 eye",
        &[
            "H00-H06", "H10-H13", "H15-H22", "H25-H28", "H30-H36", "H40-H42", "H43-H45", "H46-H48", "H49-H52",
            "H53-H54", "H55-H59",
        ],
    ),
    ("H60-H95 ear", &["H60-H62", "H65-H75", "H80-H83", "H90-H95"]),
    (
        "I00-I99 circulation",
        &["I00-I02", "I05-I09", "I10-I15", "I20-I25", "I26-I28", "I30-I52", "I60-I69", "I70-I79", "I80-I89", "I95-I99"],
    ),
    (
        "J00-J99 respiration",
        &["J00-J06", "J09-J18", "J20-J22", "J30-J39", "J40-J47", "J60-J70", "J80-J84", "J85-J86", "J90-J94", "J95-J99"],
    ),
    (
        "K00-K95 digestion",
        &[
            "K00-K14", "K20-K31", "K35-K38", "K40-K46", "K50-K52", "K55-K64", "K65-K67", "K70-K77", "K80-K87",
            "K90-K93", "K94-K95",
        ],
    ),
    ("L00-L99 skin", &["L00-L08", "L10-L14", "L20-L30", "L40-L45", "L50-L54", "L55-L59", "L60-L75", "L80-L99"]),
    (
        "M00-M99 muscles and bones",
        &[
            "M00-M03", "M05-M14", "M15-M19", "M20-M25", "M30-M36", "M40-M43", "M45-M49", "M50-M54", "M60-M63",
            "M65-M68", "M70-M79", "M80-M85", "M86-M90", "M91-M94", "M95-M99",
        ],
    ),
    (
        "N00-N99 kidneys and genitals",
        &[
            "N00-N08", "N10-N16", "N17-N19", "N20-N23", "N25-N29", "N30-N39", "N40-N51", "N60-N64", "N70-N77",
            "N80-N98", "N99",
        ],
    ),
    (
        "O00-O99 pregnancy and birth",
        &["O00-O08", "O10-O16", "O20-O29", "O30-O48", "O60-O75", "O80-O84", "O85-O92", "O94-O99"],
    ),
    (
        "P00-P96 newborns",
        &["P00-P04", "P05-P08", "P10-P15", "P20-P29", "P35-P39", "P50-P61", "P70-P74", "P75-P78", "P80-P83", "P90-P96"],
    ),
    (
        "Q00-Q99 malformations",
        &[
            "Q00-Q07", "Q10-Q18", "Q20-Q28", "Q30-Q34", "Q35-Q37", "Q38-Q45", "Q50-Q56", "Q60-Q64", "Q65-Q79",
            "Q80-Q89", "Q90-Q99",
        ],
    ),
    (
        "R00-R99 symptoms and findings",
        &[
            "R00-R09", "R10-R19", "R20-R23", "R25-R29", "R30-R39", "R40-R46", "R47-R49", "R50-R69", "R70-R79",
            "R80-R82", "R83-R89", "R90-R94", "R95-R99",
        ],
    ),
    (
        "S00-T98 injuries and poisoning",
        &[
            "S00-S09", "S10-S19", "S20-S29", "S30-S39", "S40-S49", "S50-S59", "S60-S69", "S70-S79", "S80-S89",
            "S90-S99", "T00-T07", "T08-T14", "T15-T19", "T20-T25", "T26-T28", "T29-T32", "T33-T35", "T36-T50",
            "T51-T65", "T66-T78", "T79", "T80-T88", "T90-T98",
        ],
    ),
    ("U00-U99 special purposes", &["U00-U49", "U82-U85"]),
    (
        "V00-Y99 causes from outside",
        &[
            "V00", "V01-V99", "W00-W19", "W20-W49", "W50-W64", "W65-W74", "W75-W84", "W85-W99", "X00-X09", "X10-X19",
            "X20-X29", "X30-X39", "X40-X49", "X50-X57", "X58-X59", "X60-X84", "X85-Y09", "Y10-Y34", "Y35-Y36",
            "Y40-Y84", "Y85-Y89", "Y90-Y98", "Y99",
        ],
    ),
    ("Z00-Z99 factors and contacts", &["Z00-Z13", "Z20-Z29", "Z30-Z39", "Z40-Z54", "Z55-Z65", "Z70-Z76", "Z80-Z99"]),
];

/// Categories of the clinical modification of the United States that end with a letter, each with a category of the
/// same block.
const LETTERED: [(&str, &str); 8] = [
    ("C4A", "C44"),
    ("C7A", "C80"),
    ("C7B", "C80"),
    ("D3A", "D36"),
    ("I5A", "I51"),
    ("M1A", "M10"),
    ("O9A", "O99"),
    ("Z3A", "Z39"),
];

/// Whether a value is a code of ICD-10: `E66.9`, `C61`, `c7a.00`, `S72001A`.
pub(in crate::hierarchy) fn is_icd10(value: &str) -> bool {
    let Some((category, more)) = value.trim().split_at_checked(3) else {
        return false;
    };
    let more = more.strip_prefix('.').unwrap_or(more);
    let &[letter, tens, ones] = category.as_bytes() else {
        return false;
    };
    letter.is_ascii_alphabetic()
        && tens.is_ascii_digit()
        && (ones.is_ascii_digit() || matches!(ones.to_ascii_uppercase(), b'A' | b'B'))
        && more.len() <= 4
        && more.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The group of a value on level 1, 2, 3, counted from 0.
pub(super) fn group(value: &str, level: usize) -> String {
    const NONE: &str = "no ICD-10 code";
    let value = value.trim();
    if !is_icd10(value) {
        return NONE.to_owned();
    }
    let category = value[..3].to_ascii_uppercase();
    if level == 0 {
        return category;
    }
    let like = LETTERED.iter().find(|(lettered, _)| *lettered == category);
    let like = like.map_or(category.as_str(), |(_, like)| like);
    group_of_category(&CHAPTERS, like, level).unwrap_or_else(|| NONE.to_owned())
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
        for code in ["E66.9", "C61", "c7a.00", "S72001A", " I10 ", "B20"] {
            assert!(is_icd10(code), "{code}");
        }
        for other in ["", "E6", "66.9", "EE6", "E66.99999", "Émile", "E66 9", "flu"] {
            assert!(!is_icd10(other), "{other}");
        }
    }

    #[test]
    fn a_category_is_one_of_those_that_its_groups_name() {
        let of_letter = |letter| (0..100).map(move |number| format!("{letter}{number:02}"));
        let categories = ('A'..='Z').flat_map(of_letter);
        let others = expect_groups(group, "no ICD-10 code", categories);
        let numbers = |letter, first: u8, last: u8| (first..=last).map(move |number| format!("{letter}{number}"));
        let expected = [('D', 90), ('E', 91), ('H', 96), ('K', 96), ('P', 97), ('T', 99)];
        let expected: Vec<String> =
            (expected.into_iter()).flat_map(|(letter, first)| numbers(letter, first, 99)).collect();
        assert_eq!(others, expected);
    }
}
