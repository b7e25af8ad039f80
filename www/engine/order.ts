/** The drawn order of a release's rows. */

/**
 * An unpredictable seed of 53 bits, the most that a number here can hold: with the seed, the order can be undone. The
 * first bit is set, as the engine warns of seeds that are small enough to be found by trying.
 */
export function drawSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return 2 ** 52 + (high >>> 12) * 2 ** 32 + low;
}

/** A recipe with a seed in place of an order that each run draws: the page shows the seed, and keeps it. */
export function withDrawnOrder(recipe: string): string {
  const { release, ...rest } = JSON.parse(recipe) as { readonly release?: { readonly shuffle?: unknown } };
  if (release?.shuffle !== true) return recipe;
  return JSON.stringify({ ...rest, release: { ...release, shuffle: drawSeed() } }, null, 2);
}
