/** Pure changes of a recipe: each takes a recipe and returns another. */

import { DEFAULTS } from "../engine/defaults";
import { readingKey } from "../engine/readable";
import type {
  ColumnRecipe,
  Dialect,
  GivenRecipe,
  HierarchySpec,
  ReadAs,
  Recipe,
  Role,
  Treatment,
  ValueReading,
  Writing,
} from "../engine/wire/protocol";
import type { UniquesRecipe } from "../engine/wire/uniques-rows";
import { withoutLooseConditions } from "./conditions";

export function newRecipe(dialect: Dialect): Recipe {
  const { kanon, uniques: _uniques, frontier: _frontier, ...sections } = DEFAULTS;
  return { kanon, dialect, ...sections };
}

/** The role of a column; null while undecided. */
export function roleOf(recipe: GivenRecipe, column: string): Role | null {
  return recipe.columns[column]?.role ?? null;
}

/** The name of a treatment, without its parameters. */
export type Named = "keep" | "drop" | "constant" | "pseudonym" | "keyed-hash" | "mask";

export function nameOf(treatment: Treatment): Named {
  return typeof treatment === "string" ? treatment : (Object.keys(treatment)[0] as Named);
}

/** The treatment of a column in the release; for a quasi-identifier, "keep" means that the policy decides. */
export function treatmentOf(recipe: GivenRecipe, column: string): Treatment {
  const { role, release } = recipe.columns[column] ?? {};
  return release ?? usualFor(role ?? null);
}

/** The default treatment for a role. */
function usualFor(role: Role | null): Treatment {
  return role === "identifier" ? "drop" : "keep";
}

/** Whether the policy generalizes a column. A quasi-identifier that is left out does not count. */
export function isQuasiIdentifier(recipe: GivenRecipe, column: string): boolean {
  return roleOf(recipe, column) === "quasi-identifier" && treatmentOf(recipe, column) !== "drop";
}

/** Sets the treatment of a column; the default for its role is not stored. */
export function withTreatment(recipe: Recipe, column: string, treatment: Treatment): Recipe {
  const { release: _before, ...rest } = settingsOf(recipe, column);
  const isUsual = treatment === usualFor(roleOf(recipe, column));
  return withoutLooseEnds(withColumn(recipe, column, isUsual ? rest : { ...rest, release: treatment }));
}

/**
 * Removes links of columns that are not active quasi-identifiers, and conditions on columns that are not both sensitive
 * and released.
 */
function withoutLooseEnds(recipe: Recipe): Recipe {
  const linked = recipe.linked
    .map((group) => group.filter((column) => isQuasiIdentifier(recipe, column)))
    .filter((group) => group.length > 1);
  return withoutLooseConditions({ ...recipe, linked });
}

function withColumn(recipe: Recipe, column: string, settings: ColumnRecipe): Recipe {
  return { ...recipe, columns: { ...recipe.columns, [column]: settings } };
}

/** Sets the role of some columns. Settings of a column that is no longer a quasi-identifier are kept for its return. */
export function withRoles(recipe: Recipe, roles: ReadonlyMap<string, Role>): Recipe {
  let changed = recipe;
  for (const [column, role] of roles) {
    const { release, ...rest } = settingsOf(changed, column);
    const stays = release === undefined || rest.role !== role ? {} : { release };
    changed = withColumn(changed, column, { ...rest, ...stays, role });
  }
  return withoutLooseEnds(changed);
}

/**
 * Sets the column with the number of records of a row, which is then released unchanged; null if a row is one record.
 */
export function withCounts(recipe: Recipe, column: string | null): Recipe {
  const named = column === null ? recipe : withRoles(recipe, new Map([[column, "insensitive"]]));
  return { ...named, count_column: column };
}

/** Sets the kind of a column's values; null infers it from the values. */
export function withKind(recipe: Recipe, column: string, kind: ValueReading | null): Recipe {
  const { kind: _before, ...rest } = settingsOf(recipe, column);
  return withColumn(recipe, column, kind === null ? rest : { ...rest, kind });
}

/** Sets the missing values of a column, beside those of the whole file. */
export function withMissing(recipe: Recipe, column: string, missing: readonly string[]): Recipe {
  const { missing: _before, ...rest } = settingsOf(recipe, column);
  return withColumn(recipe, column, missing.length === 0 ? rest : { ...rest, missing });
}

/** The missing values of single columns. */
export function missingOf(recipe: GivenRecipe): ReadAs["missing"] {
  const own = Object.entries(recipe.columns).map(([name, { missing }]) => [name, missing ?? []] as const);
  return Object.fromEntries(own.filter(([, missing]) => missing.length > 0));
}

/** Whether a table was read as a recipe requires. */
export function isReadSo(source: ReadAs, recipe: Recipe): boolean {
  return readingKey(source) === readingKey({ dialect: recipe.dialect, missing: missingOf(recipe) });
}

/** Sets the hierarchy of a column. Its level caps are removed, because they were levels of the other hierarchy. */
export function withHierarchy(recipe: Recipe, column: string, hierarchy: HierarchySpec | null): Recipe {
  const { min_level: _minimum, max_level: _maximum, ...rest } = settingsOf(recipe, column);
  return withColumn(recipe, column, { ...rest, hierarchy });
}

/** Whether the core accepts a weight; beyond, losses would overflow. */
export function isWeight(weight: number): boolean {
  return weight === 0 || (weight >= 1e-6 && weight <= 1e6);
}

export function withWeight(recipe: Recipe, column: string, weight: number): Recipe {
  return withColumn(recipe, column, { ...settingsOf(recipe, column), weight });
}

/** Sets the least and the greatest level of a column; null leaves that side open. */
export function withCaps(recipe: Recipe, column: string, least: number | null, greatest: number | null): Recipe {
  const { min_level: _minimum, max_level: _maximum, ...rest } = settingsOf(recipe, column);
  return withColumn(recipe, column, {
    ...rest,
    ...(least === null ? {} : { min_level: least }),
    ...(greatest === null ? {} : { max_level: greatest }),
  });
}

/** Puts a column into the group of linked columns with that number; -1 removes it from all. */
export function withLink(recipe: Recipe, column: string, group: number): Recipe {
  const groups = recipe.linked.map((members) => members.filter((member) => member !== column));
  while (groups.length <= group) groups.push([]);
  if (group >= 0) groups[group]?.push(column);
  return { ...recipe, linked: groups };
}

/** A release in the order of the file, with its suppressed records. */
export const AS_USUAL: Writing = { shuffle: null, removed: false };

/** How the release of a recipe is written. */
export function writingOf(recipe: Recipe | null): Writing {
  const release = recipe?.release;
  return { shuffle: release?.shuffle ?? null, removed: release?.suppressed === "remove" };
}

/** Sets how the release is written; defaults are not stored. */
export function withWriting(recipe: Recipe, { shuffle, removed }: Writing): Recipe {
  const { release: _before, ...rest } = recipe;
  if (shuffle === null && !removed) return rest;
  const suppressed = removed ? ({ suppressed: "remove" } as const) : {};
  return { ...rest, release: { ...(shuffle === null ? {} : { shuffle }), ...suppressed } };
}

/** The recipe for the core: without groups of one, undecided columns, and settings that a role does not use. */
export function plain(recipe: GivenRecipe): string {
  const columns = Object.fromEntries(
    Object.entries(recipe.columns).flatMap(([name, settings]) => {
      const { role, kind, missing, release } = settings;
      if (role === undefined) return [];
      const said = { ...(kind === undefined ? {} : { kind }), ...(missing === undefined ? {} : { missing }) };
      const rest = { role, ...said, ...(release === undefined ? {} : { release }) };
      return [[name, role === "quasi-identifier" ? withoutNulls(settings) : rest]];
    }),
  );
  const linked = recipe.linked.filter((group) => group.length > 1);
  const { uniques } = recipe;
  const rest = uniques === undefined ? {} : { uniques: forQuasiIdentifiers(uniques, recipe) };
  return JSON.stringify({ ...recipe, columns, linked, ...rest }, null, 2);
}

/** Whether settings of a column list values of the table: rows, an order of its own, or a domain value by value. */
function listsValues({ hierarchy, domain }: ColumnRecipe): boolean {
  if (domain !== undefined && "values" in domain) return true;
  if (hierarchy === null || hierarchy === undefined) return false;
  return (
    "rows" in hierarchy || "tree" in hierarchy || ("groups" in hierarchy && typeof hierarchy.groups.order !== "string")
  );
}

/** The quasi-identifiers whose values a saved recipe would list. */
export function columnsWithValues(recipe: GivenRecipe): string[] {
  return Object.entries(recipe.columns)
    .filter(([, settings]) => settings.role === "quasi-identifier" && listsValues(settings))
    .map(([name]) => name);
}

/** The recipe without the lists of values, and without the level caps, which were levels of those hierarchies. */
export function withoutValues(recipe: Recipe): Recipe {
  const columns = Object.fromEntries(
    Object.entries(recipe.columns).map(([name, settings]) => {
      if (!listsValues(settings)) return [name, settings];
      const { hierarchy: _rows, domain: _values, min_level: _least, max_level: _greatest, ...rest } = settings;
      return [name, rest];
    }),
  );
  return { ...recipe, columns };
}

/** The recipe without the missing-value codes of single columns. */
export function withoutMissing(recipe: Recipe): Recipe {
  const columns = Object.entries(recipe.columns).map(([name, { missing: _codes, ...settings }]) => [name, settings]);
  return { ...recipe, columns: Object.fromEntries(columns) };
}

/** Removes settings of columns that are not quasi-identifiers. */
function forQuasiIdentifiers(uniques: UniquesRecipe, recipe: GivenRecipe): UniquesRecipe {
  const isOne = (column: string) => isQuasiIdentifier(recipe, column);
  const only = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(numbers).filter(([column]) => isOne(column)));
  const { weights, policy, impact } = uniques;
  return {
    ...uniques,
    weights: only(weights),
    ...(policy === undefined ? {} : { policy: only(policy) }),
    impact: { ...impact, covariates: impact.covariates.filter(isOne) },
  };
}

/** Keeps the settings that still fit when the columns of the table have changed. */
export function forColumns(recipe: Recipe, names: readonly string[]): Recipe {
  const columns = Object.fromEntries(Object.entries(recipe.columns).filter(([name]) => names.includes(name)));
  const linked = recipe.linked.map((group) => group.filter((name) => names.includes(name)));
  return { ...recipe, columns, linked: linked.filter((group) => group.length > 1) };
}

function settingsOf(recipe: Recipe, column: string): ColumnRecipe {
  return recipe.columns[column] ?? {};
}

function withoutNulls(settings: ColumnRecipe): ColumnRecipe {
  if (settings.hierarchy !== null) return settings;
  const { hierarchy: _none, ...rest } = settings;
  return rest;
}
