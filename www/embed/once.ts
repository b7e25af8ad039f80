/** One heavy part for a document, whichever loader asks for it, and however often. */

import type { Whole } from "./contract";

/** Where the heavy part leaves itself for the loaders, of the same version of what they say to each other. */
const PLACE = Symbol.for("kanon.whole.1");

type Places = { [place: symbol]: Whole | undefined };

/** Leaves the heavy part where loaders find it; a second one is not needed. */
export function leave(make: () => Whole): void {
  const places = globalThis as unknown as Places;
  places[PLACE] ??= make();
}

/** The way to the heavy part: `fetch` runs its script, once unless that fails. */
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
