/** What the page asks of its worker in a review. */

import * as Comlink from "comlink";
import { Engine } from "./client";
import type { Readable } from "./readable";
import type { Beside, Bytes, GivenRecipe } from "./wire/protocol";
import type { Claimed, Glance, Settled } from "./wire/review";

type OnShare = (share: number) => void;

/** How much of the work is done when the original is in memory, and when it was read to be held against the release. */
const READ = 0.3;
const ENCODED = 0.5;

export function glance(
  engine: Engine,
  file: Blob,
  onBytes: (bytes: Bytes) => void,
  signal: AbortSignal,
): Promise<Glance> {
  return engine.inTurn(signal, (face, job) => face.glance(job, file, Comlink.proxy(onBytes)));
}

/** Holds a report against the release alone, of which `source` says how it is read. */
export function verifyAlone(
  engine: Engine,
  { dialect }: Readable,
  claimed: Claimed,
  count: string | null,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<Settled> {
  return engine.inTurn(signal, (face, job) => face.verifyAlone(job, claimed, dialect, count, Comlink.proxy(onShare)));
}

/**
 * Holds a report against the release and its original, which an engine of its own reads: the other keeps the release.
 */
export async function verifyGiven(
  engine: Engine,
  original: Blob,
  claimed: Claimed,
  recipe: string,
  beside: Beside,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<Settled> {
  const own = new Engine(engine.hiring, () => undefined);
  try {
    const { dialect, columns } = JSON.parse(recipe) as GivenRecipe;
    const missing = Object.fromEntries(
      Object.entries(columns).flatMap(([name, { missing: codes }]) => (codes === undefined ? [] : [[name, codes]])),
    );
    const share = ({ done, total }: Bytes) => done / Math.max(1, total);
    const reading = await own.read(original, dialect ?? null, missing, (bytes) => onShare(READ * share(bytes)), signal);
    const source = { file: original, dialect: reading.dialect, missing };
    const onEncoded = (bytes: Bytes) => onShare(READ + (ENCODED - READ) * share(bytes));
    await own.encode(source, recipe, recipe, onEncoded, signal);
    const onVerified = (done: number) => onShare(ENCODED + (1 - ENCODED) * done);
    return await own.inTurn(signal, (face, job) =>
      face.verifyGiven(job, claimed, recipe, original, reading.dialect.encoding, beside, Comlink.proxy(onVerified)),
    );
  } finally {
    own.end();
  }
}
