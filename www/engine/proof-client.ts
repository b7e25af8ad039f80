/** What the page asks of its workers about proofs. */

import * as Comlink from "comlink";
import type { Engine } from "./client";
import { untilAborted } from "./failure";
import { withOriginal } from "./original";
import type { Packed, ProofVerdict, Proving } from "./wire/proofs";

type OnShare = (share: number) => void;

/** How much of a check is done when the table is in memory. */
const ENCODED = 0.1;

/** What a proof is made of, beside the encoded table. */
interface Claim {
  /** What the proof depends on, as text. */
  readonly key: string;
  readonly recipe: string;
  readonly levels: Uint8Array;
}

/**
 * Makes the proof that no policy of a recipe comes before the one of these levels, or goes on with it where it was
 * cancelled; split between so many workers where it takes long. With an aborted signal it ends with how far it has come.
 */
export function prove(
  engine: Engine,
  { key, recipe, levels }: Claim,
  workers: number,
  onShare: (proving: Proving) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | Proving> {
  return engine.together(signal, workers, async (face, job, muster) => {
    const begun = engine.stoppedProof === key;
    engine.stoppedProof = "";
    const proof = await face.prove(job, { recipe, levels }, begun, Comlink.proxy(onShare), muster);
    if (!(proof instanceof Uint8Array)) engine.stoppedProof = key;
    return proof;
  });
}

/**
 * Checks a proof against an original and its recipe, and a release if there is one. A worker of its own reads the
 * original anew; as the checker does not stop before its end, a cancel ends that worker.
 */
export function checkProof(
  engine: Engine,
  original: Blob,
  { recipe, proof, release }: { recipe: string; proof: Blob; release: Blob | null },
  onShare: OnShare,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  const onRead = (share: number) => onShare(ENCODED * share);
  const onChecked = (share: number) => onShare(ENCODED + (1 - ENCODED) * share);
  // A proof is of the sizes of classes alone: it has no part in people.
  return withOriginal(engine, original, { recipe, population: null }, onRead, signal, (own) => {
    const never = new AbortController().signal;
    const verdict = own.inTurn(never, (face, job) =>
      face.checkProof(job, recipe, proof, release, Comlink.proxy(onChecked)),
    );
    return untilAborted(verdict, signal);
  });
}

export function passport(
  engine: Engine,
  recipe: string,
  report: string,
  proof: Blob,
): Promise<Uint8Array<ArrayBuffer>> {
  return engine.quick((face) => face.passport(recipe, report, proof));
}

export function unpacked(engine: Engine, file: Blob, signal: AbortSignal): Promise<Packed[] | null> {
  return engine.inTurn(signal, (face) => face.unpacked(file));
}
