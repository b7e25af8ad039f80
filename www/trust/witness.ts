/** Counts what the page asked the network for since it was loaded, and what its policy refused. */

export interface Seen {
  readonly requests: readonly string[];
  readonly refused: readonly string[];
}

const LOCAL = /^(blob|data):/;

let seen: Seen = { requests: [], refused: [] };
const listeners = new Set<() => void>();

function note(patch: Partial<Seen>): void {
  seen = { ...seen, ...patch };
  for (const listener of listeners) listener();
}

/** Begins to watch. What was needed to show the page itself came before and is not counted. */
export function watchRequests(): void {
  const begin = () => {
    const loaded = performance.now();
    new PerformanceObserver((list) => {
      const late = list.getEntries().filter((entry) => entry.startTime > loaded && !LOCAL.test(entry.name));
      if (late.length > 0) note({ requests: [...seen.requests, ...late.map((entry) => entry.name)] });
    }).observe({ type: "resource", buffered: true });
  };
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
  document.addEventListener("securitypolicyviolation", (event) => {
    note({ refused: [...seen.refused, `${event.effectiveDirective}: ${event.blockedURI}`] });
  });
}

export function witnessed(): Seen {
  return seen;
}

export function onWitnessed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's own policy, as it stands in its head; null where the page is served without being built. */
export function ownPolicy(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return meta === null ? null : meta.content;
}
