/** What a page or one of its workers requests from the network, and what the policy refuses, as observed by itself. */

/** A request with its initiator, or a refused attempt with the rule that refused it. */
export interface Sighting {
  readonly seen: "request" | "refused";
  readonly address: string;
  readonly by: string;
}

const LOCAL = /^(blob|data):/;

/** Watches the page or the worker that runs this, from its beginning or from now on. */
export function watch(see: (sighting: Sighting) => void, fromBeginning = true): void {
  // Earlier requests may be reported later.
  const since = fromBeginning ? 0 : performance.now();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (LOCAL.test(entry.name) || entry.startTime < since) continue;
      see({ seen: "request", address: entry.name, by: (entry as PerformanceResourceTiming).initiatorType });
    }
  }).observe({ type: "resource", buffered: fromBeginning });
  globalThis.addEventListener("securitypolicyviolation", (event) => {
    const { blockedURI, effectiveDirective } = event as SecurityPolicyViolationEvent;
    see({ seen: "refused", address: blockedURI, by: effectiveDirective });
  });
}

/** Whether a message from a worker is a sighting rather than an answer. */
export function isSighting(message: unknown): message is Sighting {
  return typeof message === "object" && message !== null && "seen" in message && "address" in message;
}
