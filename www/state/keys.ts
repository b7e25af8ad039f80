/** What each piece of work depends on, as text: it is stale when the text is another. */

import type { Recipe, SweepPlan } from "../engine/wire/protocol";
import { frontierSettings, uniquesSettings } from "./settings";
import {
  type JobName,
  type JobOf,
  quasiIdentifiers,
  type SearchedRecipe,
  type Study,
  searched,
  searchKey,
  tableKey,
} from "./study";

/** The settings of the search for the best policy, but for how it is done. */
function problemOf(recipe: Recipe): Omit<SearchedRecipe, "search"> {
  const { search: _how, ...problem } = searched(recipe);
  return problem;
}

/** The problem as text. */
export function problemKey(recipe: Recipe): string {
  return JSON.stringify(problemOf(recipe));
}

/** All but what the sweep goes over. */
function sweepKey(recipe: Recipe, { limits }: SweepPlan): string {
  const {
    privacy: { k, suppression_limit },
    ...rest
  } = problemOf(recipe);
  return JSON.stringify([rest, limits.length > 0 ? k : suppression_limit]);
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

/** What suppressed cells follow from. */
export function cellsKey(recipe: Recipe): string {
  return JSON.stringify([tableKey(recipe), uniquesSettings(recipe)]);
}

/** Columns and loss: levels, k and limit are those of each policy. */
function candidatesKey(recipe: Recipe): string {
  const columns = Object.entries(recipe.columns).map(([name, { role, release, weight, missing }]) => [
    name,
    role ?? null,
    release ?? null,
    weight ?? 1,
    missing ?? [],
  ]);
  return JSON.stringify([tableKey(recipe), columns, recipe.loss]);
}

const KEYS: { readonly [Name in JobName]: (recipe: Recipe, study: Study, plan: JobOf<Name>["plan"]) => string } = {
  candidates: candidatesKey,
  comparison: problemKey,
  published: problemKey,
  sweep: (recipe, _, plan) => sweepKey(recipe, plan),
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

/** What a job of this kind and plan would belong to now. */
export function keyOf<Name extends JobName>(study: Study, name: Name, plan: JobOf<Name>["plan"]): string {
  return study.recipe === null ? "" : KEYS[name](study.recipe, study, plan);
}
