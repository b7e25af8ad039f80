/** Workbooks: the CSV text of one of their sheets is used as the file. */

import { toKanonError } from "../engine/failure";
import { askSheets } from "../engine/sheets";
import type { ReadAs } from "../engine/wire/protocol";
import type { SheetAnswer, SheetRead, SheetView, SheetWanted } from "../engine/wire/sheets";
import type { Workbench } from "./workbench";

/** A workbook by its name. */
interface Named {
  readonly workbook: Blob;
  readonly name: string;
}

/** The source of a file's text. */
export interface SheetOrigin {
  readonly of: Named;
  readonly sheets: readonly SheetView[];
  readonly read: SheetRead;
}

/** A workbook with several sheets that have data. */
export interface SheetChoice {
  readonly of: Named;
  readonly sheets: readonly SheetView[];
  readonly choose: (sheet: string) => Promise<void>;
}

/** The action for the text of a sheet, under its new name. */
type Take = (sheet: Blob, name: string) => Promise<void>;

/** The only sheet with data, or the selected one. */
export const ANY_SHEET: SheetWanted = { sheet: null, headerRow: null };

/** How the text of every sheet is written. Its header is given by its header row. */
const WRITTEN = { delimiter: ",", quote: '"', header: true, encoding: "utf-8" } as const;

/** How a file is read: the text of a sheet always as it was written, whatever it looks like or a recipe says. */
export function asWritten({ sheets }: Workbench, file: Blob, said: Partial<ReadAs>): Partial<ReadAs> {
  const { dialect } = said;
  return dialect === undefined || !sheets.has(file) ? said : { ...said, dialect: { ...dialect, ...WRITTEN } };
}

/** The name of a sheet's text. */
function nameOfSheet({ name }: Named, sheet: string): string {
  return `${name} · ${sheet}`;
}

/** The name of the change that opens a file. */
export function actOfOpening({ sheets }: Workbench, file: Blob, name: string): string {
  const origin = sheets.get(file);
  return origin === undefined ? `open ${name}` : `open ${name}, names in row ${origin.read.headerRow}`;
}

/** The workbook and sheet of the open file; null if it is not a sheet. */
export function originOf({ study, sheets }: Workbench): SheetOrigin | null {
  return study.source === null ? null : (sheets.get(study.source.file) ?? null);
}

/** Whether a given file is this one: itself, or as its workbook. */
export function wasGivenAs({ study, sheets }: Workbench, given: Blob): boolean {
  const file = study.source?.file;
  return file !== undefined && (file === given || sheets.get(file)?.of.workbook === given);
}

/** Reads a workbook. If the sheet is ambiguous, asks for it; nothing else changes until it is selected. */
export async function readWorkbook(workbench: Workbench, of: Named, wanted: SheetWanted, take: Take): Promise<void> {
  const { name } = of;
  let answer: SheetAnswer | null = null;
  await workbench.occupy("open", { kind: "reading", name, bytes: null }, async (signal) => {
    try {
      answer = await askSheets(of.workbook, wanted, workbench.hiring, signal);
    } catch (thrown) {
      const error = toKanonError(thrown);
      throw { ...error, place: { ...error.place, file: error.place.file ?? name } };
    }
  });
  await settled(workbench, of, answer, take);
}

async function settled(workbench: Workbench, of: Named, answer: SheetAnswer | null, take: Take): Promise<void> {
  if (answer === null) return;
  const { sheets, table } = answer;
  if (table !== null) {
    workbench.choosingSheet = null;
    const text = new Blob([table.csv], { type: "text/csv" });
    workbench.sheets.set(text, { of, sheets, read: table.read });
    await take(text, nameOfSheet(of, table.read.name));
    return;
  }
  const choose = (sheet: string) => readWorkbook(workbench, of, { sheet, headerRow: null }, take);
  workbench.choosingSheet = { of, sheets, choose };
  workbench.announce();
}

/** Continues without the workbook whose sheet was asked for. */
export function chooseNoSheet(workbench: Workbench): void {
  workbench.choosingSheet = null;
  workbench.announce();
}
