//! Which sheet, which row is the header, and how far the table goes.

use crate::parts::with;
use kanon_sheet::{HeaderReason, SheetError, Workbook};
use rust_xlsxwriter::{Workbook as Written, Worksheet};

fn fill(sheet: &mut Worksheet, rows: &[(u32, &[&str])]) {
    for (row, cells) in rows {
        for (column, cell) in cells.iter().enumerate() {
            if !cell.is_empty() {
                sheet.write(*row, column as u16, *cell).unwrap();
            }
        }
    }
}

#[test]
fn sheets_are_listed_with_what_they_hold() {
    let mut written = Written::new();
    fill(written.add_worksheet().set_name("Notes & more").unwrap(), &[(0, &["only a text"])]);
    let data = written.add_worksheet().set_name("Data").unwrap();
    fill(data, &[(0, &["", "A survey"]), (2, &["", "id", "age"]), (3, &["", "1", "34"]), (5, &["", "2"])]);
    let hidden = written.add_worksheet().set_name("Old").unwrap();
    fill(hidden, &[(0, &["a", "b"]), (1, &["1", "2"])]);
    hidden.set_hidden(true);
    written.add_worksheet().set_name("Empty").unwrap();
    let mut workbook = Workbook::open(written.save_to_buffer().unwrap()).unwrap();
    let sheets: Vec<_> = (workbook.sheets().into_iter())
        .map(|sheet| (sheet.name, sheet.is_hidden, sheet.records, sheet.columns, sheet.header_row))
        .collect();
    let of = |name: &str, hidden, records, columns, header| (name.to_owned(), hidden, records, columns, header);
    assert_eq!(
        sheets,
        [
            of("Notes & more", false, 0, 1, Some(1)),
            of("Data", false, 3, 2, Some(3)),
            of("Old", true, 1, 2, Some(1)),
            of("Empty", false, 0, 0, None),
        ]
    );
    assert_eq!(workbook.only_sheet(), Ok(None));
    let table = workbook.table("Data", None).unwrap();
    assert_eq!(table.csv, b"id,age\n1,34\n,\n2,\n");
    assert_eq!(table.header_reason, HeaderReason::AllFilled);
    assert_eq!(
        table.done.sentences(),
        ["1 filled row above the header is left out.", "1 empty row between others is a record of empty cells.",]
    );
    // Another row for the header, and the table goes as far as that asks for.
    let table = workbook.table("Data", Some(1)).unwrap();
    assert_eq!(table.csv, b"A survey,\n,\nid,age\n1,34\n,\n2,\n");
    assert_eq!(table.header_reason, HeaderReason::Chosen);
    let refused = |sheet: &str, row| {
        let mut workbook = Workbook::open(written_again()).unwrap();
        workbook.table(sheet, row).unwrap_err().code()
    };
    assert_eq!(refused("Data", Some(2)), "sheet-empty-header");
    assert_eq!(refused("Data", Some(0)), "sheet-empty-header");
    assert_eq!(refused("Empty", None), "sheet-empty");
    assert_eq!(refused("data", None), "sheet-no-such-sheet");
}

fn written_again() -> Vec<u8> {
    let mut written = Written::new();
    let data = written.add_worksheet().set_name("Data").unwrap();
    fill(data, &[(0, &["id", "age"]), (2, &["1", "34"])]);
    written.add_worksheet().set_name("Empty").unwrap();
    written.save_to_buffer().unwrap()
}

#[test]
fn one_sheet_with_data_is_the_one() {
    let workbook = Workbook::open(written_again()).unwrap();
    assert_eq!(workbook.only_sheet(), Ok(Some("Data")));
    let mut written = Written::new();
    written.add_worksheet();
    let workbook = Workbook::open(written.save_to_buffer().unwrap()).unwrap();
    assert_eq!(workbook.only_sheet(), Err(SheetError::NoData));
}

#[test]
fn what_a_sheet_says_of_its_size_is_not_believed() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c></row><row r=\"2\"><c r=\"A2\"><v>1</v></c></row>\
        <row r=\"1048576\"><c r=\"XFD1048576\" s=\"1\"/></row>";
    for dimension in ["A1:XFD1048576", "B7:C8", "XFD1048576:A1"] {
        let before = format!("<dimension ref=\"{dimension}\"/>");
        let mut workbook = Workbook::open(with("", &before, rows, "<sst/>")).unwrap();
        assert_eq!(workbook.table("Data", None).unwrap().csv, b"a\n1\n", "{dimension}");
    }
}

#[test]
fn the_same_workbook_gives_the_same_bytes() {
    let bytes = written_again();
    let table = |bytes: &[u8]| {
        let mut workbook = Workbook::open(bytes.to_vec()).unwrap();
        workbook.table("Data", None).unwrap()
    };
    assert_eq!(table(&bytes), table(&bytes));
}
