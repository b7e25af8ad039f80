/** Ensures one heavy part for each document, whichever loader asks for it, and however often. */

import type { Whole } from "./contract";

/** The symbol under which the heavy part registers for the loaders, with the version of their interface. */
const PLACE = Symbol.for("kanon.whole.1");

type Places = { [place: symbol]: Whole | undefined };

/** Registers the heavy part for the loaders. A second one is ignored. */
export function leave(make: () => Whole): void {
  const places = globalThis as unknown as Places;
  places[PLACE] ??= make();
}

/** A loader for the heavy part. `run` executes its script, once unless that fails. */
export function onceLoaded(run: () => Promise<unknown>): () => Promise<Whole> {
  let running: Promise<unknown> | null = null;
  const there = () => (globalThis as unknown as Places)[PLACE];
  return async () => {
    const before = there();
    if (before !== undefined) return before;
    running ??= run();
    try {
      await running;
    } catch (thrown) {
      running = null;
      throw thrown;
    }
    const whole = there();
    if (whole === undefined) throw new Error("the script that was sent is not Kanon's, or of another version");
    return whole;
  };
}
