/** The lock of a read-only workbench: the user changes no setting, the page around it does. */

import { expect, test } from "vitest";
import type { Recipe } from "../../../www/engine/wire/protocol";
import { LOCKED } from "../../../www/state/lock";
import { Workbench } from "../../../www/state/workbench";
import { NOTHING_TO_HIRE } from "../engine/hired";

const recipe = (k: number) => ({ columns: {}, linked: [], privacy: { k } }) as unknown as Recipe;

test("behind a lock the user changes no setting, and the page around does", async () => {
  const workbench = new Workbench({ instance: "", keptAs: null, hiring: NOTHING_TO_HIRE });
  workbench.change("k", recipe(2));
  workbench.lock.isShut = true;
  workbench.change("k", recipe(3));
  expect(workbench.study.recipe).toEqual(recipe(2));
  expect(workbench.notice?.text).toBe(LOCKED);

  await workbench.lock.asHost(async () => workbench.change("k", recipe(4)));
  expect(workbench.study.recipe).toEqual(recipe(4));
  await expect(workbench.lock.asHost(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  workbench.change("k", recipe(5));
  expect(workbench.study.recipe).toEqual(recipe(4));

  workbench.lock.isShut = false;
  workbench.change("k", recipe(5));
  expect(workbench.study.recipe).toEqual(recipe(5));
});
