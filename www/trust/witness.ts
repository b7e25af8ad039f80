/**
 * Counts what the page and its workers asked the network for since the page was loaded, and what the policy refused.
 */

import { type Sighting, watch } from "../engine/watch";

export interface Seen {
  /** Addresses that were asked for and not refused. */
  readonly requests: readonly string[];
  /** Rule and address of each attempt that was refused. */
  readonly refused: readonly string[];
}

/** Whether a service worker could answer, and ask, in the page's name. */
export type ServiceWorker = "none" | "registered" | "in control";

const sent = (address: string): string => address.replace(/#.*$/, "");

/** Whether a refusal is of what was noted as a request; of a frame of another host it names the host only. */
function isOf(refusal: Sighting, request: Sighting): boolean {
  if (sent(refusal.address) === sent(request.address)) return true;
  return request.by === "iframe" && request.address.startsWith(`${refusal.address}/`);
}

/**
 * Watches one document with all its workbenches: what a page asks of the network is asked by the page, and which part
 * of it asked cannot be told.
 */
export class Witness {
  private sightings: readonly Sighting[] = [];
  private guardian: ServiceWorker = "none";
  private readonly listeners = new Set<() => void>();

  /** @param isGuest says that the document is somebody else's, whose earlier requests are of no matter. */
  constructor(readonly isGuest = false) {}

  /** Begins to watch. */
  watch(): void {
    watch(this.hear, !this.isGuest);
    void this.lookForServiceWorker();
  }

  /** Takes what a worker sees of itself. */
  readonly hear = (sighting: Sighting): void => {
    this.sightings = [...this.sightings, sighting];
    this.tell();
  };

  /** Calls back when there is something new; gives the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get serviceWorker(): ServiceWorker {
    return this.guardian;
  }

  /** A refused attempt may be noted as a request too, before or after its refusal; it is counted as refused. */
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
    // Where there can be none, as in a sandboxed frame or on a disk, asking throws.
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

/** The page's own policy, as it stands in its head; null where the page is served without being built. */
export function ownPolicy(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return meta === null ? null : meta.content;
}
