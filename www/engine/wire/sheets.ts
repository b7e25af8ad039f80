/** Requests to the reader of workbooks, and its answers. */

import type { SheetRead, SheetView } from "../pkg/sheet/kanon_sheet.js";
import type { KanonError } from "./protocol";

export type { SheetRead, SheetView };

/** Which sheet of a workbook, and the row of its header from 1; null lets the reader choose. */
export interface SheetWanted {
  readonly sheet: string | null;
  readonly headerRow: number | null;
}

export interface SheetQuestion extends SheetWanted {
  readonly workbook: ArrayBuffer;
}

/** The sheets of a workbook, and one of them as CSV; null if several have data and none was selected. */
export interface SheetAnswer {
  readonly sheets: readonly SheetView[];
  readonly table: { readonly csv: Uint8Array<ArrayBuffer>; readonly read: SheetRead } | null;
}

/** What the worker posts. */
export type SheetReply = { readonly answer: SheetAnswer } | { readonly error: KanonError };
