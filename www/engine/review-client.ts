/** What the page asks of its worker in a review. */

import * as Comlink from "comlink";
import type { Engine } from "./client";
import { untilAborted } from "./failure";
import { withOriginal } from "./original";
import type { Readable } from "./readable";
import type { Beside, Bytes } from "./wire/protocol";
import type { Claimed, Glance, Settled, StudiedAsked } from "./wire/review";

type OnShare = (share: number) => void;

/** How much of the work is done when the original is in memory. */
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
 * Holds a report that is of no release against what it is of. The check does not stop before its end, so that a cancel
 * ends the worker that read the original for it.
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
