/** A file that was read, and facts derived from its description. */

import type { ColumnProfile, Dialect, Profile, ReadAs, Sniffed } from "../engine/wire/protocol";

/** A file that was read. The file itself stays where it is; only its description is here. */
export interface Source extends ReadAs {
  readonly file: Blob;
  readonly name: string;
  readonly sniffed: Pick<Sniffed, "encodingEvidence" | "encodingTold" | "above" | "dialect">;
  readonly profile: Profile;
}

/** The columns' names, in the order of the file. */
export function columnNames(source: Source | null): string[] {
  return source?.profile.columns.map(({ name }) => name) ?? [];
}

/** The profile of a column. */
export function profileOf(source: Source | null, column: string): ColumnProfile | undefined {
  return source?.profile.columns.find(({ name }) => name === column);
}

/** Ragged records that are an error wherever the table is used. */
export function raggedRefused({ dialect, profile }: Source): number {
  return dialect.ragged === undefined || dialect.ragged === "refuse" ? profile.raggedCount : 0;
}

/** Whether the names are where the beginning of the file says. */
function namesAsSniffed({ dialect, sniffed }: Source): boolean {
  const place = ({ header, header_row, header_rows }: Dialect) => `${header} ${header_row} ${header_rows}`;
  return place(dialect) === place(sniffed.dialect);
}

/** The beginnings of the rows that were taken for none of the table. */
export function rowsAbove(source: Source): readonly string[] {
  return namesAsSniffed(source) ? source.sniffed.above : [];
}
