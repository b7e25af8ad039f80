/** The position of a chart's cursor after a key, from 0 to `last`; null for a key that does not move it. */
export function moved(
  key: string,
  [back, on]: readonly [string, string],
  cursor: number | null,
  last: number,
): number | null {
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === back) return cursor === null ? last : Math.max(0, cursor - 1);
  if (key === on) return cursor === null ? 0 : Math.min(last, cursor + 1);
  return null;
}
