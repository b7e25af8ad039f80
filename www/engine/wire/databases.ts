/** What crosses of tables that stay in their database. */

import type { SqlDialect } from "../pkg/kanon.js";

export type { SqlDialect, SqlScript } from "../pkg/kanon.js";

/** A table in a database, and where its scripts make tables and views: where the session stands, if that is empty. */
export interface DatabaseTable {
  readonly dialect: SqlDialect;
  readonly table: string;
  readonly into: string;
}
