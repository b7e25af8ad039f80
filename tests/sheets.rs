//! `kanon sheet`: a sheet of a workbook becomes a table that every other command reads.
//!
//! How a workbook is read is tested in `sheet/tests`: what becomes of cells, which row is the header, and what is
//! refused, on workbooks made by a different crate or part by part. There any table that is written into a workbook is
//! read again.

use crate::support::program::{CSV, Folder, RECIPE};
use rust_xlsxwriter::Workbook;

/// A workbook with the five records under a title, a hidden sheet, and an empty one.
fn workbook() -> Vec<u8> {
    let mut workbook = Workbook::new();
    let data = workbook.add_worksheet().set_name("Data").unwrap();
    data.write(0, 0, "Five persons").unwrap();
    for (row, line) in (2..).zip(CSV.lines()) {
        for (column, cell) in (0..).zip(line.split(',')) {
            match cell.parse::<f64>() {
                Ok(number) => data.write(row, column, number).unwrap(),
                Err(_) => data.write(row, column, cell).unwrap(),
            };
        }
    }
    let old = workbook.add_worksheet().set_name("Old").unwrap();
    old.write(0, 0, "a").unwrap().set_hidden(true);
    workbook.add_worksheet().set_name("Empty").unwrap();
    workbook.save_to_buffer().unwrap()
}

fn folder() -> Folder {
    let folder = Folder::of_ages();
    folder.write("export.xlsx", workbook());
    folder
}

#[test]
fn sheets_are_listed_and_one_is_written() {
    let folder = folder();
    folder.kanon("sheet export.xlsx").exits(0).prints(&[
        "Data: 5 records, 3 columns; header in row 3, the first row that is filled in all 3 columns\n",
        "Old: 0 records, 1 column, hidden; header in row 1, the first row that is filled\n",
        "Empty: empty\n",
    ]);
    folder
        .kanon("sheet export.xlsx --sheet Data --out table.csv")
        .exits(0)
        .prints(&["Data: 5 records, 3 columns\nheader: row 3, the first row that is filled in all 3 columns\n1 filled row above the header is left out.\n"])
        .complains_of_nothing();
    assert_eq!(folder.read("table.csv"), CSV);
    folder
        .kanon("sheet export.xlsx --sheet Data --header-row 4 --out table.csv")
        .exits(0)
        .prints(&["header: row 4, the row that was chosen", "2 filled rows above the header are left out"]);
    let rest = CSV.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(Some(folder.read("table.csv")), rest);
}

/// A workbook of one sheet with these cells, numbers as numbers.
fn of_rows(rows: &[&str]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Data").unwrap();
    for (row, line) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(line.split(',')).filter(|(_, cell)| !cell.is_empty()) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write(row, column, number).unwrap(),
                Err(_) => sheet.write(row, column, cell).unwrap(),
            };
        }
    }
    workbook.save_to_buffer().unwrap()
}

#[test]
fn a_sheet_follows_the_rule_of_a_csv_file_for_titles_groups_and_notes() {
    let folder = Folder::of_ages();
    let marks = |student: usize| format!("{student},{},{},{},{}", 14 + student % 3, 51 + student, 60 + student, 7);
    let marks: Vec<String> = (1..=12).map(marks).collect();
    let note = ",Total,660,,";
    let mut rows = vec!["School report 2024", "", ",,ELA,,Math", "Student,Age,Score,Rank,Score"];
    rows.extend(marks.iter().map(String::as_str));
    rows.extend([note, "exported by the office"]);
    folder.write("school.xlsx", of_rows(&rows));
    folder.write("school.csv", rows.join("\n"));
    folder.kanon("sheet school.xlsx --out table.csv").exits(0).prints(&[
        "header: row 3, the first of two rows with names",
        "1 filled row above the header is left out.",
        "record 13 (,Total,660) counts, and may be none",
        "record 14 (exported by the office) counts, and may be none",
    ]);
    // Sheet and file are read alike.
    let names = |file: &str| {
        folder.kanon(&format!("propose {file} --out {file}.json")).exits(0);
        let recipe: serde_json::Value = serde_json::from_str(&folder.read(&format!("{file}.json"))).unwrap();
        recipe["columns"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(names("table.csv"), ["Age", "ELA · Rank", "ELA · Score", "Math · Score", "Student"]);
    assert_eq!(names("table.csv"), names("school.csv"));
}

#[test]
fn notes_around_a_table_are_told_and_not_taken_for_its_names() {
    let folder = Folder::of_ages();
    let people = ["A,musician,69,no,1947", "B,actor,56,yes,1946", "C,writer,60,yes,1956", "D,singer,53,no,1963"];
    let mut rows = vec!["Lots of people", "simply cannot resist writing,,,,some notes", "at,the,top,,of their sheets"];
    rows.extend(["or,merging,,,cells", "Name,Profession,Age,Has kids,Born"]);
    rows.extend(people.iter().chain(&people));
    rows.extend(["This", ",also like to write stuff"]);
    folder.write("deaths.xlsx", of_rows(&rows));
    folder
        .kanon("sheet deaths.xlsx")
        .exits(0)
        .prints(&["header in row 5, the first row that is filled in all 5 columns"]);
    let told = folder.kanon("sheet deaths.xlsx --out table.csv").exits(0);
    told.prints(&[
        "4 filled rows above the header are left out",
        "record 9 (This)",
        "record 10 (,also like to write stuff)",
    ]);
}

#[test]
fn a_sheet_that_the_workbook_hides_is_told_as_hidden() {
    let folder = folder();
    folder.write("two.xlsx", {
        let mut workbook = rust_xlsxwriter::Workbook::new();
        workbook.add_worksheet().set_name("Shown").unwrap();
        let hidden = workbook.add_worksheet().set_name("Old").unwrap();
        for (row, text) in ["a", "b"].into_iter().enumerate() {
            hidden.write(row as u32, 0, text).unwrap();
        }
        hidden.set_hidden(true);
        workbook.save_to_buffer().unwrap()
    });
    folder.kanon("sheet two.xlsx --sheet Old --out old.csv").exits(0).prints(&["the sheet is hidden in the workbook"]);
    let shown = folder.kanon("sheet export.xlsx --sheet Data --out table.csv").exits(0).printed();
    assert!(!shown.contains("hidden"), "{shown}");
}

#[test]
fn the_table_of_a_sheet_is_released_and_verified() {
    let folder = folder();
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2, "suppression_limit": 0.3}"#));
    folder.kanon("sheet export.xlsx --sheet Data --out table.csv").exits(0);
    folder
        .kanon("anonymize table.csv --recipe recipe.json --publish-unnamed --out release.csv --report report.json")
        .exits(0);
    folder.kanon("verify release.csv --report report.json --recipe recipe.json --data table.csv").exits(0);
}

#[test]
fn what_cannot_be_read_is_refused_and_nothing_is_written() {
    let folder = folder();
    folder.write("text.xlsx", CSV);
    let workbook = workbook();
    folder.write("half.xlsx", &workbook[..workbook.len() / 2]);
    for (arguments, part) in [
        ("sheet export.xlsx --out table.csv", "several sheets are not empty. Say which by --sheet:\n  Data: 5 records"),
        ("sheet export.xlsx --sheet data --out table.csv", "no sheet `data`. Its sheets are: `Data`, `Old`, `Empty`."),
        ("sheet export.xlsx --sheet Empty --out table.csv", "the sheet `Empty` is empty. Choose another"),
        ("sheet export.xlsx --sheet Data --header-row 2 --out table.csv", "row 2 of the sheet `Data` is empty"),
        ("sheet export.xlsx --out export.xlsx", "would be overwritten"),
        ("sheet text.xlsx", "text.xlsx: the file is no workbook: it does not begin as one. Open a workbook"),
        ("sheet half.xlsx", "half.xlsx: the workbook is damaged"),
        ("sheet none.xlsx", "none.xlsx: "),
    ] {
        let before = folder.names();
        folder.kanon(arguments).exits(2).prints_nothing().complains(&[part]);
        assert_eq!(folder.names(), before, "{arguments}");
    }
}
