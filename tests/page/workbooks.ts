/** Workbooks as spreadsheet programs write them, part by part. */

import { strToU8, zipSync } from "fflate";

/** A text, a number, a day as its number, or a number that is shown with five digits. */
type Cell = string | number | { readonly day: number } | { readonly zip: number };

export interface Sheet {
  readonly name: string;
  readonly hidden?: boolean;
  /** Rows by their number from 1. */
  readonly rows: ReadonlyMap<number, readonly Cell[]>;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function cellXml(cell: Cell, place: string): string {
  if (typeof cell === "string") return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  return "day" in cell
    ? `<c r="${place}" s="1"><v>${cell.day}</v></c>`
    : `<c r="${place}" s="2"><v>${cell.zip}</v></c>`;
}

function sheetXml({ rows }: Sheet): string {
  const lines = [...rows].map(([number, cells]) => {
    const written = cells.map((cell, place) => cellXml(cell, `${String.fromCharCode(65 + place)}${number}`));
    return `<row r="${number}">${written.join("")}</row>`;
  });
  return `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

const relations = (list: readonly (readonly [string, string])[]) =>
  `<Relationships>${list
    .map(
      ([kind, target], place) =>
        `<Relationship Id="rId${place + 1}" Type="http://x/relationships/${kind}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

/** The bytes of a workbook. */
export function workbook(sheets: readonly Sheet[]): Buffer {
  const listed = sheets.map(
    ({ name, hidden }, place) =>
      `<sheet name="${escaped(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"${hidden === true ? ' state="hidden"' : ""}/>`,
  );
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      sheets.map((_, place) => ["worksheet", `worksheets/sheet${place + 1}.xml`]),
    ),
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  };
  sheets.forEach((sheet, place) => {
    parts[`xl/worksheets/sheet${place + 1}.xml`] = sheetXml(sheet);
  });
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}

/** 2022-01-31. */
const DAY = 44_592;

/** Persons under a title, in the columns name, age, sex, zip and admitted. */
export function patients(records: number): Sheet {
  const rows = new Map<number, readonly Cell[]>([
    [1, ["Admissions of the ward"]],
    [3, ["name", "age", "sex", "zip", "admitted"]],
  ]);
  for (let record = 0; record < records; record += 1) {
    const sex = record % 2 === 0 ? "F" : "M";
    rows.set(record + 4, [
      `P${record}`,
      30 + (record % 4),
      sex,
      { zip: 501 + (record % 3) },
      { day: DAY + (record % 7) },
    ]);
  }
  return { name: "Patients", rows };
}

/** Pupils of a district as its system exports them: two titles, groups above the names, and a total. */
export function pupils(records: number): Sheet {
  const rows = new Map<number, readonly Cell[]>([
    [1, ["Riverton Unified School District"]],
    [2, ["Enrollment and assessment, Fall 2023"]],
    [4, ["", "", "", "", "", "", "", "", "ELA", "", "Math", ""]],
    [
      5,
      [
        "Student ID",
        "Last Name",
        "First Name",
        "Lunch PIN",
        "School",
        "Grade",
        "Gender",
        "Race",
        "Scale Score",
        "Level",
        "Scale Score",
        "Level",
      ],
    ],
  ]);
  for (let row = 0; row < records; row += 1)
    rows.set(row + 6, [
      500100 + row,
      `${["Ash", "Brad", "Carl", "Mill", "Nor", "Thorn", "Whit"][(row * 5) % 7]}${["ley", "ford", "ton"][row % 3]}`,
      `${["Ann", "Ben", "Cleo", "Dan", "Ev"][(row * 3) % 5]}${["a", "i", "o"][row % 3]}`,
      { zip: 1000 + ((row * 7919) % 88_000) },
      ["Lincoln", "Roosevelt", "Washington"][row % 3] ?? "",
      ["K", "1", "2", "3", "4", "5"][(row * 11) % 6] ?? "",
      ["F", "M"][(row * 7) % 2] ?? "",
      ["White", "Black", "Hispanic", "Asian"][(row * 13) % 4] ?? "",
      2300 + ((row * 37) % 400),
      1 + ((row * 37) % 4),
      2280 + ((row * 53) % 420),
      1 + ((row * 53) % 4),
    ]);
  rows.set(records + 7, ["Total", records]);
  return { name: "Fall 2023", rows };
}
