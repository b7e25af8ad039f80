/** Two long jobs in one worker take turns. */

import { expect, test } from "vitest";
import { Jobs } from "../../../www/engine/passes";

test("two jobs that let messages be handled at once both go on, in their order", async () => {
  const jobs = new Jobs();
  const order: string[] = [];
  const work = async (name: string) => {
    for (let piece = 1; piece <= 2; piece += 1) {
      await jobs.yield();
      order.push(`${name}${piece}`);
    }
  };
  await Promise.all([work("a"), work("b")]);
  expect(order).toEqual(["a1", "b1", "a2", "b2"]);
});
