/** Workbooks: one of their sheets as CSV text is the file from there on. */

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

/** Where the text of a file comes from. */
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

/** What is done with the text of a sheet, under the name that it has from there on. */
type Take = (sheet: Blob, name: string) => Promise<void>;

/** The only sheet with data, or the one that is asked for. */
export const ANY_SHEET: SheetWanted = { sheet: null, headerRow: null };

/** How the text of every sheet is written. Its header was settled with the row of it. */
const WRITTEN = { delimiter: ",", quote: '"', header: true, encoding: "utf-8" } as const;

/** How a file is to be read: the text of a sheet as it was written, whatever it looks like or a recipe says. */
export function asWritten({ sheets }: Workbench, file: Blob, said: Partial<ReadAs>): Partial<ReadAs> {
  const { dialect } = said;
  return dialect === undefined || !sheets.has(file) ? said : { ...said, dialect: { ...dialect, ...WRITTEN } };
}

/** The name of a sheet's text. */
function nameOfSheet({ name }: Named, sheet: string): string {
  return `${name} · ${sheet}`;
}

/** What opening a file is called among the changes. */
export function actOfOpening({ sheets }: Workbench, file: Blob, name: string): string {
  const origin = sheets.get(file);
  return origin === undefined ? `open ${name}` : `open ${name}, names in row ${origin.read.headerRow}`;
}

/** What the open file is a sheet of; null where it is no sheet. */
export function originOf({ study, sheets }: Workbench): SheetOrigin | null {
  return study.source === null ? null : (sheets.get(study.source.file) ?? null);
}

/** Whether a file was given as this one: itself, or as its workbook. */
export function wasGivenAs({ study, sheets }: Workbench, given: Blob): boolean {
  const file = study.source?.file;
  return file !== undefined && (file === given || sheets.get(file)?.of.workbook === given);
}

/**
 * Reads a workbook. Where it leaves open which sheet is meant, that is asked; nothing else is changed until it is said.
 */
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

/** Goes on without the workbook whose sheet is asked for. */
export function chooseNoSheet(workbench: Workbench): void {
  workbench.choosingSheet = null;
  workbench.announce();
}
