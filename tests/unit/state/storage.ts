/** A stand-in for the browser's storage, as far as the page uses it. */

import { vi } from "vitest";

/** Puts a storage in the place of the browser's, and gives what it holds. */
export function stubStorage(): Map<string, string> {
  const held = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  });
  return held;
}
