/** Counts the network requests of the page and its workers since it was loaded, and what the policy refused. */

import { type Sighting, watch } from "../engine/watch";

export interface Seen {
  /** Addresses that were requested and not refused. */
  readonly requests: readonly string[];
  /** Rule and address of each attempt that was refused. */
  readonly refused: readonly string[];
}

/** Whether a service worker could respond, and make requests, in the page's name. */
export type ServiceWorker = "none" | "registered" | "in control";

const sent = (address: string): string => address.replace(/#.*$/, "");

/** Whether a refusal belongs to a recorded request. A refused frame of a different host names the host only. */
function isOf(refusal: Sighting, request: Sighting): boolean {
  if (sent(refusal.address) === sent(request.address)) return true;
  return request.by === "iframe" && request.address.startsWith(`${refusal.address}/`);
}

/**
 * Watches one document with all its workbenches: network requests belong to the page, and it is unknown which part of
 * the page made them.
 */
export class Witness {
  private sightings: readonly Sighting[] = [];
  private guardian: ServiceWorker = "none";
  private readonly listeners = new Set<() => void>();

  /** @param isGuest whether the document is foreign, so that its earlier requests are ignored. */
  constructor(readonly isGuest = false) {}

  /** Starts watching. */
  watch(): void {
    watch(this.hear, !this.isGuest);
    void this.lookForServiceWorker();
  }

  /** Takes what a worker observes of itself. */
  readonly hear = (sighting: Sighting): void => {
    this.sightings = [...this.sightings, sighting];
    this.tell();
  };

  /** Calls back when there is something new; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get serviceWorker(): ServiceWorker {
    return this.guardian;
  }

  /** A refused attempt may also be recorded as a request, before or after its refusal; it counts as refused. */
  seen(): Seen {
    const refused = this.sightings.filter(({ seen }) => seen === "refused");
    const left = [...refused];
    const requests = this.sightings.filter((sighting) => {
      if (sighting.seen === "refused") return false;
      const at = left.findIndex((refusal) => isOf(refusal, sighting));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return {
      requests: requests.map(({ address }) => address),
      refused: refused.map(({ by, address }) => `${by}: ${address}`),
    };
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private async lookForServiceWorker(): Promise<void> {
    // If there can be none, as in a sandboxed frame or from disk, asking throws.
    const container = (() => {
      try {
        return navigator.serviceWorker ?? null;
      } catch {
        return null;
      }
    })();
    if (container === null) return;
    const look = async () => {
      const registered = await container.getRegistrations().catch(() => []);
      this.guardian = container.controller !== null ? "in control" : registered.length > 0 ? "registered" : "none";
      this.tell();
    };
    container.addEventListener("controllerchange", () => void look());
    await look();
  }
}

/** The page's own policy, from its head; null if the page is served without a build. */
export function ownPolicy(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return meta === null ? null : meta.content;
}
