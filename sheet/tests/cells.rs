//! What the cells of a sheet become.

use crate::parts::{with, workbook};
use kanon_sheet::{SheetTable, Workbook};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook as Written};

fn table(bytes: Vec<u8>) -> SheetTable {
    let mut workbook = Workbook::open(bytes).unwrap();
    let name = workbook.only_sheet().unwrap().unwrap().to_owned();
    workbook.table(&name, None).unwrap()
}

fn text(table: &SheetTable) -> &str {
    std::str::from_utf8(&table.csv).unwrap()
}

#[test]
fn every_kind_of_cell() {
    let mut written = Written::new();
    let sheet = written.add_worksheet();
    let format = |text: &str| Format::new().set_num_format(text);
    for (column, name) in ["day", "both", "time", "long", "number", "zip", "is", "text"].into_iter().enumerate() {
        sheet.write(0, column as u16, name).unwrap();
    }
    let day = ExcelDateTime::from_ymd(2022, 1, 31).unwrap();
    let moment = (ExcelDateTime::from_ymd(2022, 1, 31).unwrap()).and_hms(8, 30, 0).unwrap();
    let time = ExcelDateTime::from_hms(8, 30, 0).unwrap();
    sheet.write_with_format(1, 0, &day, &format("dd.mm.yyyy")).unwrap();
    sheet.write_with_format(1, 1, &moment, &format("yyyy-mm-dd hh:mm")).unwrap();
    sheet.write_with_format(2, 1, &day, &format("yyyy-mm-dd hh:mm")).unwrap();
    sheet.write_with_format(1, 2, &time, &format("hh:mm")).unwrap();
    sheet.write_with_format(1, 3, 1.5, &format("[h]:mm:ss")).unwrap();
    sheet.write(1, 4, 5.0).unwrap();
    sheet.write(2, 4, 2.5).unwrap();
    sheet.write_with_format(1, 5, 1234, &format("00000")).unwrap();
    sheet.write(2, 5, "00501").unwrap();
    sheet.write(1, 6, true).unwrap();
    sheet.write(2, 6, Formula::new("NA()").set_result("#N/A")).unwrap();
    sheet.write(1, 7, "a \"b\",\nc").unwrap();
    sheet.write(2, 7, "  ä  ").unwrap();
    let table = table(written.save_to_buffer().unwrap());
    assert_eq!(
        text(&table),
        "day,both,time,long,number,zip,is,text\n\
         2022-01-31,2022-01-31T08:30:00,08:30:00,36:00:00,5,01234,TRUE,\"a \"\"b\"\",\nc\"\n\
         ,2022-01-31T00:00:00,,,2.5,00501,#N/A,  ä  \n"
    );
    assert_eq!((table.records, table.columns, table.header_row), (2, 8, 1));
    assert_eq!(
        table.done.sentences(),
        [
            "1 error of the sheet is written as it is shown, such as #N/A.",
            "1 date of the sheet is written as 2022-01-31.",
            "2 dates with a time of the sheet are written like 2022-01-31T08:30:00.",
            "1 time of the sheet is written as 08:30:00.",
            "1 duration of the sheet is written as 36:00:00.",
            "1 number with leading zeros of the sheet is written as 01234.",
            "1 truth value is written as TRUE or FALSE.",
        ]
    );
}

#[test]
fn days_are_counted_from_where_the_workbook_says() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>d</t></is></c></row><row r=\"2\"><c r=\"A2\" s=\"1\"><v>43130</v></c></row>";
    let of = |properties: &str| {
        let bytes = with(properties, "", rows, "<sst/>");
        text(&table(bytes)).to_owned()
    };
    assert_eq!(of("date1904=\"1\""), "d\n2022-01-31\n");
    assert_eq!(of(""), "d\n2018-01-30\n");
}

#[test]
fn merged_cells_formulas_without_a_value_and_macros_are_told() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c><c r=\"B1\" t=\"str\"><v>b</v></c></row>\
        <row r=\"2\"><c r=\"A2\"><f>1+1</f></c><c r=\"B2\"><f>1+1</f><v>2</v></c></row>\
        <row r=\"3\"><c r=\"B3\" t=\"d\"><v>2022-01-31T00:00:00</v></c></row>";
    let mut written = Written::new();
    let sheet = written.add_worksheet();
    sheet.write(0, 0, "a").unwrap();
    sheet.write(0, 1, "b").unwrap();
    sheet.merge_range(1, 0, 2, 0, "x", &Format::new()).unwrap();
    sheet.write(1, 1, 1).unwrap();
    sheet.write(2, 1, 2).unwrap();
    let merged = table(written.save_to_buffer().unwrap());
    assert_eq!(text(&merged), "a,b\nx,1\n,2\n");
    assert_eq!(
        merged.done.sentences(),
        ["1 area of merged cells: its value stands in its first cell, the others are empty."]
    );
    let formulas = table(workbook(rows));
    assert_eq!(text(&formulas), "a,b\n,2\n,2022-01-31\n");
    assert_eq!(formulas.done.without_value, 1);
}

#[test]
fn numbers_that_a_sheet_cannot_keep_are_told() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>id</v></c></row><row r=\"2\"><c r=\"A2\"><v>1234567890123456789</v></c></row>";
    let table = table(workbook(rows));
    assert_eq!(text(&table), "id\n1234567890123456800\n");
    assert_eq!(table.done.long_numbers, 1);
}

#[test]
fn texts_are_those_of_the_shared_list() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>2</v></c></row>\
        <row r=\"2\"><c r=\"A2\" t=\"s\"><v>1</v></c><c r=\"B2\" t=\"s\"><v>3</v></c></row>";
    let texts = "<sst count=\"4\" uniqueCount=\"4\"><si><t>one &amp; only</t></si><si/>\
        <si><r><t>ri</t></r><r><t>ch</t></r></si><si><t xml:space=\"preserve\"> 007 </t></si></sst>";
    let table = table(with("", "", rows, texts));
    assert_eq!(text(&table), "one & only,rich\n, 007 \n");
}

#[test]
fn hidden_rows_and_columns_are_told() {
    let mut written = Written::new();
    let sheet = written.add_worksheet();
    for (row, text) in ["a", "x", "y"].into_iter().enumerate() {
        sheet.write(row as u32, 0, text).unwrap();
        sheet.write(row as u32, 1, "b").unwrap();
    }
    let whole = table(written.save_to_buffer().unwrap());
    assert!(whole.done.sentences().is_empty());
    for (row, column, what) in [(Some(1), None, vec!["rows"]), (None, Some(1), vec!["rows", "columns"])] {
        let sheet = written.worksheet_from_index(0).unwrap();
        if let Some(row) = row {
            sheet.set_row_hidden(row).unwrap();
        }
        if let Some(column) = column {
            sheet.set_column_hidden(column).unwrap();
        }
        let hidden = table(written.save_to_buffer().unwrap());
        assert_eq!(text(&hidden), text(&whole), "they are read");
        let told = hidden.done.sentences();
        for what in what {
            let sentence = format!("The workbook hides {what}. They are read like all others.");
            assert!(told.contains(&sentence), "{told:?}");
        }
    }
}
