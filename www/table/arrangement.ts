/** Which rows of a table are shown, and in which order. Pure: the table itself is never changed. */

import type { GridModel } from "./model";

export interface Arrangement {
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  /** Shows rows whose cell contains this text, ignoring case. */
  readonly filter: { readonly column: number; readonly holds: string } | null;
}

export const AS_IN_THE_FILE: Arrangement = { sort: null, filter: null };

const WORDS = new Intl.Collator("en", { numeric: true });

/** Numbers by size, followed by everything that is not a number. */
function byNumber(left: string, right: string): number {
  const [one, other] = [left, right].map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell))) as [
    number,
    number,
  ];
  if (Number.isNaN(one) || Number.isNaN(other)) {
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || WORDS.compare(left, right);
  }
  return one - other;
}

/** The numbers of the rows to show; rows with equal cells stay in the order of the file. */
export function arranged(model: GridModel, { sort, filter }: Arrangement): number[] {
  const sought = filter?.holds.toLowerCase() ?? "";
  const rows = Array.from({ length: model.rows }, (_, row) => row).filter(
    (row) => filter === null || sought === "" || model.text(row, filter.column).toLowerCase().includes(sought),
  );
  if (sort === null) return rows;
  const compare = model.columns[sort.column]?.numeric === true ? byNumber : WORDS.compare;
  const sign = sort.descending ? -1 : 1;
  return rows.sort(
    (left, right) => sign * compare(model.text(left, sort.column), model.text(right, sort.column)) || left - right,
  );
}

/** The same arrangement for a different model, without the columns that it lacks. */
export function fitted({ sort, filter }: Arrangement, { columns }: GridModel): Arrangement {
  return {
    sort: sort !== null && sort.column < columns.length ? sort : null,
    filter: filter !== null && filter.column < columns.length ? filter : null,
  };
}

/** The next of the three orders of a column: ascending, descending, as in the file. */
export function sortedOn(arrangement: Arrangement, column: number): Arrangement {
  const { sort } = arrangement;
  if (sort?.column !== column) return { ...arrangement, sort: { column, descending: false } };
  return { ...arrangement, sort: sort.descending ? null : { column, descending: true } };
}

export function orderInWords({ sort }: Arrangement, model: GridModel): string {
  const name = sort === null ? "" : (model.columns[sort.column]?.name ?? "");
  return sort === null ? "in the order of the file" : `by ${name}, ${sort.descending ? "descending" : "ascending"}`;
}
