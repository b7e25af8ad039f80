/** Messages about tables that stay in their database. */

import type { SqlDialect } from "../pkg/kanon.js";

export type { SqlDialect, SqlScript } from "../pkg/kanon.js";

/** A table in a database, and the schema where its scripts create tables and views: the session's if empty. */
export interface DatabaseTable {
  readonly dialect: SqlDialect;
  readonly table: string;
  readonly into: string;
}
