//! Where a table begins in its file: what stands above it, and which rows have its names.

use super::begins::{self, Begins, Values};
use super::kind::Kind;

pub(super) use super::begins::MISSING;

/// Where the table begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    /// The number of rows above the table.
    pub(super) above: usize,
    /// The number of rows that have the names, if there are names.
    pub(super) header_rows: usize,
    /// The number of first records that look like units or more of the names.
    pub(super) odd: usize,
}

impl Beginning {
    /// Looks at the first rows of a file, without its blank lines.
    pub(super) fn of(rows: &[Vec<String>]) -> Self {
        let Begins { above, header_rows, odd } = Begins::of(rows, judge);
        Self { above, header_rows, odd }
    }
}

/// The number of first records that look like units or more of the names.
pub(super) fn units(records: &[Vec<String>]) -> usize {
    begins::units(records, judge)
}

/// What all of these values are, by their kind.
fn judge(values: &[&str]) -> Values {
    match Kind::of(values.iter().copied()) {
        Kind::Integer | Kind::Decimal => Values::Numbers,
        Kind::Date => Values::Dates,
        Kind::Text => Values::Texts,
        Kind::Time => Values::Others,
        Kind::Empty => Values::None,
    }
}

/// Whether the first row has names, and does not look like the others.
pub(super) fn is_header(first: &[String], rest: &[Vec<String>], missing: &[&str]) -> bool {
    begins::is_header(first, rest, missing, judge)
}

/// The separator that a first line `sep=;` names, as spreadsheets write it.
pub(super) fn named_separator(text: &[u8]) -> Option<u8> {
    match text.strip_prefix(b"sep=").or_else(|| text.strip_prefix(b"SEP="))? {
        [delimiter, b'\r' | b'\n', ..] if delimiter.is_ascii() => Some(*delimiter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beginning(text: &str) -> (usize, usize, usize) {
        let rows: Vec<Vec<String>> = (text.lines().filter(|line| !line.is_empty()))
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect();
        let Beginning { above, header_rows, odd } = Beginning::of(&rows);
        (above, header_rows, odd)
    }

    #[test]
    fn titles_and_comments_are_no_names() {
        for (text, above) in [
            ("age,sex,note\n30,m,x\n31,f,y\n32,m,z", 0),
            ("Survey 2021 - extract\n\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("Survey 2021,,\n,,\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 2),
            ("sep=,\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("# Register,,,,\n# Licence: open,,,,\nID,First,Last,Born,Town\n1,A,R,x,N\n2,B,K,y,N\n3,C,L,x,N", 2),
            ("https://example.org/survey\nage,sex\n30,m\n31,f\n32,m", 1),
            ("https://example.org/a,b\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("Hospital:,General,,\nas of:,2024-01-31,,\nid,age,sex,ward\n1,30,m,A\n2,31,f,B\n3,32,m,A", 2),
            (
                "Ward A,Site 7,Round 2,,,,,\nprinted in May,,,,,,,\nid,age,sex,a,b,c,d,e\n1,30,m,1,2,3,4,5\n2,31,f,1,2,3,4,5\n3,32,m,1,2,3,4,5",
                2,
            ),
            ("Register\n2024-01-31\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 2),
            ("A survey,\n,\nid,age\n1,30\n2,31\n3,32", 2),
            (
                "Register 2021,,,,,\nPerson,,,Laboratory,,\nage,sex,town,hb,crp,ck\n30,m,N,1.5,2,3\n31,f,N,1,2,3\n32,m,K,1,2,3",
                1,
            ),
            // A column of names that begins with a sign, a table of one column, and records without names.
            ("#,age,sex\n1,30,m\n2,31,f\n3,32,m", 0),
            ("word\nred\ngreen\nblue", 0),
            ("x,,,,\n1,2,3,4,5\n1,2,3,4,6\n1,2,3,4,7", 0),
            ("a,,,,\nb,c,d,e,f\nb,c,d,e,f\nb,c,d,e,f", 0),
            ("", 0),
        ] {
            assert_eq!(beginning(text).0, above, "{text}");
        }
    }

    #[test]
    fn rows_of_groups_and_units_belong_to_the_names() {
        for (text, header_rows, odd) in [
            ("Person,,Laboratory,\nage,sex,hb,crp\n30,m,1.5,2\n31,f,1.6,3\n32,m,1.7,4", 2, 0),
            ("Person,,,Laboratory,,\nage,sex,town,hb,crp,ck\n30,m,N,1.5,2,3\n31,f,N,1,2,3\n32,m,K,1,2,3", 2, 0),
            ("id,Which fruit?,,,Age\n,Apple,Pear,Plum,Response\n1,Apple,,,23\n2,,,Plum,26\n3,Apple,,,29", 2, 0),
            ("age,sex,hb\nyears,,g/l\n30,m,1.5\n31,f,1.6\n32,m,1.7", 1, 1),
            ("age,hb\nyears,g/l\nat entry,first\n30,1.5\n31,1.6\n32,1.7", 1, 2),
            (
                "start,Q1\nStart Date,How?\n{\"ImportId\":\"start\"},{\"ImportId\":\"Q1\"}\n2021-01-02,a\n2021-01-03,b\n2021-01-04,c",
                1,
                2,
            ),
            ("Person,\nage,sex\n30,m\n31,f\n32,m", 2, 0),
            ("age,sex\n30,m\n31,f\n32,m", 1, 0),
            (
                "No,Came,How old?,Which?,,Sex\n,,Response,Email,Phone,Response\nA1,x,18-24,Email,,f\nA2,y,25-34,,Phone,m\nA3,z,25-34,Email,Phone,f",
                2,
                0,
            ),
            ("a,b,,d\n,,x,y\n1,2,x,\n3,,x,y\n5,6,,y", 1, 0),
            // Text alone says nothing, and a record with one number is one.
            ("sex,race\nmale,white\nfemale,black\nmale,black", 1, 0),
            ("age,hb\nunknown,1.5\n30,1.6\n31,1.7\n32,1.8", 1, 0),
            (",age\na,unknown\nb,30\nc,31\nd,32", 1, 1),
        ] {
            assert_eq!(beginning(text).1, header_rows, "{text}");
            assert_eq!(beginning(text).2, odd, "{text}");
        }
    }

    #[test]
    fn a_separator_is_named() {
        assert_eq!(named_separator(b"sep=;\na;b\n"), Some(b';'));
        assert_eq!(named_separator(b"sep=\t\r\na\tb\r\n"), Some(b'\t'));
        assert_eq!(named_separator(b"sep=;;\n"), None);
        assert_eq!(named_separator(b"separator\n"), None);
    }
}
