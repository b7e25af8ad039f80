/** Tells the page that this worker lives, as long as it does. */

export const ALIVE = "alive";

/** Holds the lock named as this worker until its end, which no busy loop delays and no silence hides. */
export function holdLock(): void {
  const forever = new Promise<never>(() => undefined);
  // Without locks, as on a host that is not secure, the page waits for a cancel.
  navigator.locks
    ?.request(self.name, () => {
      postMessage(ALIVE);
      return forever;
    })
    .catch(() => undefined);
}
