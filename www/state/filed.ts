/** Files given to a review. */

import type { Dialect, GivenRecipe } from "../engine/wire/protocol";
import type { DeclaredRelease, FileKind, Glance, ReviewFiles } from "../engine/wire/review";
import type { Study } from "./study";

/** A given file, and its declared kind. */
export interface Filed extends Glance {
  readonly file: Blob;
  readonly name: string;
  readonly said: FileKind | null;
}

/** The recognized files of a review. */
export interface Filing {
  readonly files: readonly Filed[];
  readonly dossier: ReviewFiles;
}

/** The file that was recognized as a kind and can be used, if there is one; the first one counts. */
export function filedAs({ filing }: Study, kind: FileKind): Filed | null {
  const place = filing?.dossier.files.findIndex((file) => file.kind === kind && file.problem === null) ?? -1;
  return filing?.files[place] ?? null;
}

/** The given recipe, with the rows of the files that it names. */
export function filedRecipe({ filing }: Study): GivenRecipe | null {
  const text = filing?.dossier.recipe ?? null;
  return text === null ? null : (JSON.parse(text) as GivenRecipe);
}

/**
 * Whether the columns of a release have the names that report and recipe use: positions change if columns are left out.
 */
export function areNamedAlike({ leftOut }: DeclaredRelease, { header }: Dialect): boolean {
  return header || leftOut.length === 0;
}
