/** One heavy part for a document, whichever loader asks for it, and however often. */

import type { Heart } from "./contract";

/** Where the heavy part leaves itself for the loaders, of the same version of what they say to each other. */
const PLACE = Symbol.for("kanon.heart.1");

type Places = { [place: symbol]: Heart | undefined };

/** Leaves the heavy part where loaders find it; a second one is not needed. */
export function leave(make: () => Heart): void {
  const places = globalThis as unknown as Places;
  places[PLACE] ??= make();
}

/** The way to the heavy part: `fetch` runs its script, once unless that fails. */
export function onceLoaded(run: () => Promise<unknown>): () => Promise<Heart> {
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
    const heart = there();
    if (heart === undefined) throw new Error("the script that was sent is not Kanon's, or of another version");
    return heart;
  };
}
