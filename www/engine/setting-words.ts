/** The words of the page for settings that a recipe names by keys: who works here does not see the keys. */

import type { KanonError } from "./wire/protocol";

/** The words for each key that a message of the core begins with, in the order of a recipe. */
const WORDS: Readonly<Record<string, string>> = {
  "the recipe": "The recipe",
  dialect: "How the file is written",
  columns: "The columns",
  count_column: "The column that counts records",
  linked: "Linked columns",
  "privacy.k": "k",
  "privacy.suppression_limit": "The suppression limit",
  protect: "The conditions",
  "risk.threshold": "The threshold of risk",
  "risk.weight_column": "The weights",
  "risk.population": "The population",
  "risk.sampling_fraction": "The sampling fraction",
  "loss.aggregate": "How losses are combined",
  "loss.measure": "The measure of loss",
  search: "The search",
  "search.algorithm": "The algorithm",
  "search.budget.seconds": "The time of the search",
  "search.budget.checks": "The policies that a search may check",
  "uniques.k": "k of unsafe combinations",
  "uniques.max_size": "The largest combination",
  "uniques.weights": "The weights of cells",
  "uniques.policy": "The levels of the columns",
  "uniques.impact.covariates": "The columns of the effect",
  frontier: "The frontier",
  "frontier.risk": "The risk of the frontier",
  "frontier.policies": "The policies of the frontier",
  "frontier.least_group": "The smallest group",
  "frontier.threshold": "The threshold of the frontier",
  "chosen.cells": "The chosen cells",
  "chosen.policy.levels": "The levels of the chosen policy",
  "chosen.policy.best.loss": "The loss of the best policy",
  "chosen.frontier": "The chosen point of the frontier",
  "release.shuffle": "The order of the rows",
  sweep: "The sweep",
  k: "The values of k",
  suppression_limit: "The suppression limits",
  thresholds: "The thresholds",
  without: "The columns to leave out",
};

/** The words for a column's settings, to follow its name. */
const OF_COLUMN: Readonly<Record<string, string>> = {
  weight: "its weight",
  kind: "how its values are written",
  domain: "the order of its values",
  "domain.range": "the range of its values",
  hierarchy: "its hierarchy",
  min_level: "its lowest level",
  max_level: "its highest level",
  release: "what becomes of it",
  "release.prefix": "the prefix of what stands in its place",
  "release.width": "the width of what stands in its place",
  "release.digits": "the digits of what stands in its place",
  role: "its role",
};

/** The name of a setting in words; null if its key is not known. */
export function settingWords(key: string): string | null {
  const own = WORDS[key];
  if (own !== undefined) return own;
  const condition = /^protect\.(\d+)\.([a-z-]+)/.exec(key);
  if (condition !== null) return `Condition ${condition[1]} (${condition[2]})`;
  const weight = /^uniques\.weights\.(.+)$/s.exec(key);
  if (weight !== null) return `The weight of a cell of ${weight[1]}`;
  // A name may have dots.
  for (const [end, words] of Object.entries(OF_COLUMN)) {
    if (key.startsWith("columns.") && key.endsWith(`.${end}`) && key.length > `columns..${end}`.length) {
      return `${key.slice("columns.".length, -end.length - 1)}, ${words}`;
    }
  }
  return null;
}

/** What only a recipe needs: its own spelling of what the words before it say. */
const IN_A_RECIPE = / ?\(`[^()]*` (?:of the dialect )?in a recipe\)/g;

/** An error of the core in the words of the page. One that has them already stays the same object: it is told once. */
export function withoutKeys(error: KanonError): KanonError {
  const message = error.message.replace(IN_A_RECIPE, "").replace(/`([^`]+)`: /, (whole, key: string) => {
    const words = error.code === "recipe-setting" ? settingWords(key) : null;
    return words === null ? whole : `${words}: `;
  });
  const advice = error.advice.replace(IN_A_RECIPE, "");
  return message === error.message && advice === error.advice ? error : { ...error, message, advice };
}
