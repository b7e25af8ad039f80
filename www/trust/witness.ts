/** Counts what the page and its workers asked the network for since the page was loaded, and what the policy refused. */

import { onSighting } from "../engine/hire";
import { type Sighting, watch } from "../engine/watch";

export interface Seen {
  /** Addresses that were asked for and not refused. */
  readonly requests: readonly string[];
  /** Rule and address of each attempt that was refused. */
  readonly refused: readonly string[];
}

/** Whether a service worker could answer, and ask, in the page's name. */
export type ServiceWorker = "none" | "registered" | "in control";

let sightings: readonly Sighting[] = [];
let serviceWorker: ServiceWorker = "none";
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function take(sighting: Sighting): void {
  sightings = [...sightings, sighting];
  announce();
}

/** Begins to watch. */
export function watchRequests(): void {
  watch(take);
  onSighting(take);
  void lookForServiceWorker();
}

async function lookForServiceWorker(): Promise<void> {
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
    serviceWorker = container.controller !== null ? "in control" : registered.length > 0 ? "registered" : "none";
    announce();
  };
  container.addEventListener("controllerchange", () => void look());
  await look();
}

const sent = (address: string): string => address.replace(/#.*$/, "");

/** Whether a refusal is of what was noted as a request; of a frame of another host it names the host only. */
function isOf(refusal: Sighting, request: Sighting): boolean {
  if (sent(refusal.address) === sent(request.address)) return true;
  return request.by === "iframe" && request.address.startsWith(`${refusal.address}/`);
}

/** A refused attempt may be noted as a request too, before or after its refusal; it is counted as refused. */
export function witnessed(): Seen {
  const refused = sightings.filter(({ seen }) => seen === "refused");
  const left = [...refused];
  const requests = sightings.filter((sighting) => {
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

export function serviceWorkerState(): ServiceWorker {
  return serviceWorker;
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
