//! Guesses the dialect of a file from its beginning.

use super::beyond_ascii::beyond_ascii;
use super::csv::{Record, RecordReader, shown};
use super::dialect::{Dialect, Terminator};
use super::encoding::guess;
use super::shape::{Beginning, MISSING, is_header, named_separator};
use crate::error::{DataError, ErrorKind};
use serde::Serialize;
use std::borrow::Cow;
use std::str;

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The number of records to examine.
const MAX_RECORDS: u64 = 1_000;

/// The properties of a file inferred from its beginning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sniffed {
    /// The dialect.
    pub dialect: Dialect,
    /// The evidence for the encoding.
    pub encoding_evidence: EncodingEvidence,
    /// If it is a guess: the characters beyond ASCII that fit the words around them; but if it is not windows-1252,
    /// those of them that do not under windows-1252.
    pub encoding_fits: u64,
    /// The line terminator.
    pub terminator: Terminator,
    /// Whether cells are enclosed in quotes, as far as seen.
    pub has_quoted_cells: bool,
    /// The beginnings of the rows above the table.
    pub above: Vec<String>,
}

impl Sniffed {
    /// The rows above the table in words.
    pub fn rows_above(&self) -> Vec<&str> {
        self.above.iter().map(|row| if row.is_empty() { "a blank row" } else { row.as_str() }).collect()
    }
}

/// The evidence for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EncodingEvidence {
    /// A byte order mark.
    ByteOrderMark,
    /// All bytes are valid UTF-8.
    Valid,
    /// Most characters beyond ASCII are valid UTF-8: the others are damaged, and reading says where.
    Most,
    /// No mark, but every other byte of most characters is zero, as in UTF-16.
    Zeros,
    /// The bytes are not UTF-8, and the encoding is guessed by the letters that stand in words.
    Guess,
}

impl Sniffed {
    /// What is to be told of the encoding, if the file does not say its own: what it is read as, and with what
    /// evidence. To follow the name of the file.
    pub fn encoding_told(&self) -> Option<String> {
        let encoding = &self.dialect.encoding;
        let fit = |count: u64| match count {
            1 => "1 character beyond ASCII fits the words around it so".to_owned(),
            _ => format!("{count} characters beyond ASCII fit the words around them so"),
        };
        let told = format!("and is read as {encoding},");
        match (self.encoding_evidence, self.encoding_fits) {
            (EncodingEvidence::Zeros, _) => {
                Some(format!("without a mark of its encoding, {told} as every other byte is zero"))
            }
            (EncodingEvidence::Guess, 0) => Some(format!("no UTF-8, {told} which is a guess")),
            (EncodingEvidence::Guess, count) if encoding == "windows-1252" => {
                Some(format!("no UTF-8, {told} as {}", fit(count)))
            }
            (EncodingEvidence::Guess, count) => {
                Some(format!("no UTF-8, {told} as {}, and not as windows-1252", fit(count)))
            }
            _ => None,
        }
    }
}

/// Infers the dialect of a file from its first bytes; `whole` means that these are the whole file.
///
/// - Encoding: a byte order mark (UTF-8, UTF-16), otherwise UTF-16 if every other byte is zero, UTF-8 if the bytes, or
///   at least half of what is not ASCII, are valid, otherwise the one of windows-1252, macintosh, ibm850, ibm437,
///   windows-1250 and windows-1251 under which the most letters stand in words.
/// - Delimiter: of comma, semicolon, tab and vertical bar the one that gives the most cells most evenly.
/// - Quote: `'` if cells are enclosed in it and none in `"`.
/// - Header: always, unless the first record looks like the others: a number above numbers, a date above dates, a
///   text that occurs again in its column, or, if there is little evidence for a header, the same name twice.
/// - Rows above the names: a separator, comments and titles. Two rows of names where the second has what the first
///   lacks.
/// - Missing: the empty cell alone. What else means a missing value is proposed by column, and a person decides.
pub fn sniff(head: &[u8], whole: bool) -> Sniffed {
    let (encoding, encoding_evidence, text) = decode(head, whole);
    let is_guess = encoding_evidence == EncodingEvidence::Guess;
    let (encoding, encoding_fits) = match is_guess.then(|| guess(head)) {
        Some(guess) => (guess.encoding, guess.fits),
        None => (encoding, 0),
    };
    let (delimiter, quote) = delimiter_and_quote(text.as_bytes(), whole);
    let mut dialect = Dialect { delimiter, quote, header: false, encoding: encoding.to_owned(), ..Dialect::default() };
    let mut records: Vec<Vec<String>> = Vec::new();
    let terminator = each_record(text.as_bytes(), &dialect, whole, |record| {
        records.push(record.iter().map(str::to_owned).collect());
    });
    let beginning = Beginning::of(&records);
    let (above, table) = records.split_at(beginning.above);
    dialect.header_row += above.len() as u64;
    if let Some((first, rest)) = table.split_first() {
        let below = rest.get(beginning.odd..).unwrap_or_default();
        dialect.header = beginning.header_rows > 1 || is_header(first, below, &MISSING);
        dialect.header_rows = beginning.header_rows as u64;
    } else {
        dialect.header = true;
    }
    let above = above.iter().map(|row| shown(row.iter().map(String::as_str))).collect();
    let has_quoted_cells = (dialect.quote).is_some_and(|quote| enclosed(text.as_bytes(), delimiter, quote).1 > 0);
    Sniffed { dialect, encoding_evidence, encoding_fits, terminator, has_quoted_cells, above }
}

fn decode(head: &[u8], whole: bool) -> (&'static str, EncodingEvidence, Cow<'_, str>) {
    use EncodingEvidence::{ByteOrderMark, Guess, Most, Valid, Zeros};
    if let Some(bytes) = head.strip_prefix(b"\xef\xbb\xbf") {
        return ("utf-8", ByteOrderMark, String::from_utf8_lossy(bytes));
    }
    if let Some(bytes) = head.strip_prefix(b"\xff\xfe") {
        return ("utf-16le", ByteOrderMark, decode_utf_16(bytes, u16::from_le_bytes));
    }
    if let Some(bytes) = head.strip_prefix(b"\xfe\xff") {
        return ("utf-16be", ByteOrderMark, decode_utf_16(bytes, u16::from_be_bytes));
    }
    match zeros(head) {
        Some(Zeroed::High) => return ("utf-16le", Zeros, decode_utf_16(head, u16::from_le_bytes)),
        Some(Zeroed::Low) => return ("utf-16be", Zeros, decode_utf_16(head, u16::from_be_bytes)),
        None => {}
    }
    match str::from_utf8(head) {
        Ok(text) => ("utf-8", Valid, Cow::Borrowed(text)),
        Err(error) if error.error_len().is_none() && !whole => {
            ("utf-8", Valid, String::from_utf8_lossy(&head[..error.valid_up_to()]))
        }
        Err(_) if is_mostly_utf_8(head) => ("utf-8", Most, String::from_utf8_lossy(head)),
        // Only ASCII matters here, so Latin-1 is sufficient.
        Err(_) => ("windows-1252", Guess, head.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The half of the pairs of bytes that is zero.
enum Zeroed {
    /// The second byte, as in UTF-16 with the low byte first.
    High,
    /// The first byte.
    Low,
}

/// Which half of the pairs of bytes is zero, if no other byte is. Delimiters, digits and line breaks have a zero in
/// every script, and no other text has one.
fn zeros(head: &[u8]) -> Option<Zeroed> {
    let (pairs, _) = head.as_chunks::<2>();
    let count = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count();
    let (first, second) = (count(0), count(1));
    let is_most = |zeros: usize| zeros * 10 >= pairs.len() && zeros >= 2;
    match (first, second) {
        (0, zeros) if is_most(zeros) => Some(Zeroed::High),
        (zeros, 0) if is_most(zeros) => Some(Zeroed::Low),
        _ => None,
    }
}

/// Whether some characters are not ASCII and valid, and no more places are not valid.
fn is_mostly_utf_8(head: &[u8]) -> bool {
    let (valid, wrong) = beyond_ascii(head);
    0 < valid && wrong <= valid
}

fn decode_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'static, str> {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Calls the function for each of the first records, except the last one if the text may be cut there.
fn each_record(text: &[u8], dialect: &Dialect, whole: bool, mut function: impl FnMut(&Record<'_>)) -> Terminator {
    let mut reader = RecordReader::new(dialect);
    let mut sink = |record: Record<'_>| {
        if record.number() <= MAX_RECORDS {
            function(&record);
        }
        Ok(())
    };
    // Without a header and with valid text, nothing can fail.
    let read = reader.push(text, &mut sink);
    if read.is_ok() && (whole || reader.records() == 0) {
        let _ = reader.finish(&mut sink);
    }
    reader.terminator()
}

/// Whether a quote would be open at the end of the text, which means that it is part of the text.
fn stays_open(text: &[u8], dialect: &Dialect) -> bool {
    let mut reader = RecordReader::new(dialect);
    let ended = reader.push(text, &mut |_| Ok(())).and_then(|()| reader.finish(&mut |_| Ok(())));
    ended.is_err_and(|error| error.kind() == &ErrorKind::Data(DataError::OpenQuote))
}

fn delimiter_and_quote(text: &[u8], whole: bool) -> (u8, Option<u8>) {
    if let Some(delimiter) = named_separator(text) {
        return (delimiter, Shape::of(text, delimiter, whole).quote);
    }
    let shapes = DELIMITERS.map(|delimiter| Shape::of(text, delimiter, whole));
    let best = shapes
        .iter()
        .reduce(|best, shape| if shape.is_better_than(best) { shape } else { best })
        .filter(|best| best.score() > 0.1);
    // A file of one column: a delimiter that does not occur in its cells.
    let lone = || shapes.iter().find(|shape| shape.widest == 1).unwrap_or(&shapes[0]);
    let shape = best.unwrap_or_else(lone);
    (shape.delimiter, shape.quote)
}

/// The form of the first records with one delimiter.
struct Shape {
    delimiter: u8,
    /// `None` if quotes are part of the text.
    quote: Option<u8>,
    records: usize,
    /// The most frequent number of cells.
    cells: usize,
    /// The number of records with this many cells.
    even: usize,
    /// The largest number of cells.
    widest: usize,
    /// Whether the first record has this many cells.
    first_is_even: bool,
    /// Whether all cells with a comma are numbers with a decimal comma, and there is at least one.
    has_decimal_commas: bool,
}

impl Shape {
    fn of(text: &[u8], delimiter: u8, whole: bool) -> Self {
        let mut dialect =
            Dialect { delimiter, quote: Some(quote(text, delimiter)), header: false, ..Dialect::default() };
        let is_text = |quote: u8| enclosed(text, delimiter, quote).1 == 0;
        if whole && dialect.quote.is_some_and(is_text) && stays_open(text, &dialect) {
            dialect.quote = None;
        }
        let mut lengths = Vec::new();
        let (mut with_comma, mut decimal) = (0_u32, 0_u32);
        each_record(text, &dialect, whole, |record| {
            lengths.push(record.len());
            for cell in record.iter().filter(|cell| cell.contains(',')) {
                with_comma += 1;
                decimal += u32::from(is_decimal_comma(cell));
            }
        });
        let widest = lengths.iter().copied().max().unwrap_or(1);
        let mut frequencies = vec![0_usize; widest + 1];
        for &length in &lengths {
            frequencies[length] += 1;
        }
        let cells = (0..=widest).max_by_key(|&length| frequencies[length]).unwrap_or(1);
        Self {
            delimiter,
            quote: dialect.quote,
            records: lengths.len(),
            cells,
            even: frequencies[cells],
            widest,
            first_is_even: lengths.first() == Some(&cells),
            has_decimal_commas: with_comma > 0 && with_comma == decimal,
        }
    }

    /// The share of even records, times a factor that grows with their cells and is 0 for one cell.
    fn score(&self) -> f64 {
        let share = self.even as f64 / self.records.max(1) as f64;
        let header = if self.first_is_even { 1.0 } else { 0.5 };
        share * header * (1.0 - 1.0 / self.cells.max(1) as f64)
    }

    fn is_better_than(&self, other: &Self) -> bool {
        let splits_decimals = |comma: &Self, shape: &Self| {
            comma.delimiter == b',' && shape.has_decimal_commas && shape.even == shape.records && shape.cells > 1
        };
        splits_decimals(other, self) || (!splits_decimals(self, other) && self.score() > other.score())
    }
}

/// The number of quotes at the beginning and at the end of a cell.
fn enclosed(text: &[u8], delimiter: u8, quote: u8) -> (usize, usize) {
    let ends_cell = |byte: Option<&u8>| byte.is_none_or(|&byte| byte == delimiter || byte == b'\r' || byte == b'\n');
    let (mut opening, mut closing) = (0_usize, 0_usize);
    for (position, _) in text.iter().enumerate().filter(|&(_, &byte)| byte == quote) {
        let before = position.checked_sub(1).and_then(|before| text.get(before));
        opening += usize::from(ends_cell(before));
        closing += usize::from(ends_cell(text.get(position + 1)));
    }
    (opening, closing)
}

/// The quote character: `'` if cells are enclosed in it and none in `"`.
fn quote(text: &[u8], delimiter: u8) -> u8 {
    let count = |quote: u8| enclosed(text, delimiter, quote);
    let (opening, closing) = count(b'\'');
    if count(b'"').0 == 0 && opening > 0 && opening.abs_diff(closing) <= 1 { b'\'' } else { b'"' }
}

fn is_decimal_comma(cell: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    cell.trim()
        .trim_start_matches('-')
        .split_once(',')
        .is_some_and(|(whole, fraction)| is_digits(whole) && is_digits(fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(text: &str) -> Dialect {
        sniff(text.as_bytes(), true).dialect
    }

    #[test]
    fn a_quote_that_stays_open_is_text() {
        let inches = dialect("size;name\n\"12;a\n13;b\n");
        assert_eq!((inches.delimiter, inches.quote), (b';', None));
        let header = dialect("\"size;name\n12;a\n13;b\n");
        assert_eq!((header.delimiter, header.quote), (b';', None));
        assert_eq!(dialect("size;name\n\"12\";a\n").quote, Some(b'"'));
        // Cut off within its last cell.
        let cut = dialect("\"size\";\"name\"\n\"12\";\"a\"\n\"13\";\"b");
        assert_eq!((cut.delimiter, cut.quote), (b';', Some(b'"')));
        // It may be closed by later text.
        let beginning = sniff(b"size;name\n13;b\n\"12;a\n", false).dialect;
        assert_eq!(beginning.quote, Some(b'"'));
    }

    #[test]
    fn delimiters() {
        let cases = [
            ("a,b,c\n1,2,3\n4,5,6\n", b','),
            ("a;b;c\n1;2;3\n", b';'),
            ("a\tb\nx, y, z\t1\nx, y\t2\n", b'\t'),
            ("a|b\n1|2\n", b'|'),
            ("name;note\n\"x;y,z\nw,,,\";1\nq;\"a,b\"\n", b';'),
            ("a;b\n1,5;2,5\n3,5;4,5\n", b';'),
            ("1,5;2,5\n3,5;4,5\n", b';'),
            ("id,list\n1,a;b\n2,c;d\n", b','),
            ("id;who\n1;Doe, John\n2;Roe, Jane\n", b';'),
        ];
        for (text, delimiter) in cases {
            assert_eq!(char::from(dialect(text).delimiter), char::from(delimiter), "{text:?}");
        }
    }

    #[test]
    fn a_single_column_stays_whole() {
        let words = dialect("word\nred\ngreen\n");
        assert_eq!((words.delimiter, words.header), (b',', true));
        let prose = dialect("text\nWell, yes, no, so\nWell\nno\nNot, once\nfine\nfine, too, and, so\n");
        assert_ne!(prose.delimiter, b',');
    }

    #[test]
    fn quotes() {
        assert_eq!(dialect("a,b\n'x,y',1\n'z',2\n").quote, Some(b'\''));
        assert_eq!(dialect("a,b\n'tHooft,1\nO'Neil,2\n'sGravesande,2\n").quote, Some(b'"'));
        assert_eq!(dialect("a,b\n\"x\",1\n'z',2\n").quote, Some(b'"'));
    }

    #[test]
    fn headers() {
        let cases = [
            ("age,sex\n39,Male\n50,Male\n", true),
            ("39,Male\n50,Male\n28,Female\n", false),
            ("Male,White\nFemale,Black\nMale,Black\n", false),
            ("sex,race\nFemale,Black\nMale,Black\n", true),
            ("2019-03-01,x\n2019-03-02,y\n", false),
            ("a,a\n1,2\n", true),
            ("a,b,a\nx,2,z\n", true),
            ("x,x\ny,z\n", false),
            (",a\n0,x\n1,y\n", true),
            ("sex;age\n", true),
            ("", true),
            ("1\n2\n3\n", false),
        ];
        for (text, header) in cases {
            assert_eq!(dialect(text).header, header, "{text:?}");
        }
    }

    #[test]
    fn no_word_is_taken_for_missing() {
        assert_eq!(dialect("a,b\n?,1\nx,NA\nN/A y,2\n").missing, [""]);
    }

    #[test]
    fn encodings() {
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| {
            "\u{feff}a;b\r\n1;ä\r\n2;𝄞\r\n".encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
        };
        let cases: [(&[u8], bool, &str, EncodingEvidence); 13] = [
            (b"\xef\xbb\xbfa;b\n1;2\n", true, "utf-8", EncodingEvidence::ByteOrderMark),
            (&utf_16(u16::to_le_bytes), true, "utf-16le", EncodingEvidence::ByteOrderMark),
            (&utf_16(u16::to_be_bytes), true, "utf-16be", EncodingEvidence::ByteOrderMark),
            (&utf_16(u16::to_le_bytes)[2..], true, "utf-16le", EncodingEvidence::Zeros),
            (&utf_16(u16::to_be_bytes)[2..], false, "utf-16be", EncodingEvidence::Zeros),
            (b"a;b\n1;M\x9fller\n2;the\xca\xcaage\n", true, "macintosh", EncodingEvidence::Guess),
            (b"a;b\n1;M\x81ller\n2;K\x94ln\n", true, "ibm850", EncodingEvidence::Guess),
            ("a;b\n1;ä\n".as_bytes(), true, "utf-8", EncodingEvidence::Valid),
            (b"a;b\n1;\xc3", false, "utf-8", EncodingEvidence::Valid),
            (b"a;b\n1;\xc3", true, "windows-1252", EncodingEvidence::Guess),
            (b"a;b\n1;M\xfcller\n", true, "windows-1252", EncodingEvidence::Guess),
            (b"a;b\n1;M\xfcller\n2;\xc3\xa4\n", true, "utf-8", EncodingEvidence::Most),
            (b"a;b\n1;\xfc\n2;\xe4\n3;\xc3\xa4\n", true, "windows-1252", EncodingEvidence::Guess),
        ];
        for (bytes, whole, encoding, evidence) in cases {
            let sniffed = sniff(bytes, whole);
            assert_eq!(sniffed.dialect.encoding, encoding, "{bytes:?}");
            assert_eq!(sniffed.encoding_evidence, evidence, "{bytes:?}");
            assert_eq!(sniffed.dialect.delimiter, b';', "{bytes:?}");
        }
        assert_eq!(sniff(&utf_16(u16::to_le_bytes), true).terminator, Terminator::CrLf);
        assert_eq!(sniff(b"a\n1\n", true).terminator, Terminator::Lf);
    }

    #[test]
    fn a_cut_head_does_not_count_as_a_record() {
        let text = "a;b;c\n1;2;3\n1;2;3\n1;2,3,4";
        assert_eq!(sniff(text.as_bytes(), false).dialect.delimiter, b';');
        assert_eq!(sniff(b"a;b;c", false).dialect.delimiter, b';');
    }

    #[test]
    fn as_json_it_is_what_the_page_expects() -> serde_json::Result<()> {
        let json = serde_json::to_value(sniff(b"a\n1\n", true))?;
        assert_eq!(json["encodingEvidence"], "valid");
        assert_eq!(json["dialect"]["delimiter"], ",");
        Ok(())
    }
}
