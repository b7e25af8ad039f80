import type { TemplateResult } from "lit";

export interface GridColumn {
  readonly name: string;
  readonly numeric: boolean;
  /** Width in characters. */
  readonly width: number;
  /** Class of the header cell, for the colour of a role. */
  readonly tone?: string;
}

export interface GridModel {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: number;
  /** The number of a row, if it differs from its position from 1. */
  number?(row: number): number;
  /** The cell's text, for copying, sorting and reading aloud. */
  text(row: number, column: number): string;
  /** The cell as displayed; the text if absent. */
  show?(row: number, column: number): TemplateResult | string;
  /** Class of a row. */
  tone?(row: number): string;
  /** The action for Enter on a row, or a click. */
  pick?(row: number): void;
}

const WIDEST = 36;
const NARROWEST = 6;

/** The width of a column, from its name and some of its cells. */
export function widthFor(name: string, cells: readonly string[]): number {
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), name.length + 1);
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
}

/** Rows of a table as text for a spreadsheet. */
export function asTsv({ columns, text }: GridModel, rows: readonly number[]): string {
  const head = columns.map((column) => column.name).join("\t");
  const lines = rows.map((row) => columns.map((_, column) => text(row, column).replace(/[\t\n]/g, " ")).join("\t"));
  return [head, ...lines].join("\n");
}
