/** What each piece of work depends on, as text: it is stale if the text differs. */

import type { Recipe } from "../engine/wire/protocol";
import { conditionsOf, withoutThreshold } from "./conditions";
import { type SearchedRecipe, searched, searchKey } from "./searched";
import { frontierSettings, uniquesSettings } from "./settings";
import { type JobName, type JobOf, peopleKey, quasiIdentifiers, type Study, tableKey } from "./study";
import type { Swept } from "./sweeping";

/** The settings of the search for the best policy, except how it is done. */
function problemOf(recipe: Recipe): Omit<SearchedRecipe, "search"> {
  const { search: _how, ...problem } = searched(recipe);
  return problem;
}

/** The problem as text. */
export function problemKey(recipe: Recipe): string {
  return JSON.stringify(problemOf(recipe));
}

/** Everything except the swept setting. */
function sweepKey(recipe: Recipe, { plan }: Swept): string {
  const {
    privacy: { k, suppression_limit: limit },
    protect = [],
    ...rest
  } = problemOf(recipe);
  if ("k" in plan) return JSON.stringify([rest, limit, conditionsOf(recipe)]);
  if ("suppression_limits" in plan) return JSON.stringify([rest, k, protect]);
  const place = "thresholds" in plan ? plan.thresholds.condition - 1 : null;
  const asked = protect.map((condition, at) => (at === place ? withoutThreshold(condition) : condition));
  return JSON.stringify([rest, k, limit, asked]);
}

function frontierKey(recipe: Recipe, { population }: Study): string {
  const { not_identifying: _said, ...settings } = frontierSettings(recipe);
  const domains = quasiIdentifiers(recipe).map((name) => recipe.columns[name]?.domain ?? null);
  const isPartition = settings.space === "partition";
  const problem = isPartition ? domains : [searched(recipe).columns, recipe.linked, recipe.privacy, recipe.loss];
  return JSON.stringify([
    tableKey(recipe),
    settings,
    problem,
    isPartition ? population?.key : null,
    recipe.search.seed,
  ]);
}

function uniquesKey(recipe: Recipe): string {
  const { k, max_size, missing, policy } = uniquesSettings(recipe);
  return JSON.stringify([tableKey(recipe), k, max_size, missing, policy ?? {}]);
}

/** What a choice of suppressed cells was made for: they hold the k of Policy, and no other condition. */
export function cellsKey(recipe: Recipe): string {
  return JSON.stringify([tableKey(recipe), uniquesSettings(recipe), recipe.privacy.k, conditionsOf(recipe)]);
}

/** Columns, loss and conditions. Levels, k and limit belong to each policy. */
function candidatesKey(recipe: Recipe): string {
  const columns = Object.entries(recipe.columns).map(([name, { role, release, weight, missing }]) => [
    name,
    role ?? null,
    release ?? null,
    weight ?? 1,
    missing ?? [],
  ]);
  return JSON.stringify([tableKey(recipe), columns, recipe.loss, conditionsOf(recipe)]);
}

const KEYS: { readonly [Name in JobName]: (recipe: Recipe, study: Study, plan: JobOf<Name>["plan"]) => string } = {
  candidates: candidatesKey,
  comparison: problemKey,
  sweep: (recipe, _, plan) => sweepKey(recipe, plan),
  costs: problemKey,
  frontier: frontierKey,
  uniques: uniquesKey,
  search: searchKey,
  proof: problemKey,
  reproof: problemKey,
  review: (recipe, { reviewed, filing }) =>
    JSON.stringify([
      tableKey(recipe),
      reviewed,
      filing?.files.map(({ sha256 }) => sha256),
      filing?.dossier.files.map(({ kind }) => kind),
    ]),
};

/** The key of a job of this kind and plan under the current settings. */
export function keyOf<Name extends JobName>(study: Study, name: Name, plan: JobOf<Name>["plan"]): string {
  return study.recipe === null ? "" : `${KEYS[name](study.recipe, study, plan)}${peopleKey(study)}`;
}
