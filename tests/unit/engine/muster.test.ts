/** How helpers are started: how many, when the lead hears of them, and what happens when one cannot help. */

import { beforeEach, expect, test, vi } from "vitest";
import { hire } from "../../../www/engine/hire";
import type { Asked } from "../../../www/engine/link";
import { Muster, workersByDefault } from "../../../www/engine/muster";
import { type Hired, hiring, NOTHING_TO_HIRE } from "./hired";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

let hired: Hired[];
let refuses: boolean;
beforeEach(() => {
  refuses = false;
  const made = hiring(() => ({
    serve: async () => {
      if (refuses) throw new Error("no memory");
    },
  }));
  hired = made.hired;
  vi.mocked(hire).mockImplementation(made.hire);
});

/** The worker that leads, and what it was told. */
function lead() {
  const told: string[] = [];
  const face = {
    join: async (_: unknown, member: number) => void told.push(`join ${member}`),
    leave: async (member: number) => void told.push(`leave ${member}`),
  };
  return { told, face: face as unknown as Asked };
}
const GROUPED = { recipe: "{}", table: new Blob([]), population: null, claim: null };

test("the lead is told of each worker that is ready, and of each that ends by itself", async () => {
  const { told, face } = lead();
  const muster = new Muster(NOTHING_TO_HIRE);
  muster.call(2, GROUPED, face);
  await vi.waitFor(() => expect(told.toSorted()).toEqual(["join 1", "join 2"]));
  hired[1]?.end();
  hired[1]?.end();
  expect(told.at(-1)).toBe("leave 2");
  expect(told).toHaveLength(3);
  muster.dismiss();
});

test("who is dismissed is ended, and is no loss to anybody", async () => {
  const { told, face } = lead();
  const muster = new Muster(NOTHING_TO_HIRE);
  muster.call(2, GROUPED, face);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  muster.dismiss();
  expect(hired.every(({ ended }) => ended)).toBe(true);
  hired[0]?.end();
  expect(told).toHaveLength(2);
});

test("who is called when it is over is ended at once", async () => {
  const { told, face } = lead();
  const muster = new Muster(NOTHING_TO_HIRE);
  muster.dismiss();
  muster.call(1, GROUPED, face);
  await vi.waitFor(() => expect(hired.map(({ ended }) => ended)).toEqual([true]));
  expect(told).toEqual([]);
});

test("a worker that cannot help does not join", async () => {
  refuses = true;
  const heard = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { told, face } = lead();
  const muster = new Muster(NOTHING_TO_HIRE);
  muster.call(1, GROUPED, face);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  expect(told).toEqual([]);
  muster.dismiss();
});

test("as many workers as cores, and never more than eight", () => {
  for (const [cores, workers] of [
    [1, 1],
    [4, 4],
    [64, 8],
  ] as const) {
    vi.stubGlobal("navigator", { hardwareConcurrency: cores });
    expect(workersByDefault()).toBe(workers);
  }
});
