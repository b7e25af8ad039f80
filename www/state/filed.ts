/** Files that were given for a review. */

import type { Dialect, GivenRecipe } from "../engine/wire/protocol";
import type { Dossier, FileKind, Glance, Promised } from "../engine/wire/review";
import type { Study } from "./study";

/** A file that was given, and what somebody says that it is. */
export interface Filed extends Glance {
  readonly file: Blob;
  readonly name: string;
  readonly said: FileKind | null;
  /** Whether it came in a passport that lists another file by its name. */
  readonly isChanged?: boolean;
}

/** The files of a review, told apart. */
export interface Filing {
  readonly files: readonly Filed[];
  readonly dossier: Dossier;
}

/** The file that is taken for something and can be used, if there is one; the first one counts. */
export function filedAs({ filing }: Study, kind: FileKind): Filed | null {
  const place = filing?.dossier.files.findIndex((file) => file.kind === kind && file.problem === null) ?? -1;
  return filing?.files[place] ?? null;
}

/** The recipe that was given, with the rows of the files that it names. */
export function filedRecipe({ filing }: Study): GivenRecipe | null {
  const text = filing?.dossier.recipe ?? null;
  return text === null ? null : (JSON.parse(text) as GivenRecipe);
}

/**
 * Whether columns of a release have the names that report and recipe call them by: positions change with those left
 * out.
 */
export function areNamedAlike({ leftOut }: Promised, { header }: Dialect): boolean {
  return header || leftOut.length === 0;
}
