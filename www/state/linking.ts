/** Proposed links between columns of which one determines another. */

import type { LinkSuggestion } from "../engine/wire/protocol";
import { withLink, withWeight } from "./recipe";
import { hierarchyOf, isSeen, lookAt } from "./shaping";
import { quasiIdentifiersInOrder } from "./study";
import type { Workbench } from "./workbench";

/** A proposed link of quasi-identifiers that are not linked. */
export interface ProposedLink {
  /** The quasi-identifiers, two or more. */
  readonly columns: readonly string[];
  readonly reason: string;
  /** Whether they are one thing in several codings, which the loss should count once. */
  readonly isOneThing: boolean;
  /** The number of levels of each; null while the engine examines one. */
  readonly heights: readonly number[] | null;
}

function suggestions(workbench: Workbench): readonly LinkSuggestion[] {
  const { source } = workbench.study;
  if (source === null) return [];
  const known = workbench.links.get(source, "");
  if (known !== undefined) return known ?? [];
  workbench.links.set(source, "", null);
  void workbench.engine
    .about(source, (face) => face.suggestLinks())
    .catch(() => [])
    .then((links) => {
      workbench.links.set(source, "", links);
      workbench.announce();
    });
  return [];
}

/** The proposed links of a quasi-identifier that are not set. */
export function proposedLinks(workbench: Workbench, column: string): ProposedLink[] {
  const { recipe } = workbench.study;
  if (recipe === null) return [];
  const chosen = quasiIdentifiersInOrder(workbench.study);
  return suggestions(workbench).flatMap(({ columns: all, reason, isOneThing }) => {
    const columns = all.filter((name) => chosen.includes(name));
    const isLinked = recipe.linked.some((group) => columns.every((name) => group.includes(name)));
    if (columns.length < 2 || isLinked || !columns.includes(column)) return [];
    const views = columns.map((name) => lookAt(workbench, name, hierarchyOf(workbench, name)));
    const heights = views.flatMap((view) => (isSeen(view) ? [view.height] : []));
    return [{ columns, reason, isOneThing, heights: heights.length < columns.length ? null : heights }];
  });
}

/** Links columns to one level. They leave any other group they are in. One thing in several codings counts once. */
export function linkTogether(workbench: Workbench, columns: readonly string[], isOneThing: boolean): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const free = recipe.linked.length;
  const linked = columns.reduce((changed, column) => withLink(changed, column, free), recipe);
  const share = Math.round(1e6 / columns.length) / 1e6;
  const weighted = isOneThing
    ? columns.reduce((changed, column) => withWeight(changed, column, share), linked)
    : linked;
  workbench.change(`link ${columns.join(", ")}`, weighted);
}
