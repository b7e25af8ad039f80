/** Settings of an earlier visit: validated like any recipe, offered if they fit, never applied automatically. */

import { isLost, toKanonError } from "../engine/failure";
import type { GivenRecipe, Recipe } from "../engine/wire/protocol";
import { takeApart } from "./autosave";
import { columnsWithValues, withoutValues } from "./recipe";
import { suggestFor } from "./shaping";
import { columnNames, type Source } from "./source";
import type { Workbench } from "./workbench";

export interface Kept {
  readonly recipe: Recipe;
  /** The columns whose hierarchies listed values, which are not kept. */
  readonly without: readonly string[];
}

/** Reads what an earlier visit kept. Unreadable settings are dropped, with a notice to the user. */
export async function recall(workbench: Workbench): Promise<void> {
  const { autosave } = workbench;
  const text = autosave.keptText();
  if (text === null) return;
  const { recipe, without } = takeApart(text);
  try {
    const given = JSON.parse(await workbench.engine.normalizeRecipe(recipe)) as GivenRecipe;
    if (autosave.keptText() !== text) return;
    const read = given as Recipe;
    // An earlier version of the page kept values too.
    if (columnsWithValues(read).length > 0) autosave.keepRecipe(read);
    workbench.kept = { recipe: withoutValues(read), without: [...without, ...columnsWithValues(read)] };
    workbench.announce();
  } catch (thrown) {
    const error = toKanonError(thrown);
    if (isLost(error) || autosave.keptText() !== text) return;
    autosave.forgetRecipe();
    workbench.tell(`Settings that were kept on this device cannot be read any more and were removed. ${error.message}`);
  }
}

/** The settings of a table that is replaced by another are offered for that one, like those of an earlier visit. */
export function keepForNext(workbench: Workbench): void {
  const { recipe, pins } = workbench.study;
  if (recipe === null || Object.keys(recipe.columns).length === 0) return;
  workbench.kept = { recipe, without: [] };
  workbench.keptPins = pins;
}

/**
 * Offers the settings of an earlier visit for a table with the same columns.
 *
 * @param readAgain reads the table again if the settings require a different reading.
 */
export function offerKept(
  workbench: Workbench,
  source: Source,
  readAgain: (recipe: Recipe, change: string) => Promise<void>,
): void {
  const { kept } = workbench;
  workbench.kept = null;
  if (kept === null) return;
  const { recipe, without } = kept;
  const names = columnNames(source);
  if (Object.keys(recipe.columns).length === 0 || Object.keys(recipe.columns).some((name) => !names.includes(name)))
    return;
  const again = without.filter((name) => recipe.columns[name]?.role === "quasi-identifier");
  const rest = again.length === 0 ? "" : ` Lists of values were not kept: ${again.join(", ")} will get suggestions.`;
  workbench.tell(`Your last settings are for a table with the same columns.${rest}`, {
    label: "Use them here",
    run: () => {
      const change = "use last settings";
      const used = { ...recipe, dialect: source.dialect };
      workbench.putNoticeAway();
      const { population } = workbench.study;
      workbench.change(change, used, source, { pins: workbench.keptPins, population });
      void readAgain(used, change).then(() => suggestFor(workbench, again, change));
    },
  });
}
