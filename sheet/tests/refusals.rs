//! Files that are not read, and what their user is told.

use crate::parts::{package, with, workbook};
use kanon_sheet::{Limits, Workbook};

fn code(bytes: Vec<u8>) -> &'static str {
    match Workbook::open(bytes) {
        Ok(_) => "read",
        Err(error) => {
            assert!(!error.advice().is_empty() && !error.to_string().is_empty());
            error.code()
        }
    }
}

const CELL: &str = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>";

#[test]
fn other_files_are_told_apart() {
    assert_eq!(code(Vec::new()), "sheet-no-workbook");
    assert_eq!(code(b"a,b\n1,2\n".to_vec()), "sheet-no-workbook");
    assert_eq!(code(package(&[("a.csv", b"a,b\n")])), "sheet-no-workbook");
    let compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    assert_eq!(code(compound.clone()), "sheet-other-form");
    let name = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes);
    let encrypted = compound.into_iter().chain([0; 500]).chain(name).collect();
    assert_eq!(code(encrypted), "sheet-password");
    let open_document = b"application/vnd.oasis.opendocument.spreadsheet";
    assert_eq!(code(package(&[("mimetype", open_document)])), "sheet-other-form");
    let binary = package(&[("[Content_Types].xml", b""), ("xl/workbook.bin", b"")]);
    assert_eq!(code(binary), "sheet-other-form");
}

#[test]
fn damaged_workbooks_are_refused() {
    assert_eq!(code(workbook(CELL)), "read");
    let whole = workbook(CELL);
    for length in [4, 30, whole.len() / 2, whole.len() - 1] {
        assert_eq!(code(whole[..length].to_vec()), "sheet-damaged", "{length}");
    }
    for rows in [
        "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>7</v></c></row>",
        "<row r=\"1\"><c r=\"A1\" t=\"n\"><v>seven</v></c></row>",
        "<row r=\"1\"><c r=\"A1\" t=\"e\"><v>#WHAT!</v></c></row>",
        "<row r=\"1\"><c r=\"A1\"><v>1</v>",
        "<row r=\"one\"><c><v>1</v></c></row>",
    ] {
        assert_eq!(code(workbook(rows)), "sheet-damaged", "{rows}");
    }
    for (rows, expected) in [
        ("<row r=\"1048577\"><c r=\"A1048577\"><v>1</v></c></row>", "sheet-outside"),
        ("<row r=\"1\"><c r=\"XFE1\"><v>1</v></c></row>", "sheet-outside"),
        ("<row r=\"1\"><c r=\"ZZZZZZZZZZ1\"><v>1</v></c></row>", "sheet-outside"),
        // Taken as 32 bits these would be row 1.
        ("<row r=\"1\"><c r=\"A4294967297\"><v>1</v></c></row>", "sheet-outside"),
        ("<row r=\"4294967297\"><c r=\"A4294967297\"><v>1</v></c></row>", "sheet-outside"),
        ("<row r=\"99999999999\"><c><v>1</v></c></row>", "sheet-outside"),
        (
            "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
            "sheet-out-of-order",
        ),
    ] {
        assert_eq!(code(workbook(rows)), expected, "{rows}");
    }
    let claimed = "<sst uniqueCount=\"999999999999\"><si><t>a</t></si></sst>";
    assert_eq!(code(with("", "", CELL, claimed)), "sheet-damaged");
}

#[test]
fn no_byte_that_is_changed_makes_it_panic() {
    let whole = workbook(CELL);
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 0x55;
        let _ = Workbook::open(changed).map(|mut workbook| workbook.table("Data", None));
    }
}

#[test]
fn what_unpacks_to_more_than_the_limit_is_refused() {
    let spaces = vec![b' '; 3 << 20];
    let bomb = package(&[("[Content_Types].xml", b""), ("xl/a.xml", &spaces)]);
    assert!(bomb.len() < 16_000);
    let limits = Limits { unpacked: 2 << 20, ..Limits::default() };
    let refused = Workbook::open_within(bomb, limits).err().unwrap();
    assert_eq!(refused.to_string(), "the workbook unpacks to more than 2 MiB");
}

#[test]
fn tables_beyond_the_limits_are_refused() {
    let far = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    let refused = |limits: Limits, rows: &str| {
        let mut workbook = Workbook::open_within(workbook(rows), limits).unwrap();
        workbook.table("Data", Some(1)).unwrap_err()
    };
    let error = refused(Limits::default(), far);
    assert_eq!(
        error.to_string(),
        "the sheet `Data` goes from its first to its last filled cell over 1048576 rows and 16384 columns, more than 200000000 cells"
    );
    let text = format!("<row r=\"1\"><c r=\"A1\" t=\"str\"><v>{}</v></c></row>", "a".repeat(100));
    let limits = Limits { text: 64, ..Limits::default() };
    assert_eq!(refused(limits, &text).code(), "sheet-too-long");
}
