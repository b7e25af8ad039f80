/** Shows the page that this worker is alive, for as long as it is. */

export const ALIVE = "alive";

/**
 * Holds the lock named like this worker until the worker ends. A busy loop cannot delay that, and a silent end cannot
 * hide it.
 */
export function holdLock(): void {
  const forever = new Promise<never>(() => undefined);
  // Without locks, as on an insecure host, the page waits for a cancel.
  navigator.locks
    ?.request(self.name, () => {
      postMessage(ALIVE);
      return forever;
    })
    .catch(() => undefined);
}
