/** What the core says of a file that may be a hierarchy. */

export type { CoveredColumn } from "./core";
