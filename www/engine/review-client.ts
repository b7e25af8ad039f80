/** The page's requests to its worker in a review. */

import * as Comlink from "comlink";
import type { Engine } from "./client";
import { untilAborted } from "./failure";
import { withOriginal } from "./original";
import type { Readable } from "./readable";
import type { Beside, Bytes } from "./wire/protocol";
import type { Claimed, Glance, Settled, StudiedAsked } from "./wire/review";

type OnShare = (share: number) => void;

/** The share of the work that is done when the original is in memory. */
const ENCODED = 0.5;

export function glance(
  engine: Engine,
  file: Blob,
  onBytes: (bytes: Bytes) => void,
  signal: AbortSignal,
): Promise<Glance> {
  return engine.inTurn(signal, (face, job) => face.glance(job, file, Comlink.proxy(onBytes)));
}

/** Checks a report against the release alone. `source` says how to read it. */
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
 * Checks a report against the release and its original, which a separate engine reads: the other one keeps the release.
 */
export function verifyGiven(
  engine: Engine,
  original: Blob,
  claimed: Claimed,
  recipe: string,
  beside: Beside,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<Settled> {
  const onRead = (share: number) => onShare(ENCODED * share);
  const onVerified = (share: number) => onShare(ENCODED + (1 - ENCODED) * share);
  return withOriginal(engine, original, { recipe, population: beside.population }, onRead, signal, (own, encoding) =>
    own.inTurn(signal, (face, job) =>
      face.verifyGiven(job, claimed, recipe, original, encoding, beside, Comlink.proxy(onVerified)),
    ),
  );
}

/**
 * Checks a report that is not about a release against its inputs. The check cannot be interrupted, so a cancel ends the
 * worker that read the original.
 */
export function verifyStudied(
  engine: Engine,
  original: Blob,
  asked: StudiedAsked,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<Settled> {
  const onRead = (share: number) => onShare(ENCODED * share);
  const never = new AbortController().signal;
  return withOriginal(engine, original, asked, onRead, signal, (own) =>
    untilAborted(
      own.inTurn(never, (face, job) => face.verifyStudied(job, asked)),
      signal,
    ),
  );
}
