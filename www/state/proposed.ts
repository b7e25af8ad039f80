/** Which hierarchies were proposed for a file, and whether they were looked at, whatever is undone between. */

import type { Recipe } from "../engine/wire/protocol";
import type { Proposal, Study } from "./study";

type Kept = Map<string, Proposal>;

const keyOf = (recipe: Recipe | null, column: string): string =>
  JSON.stringify([column, recipe?.columns[column]?.hierarchy ?? null]);

/**
 * Proposals by file, column and hierarchy. A column that gets its proposed hierarchy back is as looked at as it was,
 * and no other hierarchy is a proposal.
 */
export class Proposed {
  private readonly files = new WeakMap<Blob, Kept>();

  /** Keeps the proposals of a study that is left. */
  keep({ source, recipe, proposals }: Pick<Study, "source" | "recipe" | "proposals">): void {
    if (source === null) return;
    const kept = this.files.get(source.file) ?? new Map<string, Proposal>();
    this.files.set(source.file, kept);
    for (const column of new Set([...Object.keys(recipe?.columns ?? {}), ...Object.keys(proposals)])) {
      const proposal = proposals[column];
      if (proposal === undefined) kept.delete(keyOf(recipe, column));
      else kept.set(keyOf(recipe, column), proposal);
    }
  }

  /** The proposals that are hierarchies of this recipe. */
  recall({ source, recipe }: Pick<Study, "source" | "recipe">): Study["proposals"] {
    const kept = source === null ? undefined : this.files.get(source.file);
    if (kept === undefined) return {};
    const columns = Object.keys(recipe?.columns ?? {});
    return Object.fromEntries(
      columns.flatMap((column) => {
        const proposal = kept.get(keyOf(recipe, column));
        return proposal === undefined ? [] : [[column, proposal]];
      }),
    );
  }
}
