//! Any table that a program writes into a workbook is the table that is read from it.

use kanon_sheet::Workbook;
use proptest::prelude::*;
use rust_xlsxwriter::Workbook as Written;

#[derive(Debug, Clone)]
enum Cell {
    Empty,
    Text(String),
    Number(f64),
    Truth(bool),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => format!("{number}"),
            Self::Truth(true) => "TRUE".to_owned(),
            Self::Truth(false) => "FALSE".to_owned(),
        }
    }
}

fn cell() -> impl Strategy<Value = Cell> {
    // A carriage return cannot stand in XML by itself, and no program writes one.
    let text = "[ -~äß€🦀\n\t]{1,12}";
    prop_oneof![
        Just(Cell::Empty),
        text.prop_map(Cell::Text),
        "0[0-9]{1,6}".prop_map(Cell::Text),
        (-1_000_000_i64..1_000_000).prop_map(|number| Cell::Number(number as f64)),
        (-1e9..1e9).prop_map(|number: f64| Cell::Number(if number == 0.0 { 0.0 } else { number })),
        any::<bool>().prop_map(Cell::Truth),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_table_is_read_as_it_was_written(
        rows in prop::collection::vec(prop::collection::vec(cell(), 4), 0..12),
        right in 0_u16..4,
        down in 0_u32..4,
    ) {
        let mut written = Written::new();
        let sheet = written.add_worksheet().set_name("Table").unwrap();
        let names = ["a", "b", "c", "d"];
        for (column, name) in (right..).zip(names) {
            sheet.write(down, column, name).unwrap();
        }
        for (row, cells) in (down + 1..).zip(&rows) {
            for (column, cell) in (right..).zip(cells) {
                match cell {
                    Cell::Empty => {}
                    Cell::Text(text) => { sheet.write(row, column, text).unwrap(); }
                    Cell::Number(number) => { sheet.write(row, column, *number).unwrap(); }
                    Cell::Truth(truth) => { sheet.write(row, column, *truth).unwrap(); }
                }
            }
        }
        let mut workbook = Workbook::open(written.save_to_buffer().unwrap()).unwrap();
        let table = workbook.table("Table", None).unwrap();
        prop_assert_eq!(table.header_row, down + 1);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.csv.as_slice());
        let read: Vec<Vec<String>> = (reader.records())
            .map(|record| record.unwrap().iter().map(str::to_owned).collect())
            .collect();
        let mut expected: Vec<Vec<String>> = (rows.iter())
            .map(|cells| cells.iter().map(Cell::text).collect())
            .collect();
        while expected.last().is_some_and(|row| row.iter().all(String::is_empty)) {
            expected.pop();
        }
        expected.insert(0, names.map(str::to_owned).to_vec());
        prop_assert_eq!(read, expected);
    }
}
