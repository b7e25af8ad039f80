//! Workbooks part by part, for what no program writes.

use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A package of these parts.
pub(crate) fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook of one sheet, `Data`, with this inside of its `sheetData`.
pub(crate) fn workbook(rows: &str) -> Vec<u8> {
    with("", "", rows, "<sst uniqueCount=\"0\"></sst>")
}

/// The same with an attribute of the workbook's properties, what stands before the rows, and a list of texts.
pub(crate) fn with(properties: &str, before: &str, rows: &str, texts: &str) -> Vec<u8> {
    let workbook = format!(
        "<workbook xmlns:r=\"r\"><workbookPr {properties}/><sheets><sheet name=\"Data\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let sheet = format!("<worksheet>{before}<sheetData>{rows}</sheetData></worksheet>");
    package(&[
        ("[Content_Types].xml", b"<Types></Types>"),
        (
            "_rels/.rels",
            b"<Relationships><Relationship Id=\"rId1\" Type=\"http://x/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        ("xl/workbook.xml", workbook.as_bytes()),
        (
            "xl/_rels/workbook.xml.rels",
            b"<Relationships><Relationship Id=\"rId1\" Type=\"http://x/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        (
            "xl/styles.xml",
            b"<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
        ),
        ("xl/sharedStrings.xml", texts.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}
