/** The digests that a passport lists. */

/**
 * The files that are not as a passport's list says: others than listed, listed and not there, or there and not listed.
 * `listed` is in the format of `sha256sum`; `found` has the digest of each file by its name.
 */
export function unlikeListed(listed: string, found: ReadonlyMap<string, string>): readonly string[] {
  const lines = listed.split("\n").filter((line) => line !== "");
  const digests = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const names = new Set([...found.keys(), ...digests.keys()]);
  return [...names].filter((name) => digests.get(name) !== found.get(name));
}
