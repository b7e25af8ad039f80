/** The page's requests to its workers about proofs. */

import * as Comlink from "comlink";
import { Engine } from "./client";
import { untilAborted } from "./failure";
import { withOriginal } from "./original";
import type { CheckAsked, Packed, ProofVerdict, Proving } from "./wire/proofs";

type OnShare = (share: number) => void;

/** The share of a check that is done when the table is in memory. */
const ENCODED = 0.1;

/** A shorter proof is checked before further workers have started. */
const FEWEST_BYTES_FOR_HELP = 1500;

/** The inputs of a proof, beside the encoded table. */
interface Claim {
  /** What the proof depends on, as text. */
  readonly key: string;
  readonly recipe: string;
  readonly levels: Uint8Array;
}

/**
 * Proves that no policy of a recipe precedes the one with these levels, or continues a cancelled proof. It is split
 * between up to `workers` workers if it takes long. An aborted signal ends it with its progress so far.
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
 * Checks a proof against an original and its recipe, and a release if there is one. A separate worker reads the
 * original anew, and shares a long check with others. The checker cannot be interrupted, so a cancel ends these
 * workers.
 */
export function checkProof(
  engine: Engine,
  original: Blob,
  asked: CheckAsked,
  workers: number,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  const onRead = (share: number) => onShare(ENCODED * share);
  const onChecked = (share: number) => onShare(ENCODED + (1 - ENCODED) * share);
  // A proof is about class sizes alone, so it does not involve people.
  const readBy = { recipe: asked.recipe, population: null };
  return withOriginal(engine, original, readBy, onRead, signal, (own) => {
    const helpers = asked.proof.size < FEWEST_BYTES_FOR_HELP ? 0 : workers - 1;
    const others = Array.from({ length: helpers }, () => new Engine(engine.hiring, () => undefined));
    const end = () => {
      for (const other of others) other.end();
    };
    return untilAborted(checkTogether(own, others, asked, onChecked), signal).finally(end);
  });
}

/**
 * Lets each of several workers check its part of a proof. If one of them rejects its part, the first worker says why.
 */
async function checkTogether(
  own: Engine,
  others: readonly Engine[],
  asked: CheckAsked,
  onShare: OnShare,
): Promise<ProofVerdict> {
  const never = new AbortController().signal;
  const of = others.length + 1;
  const shares = new Array<number>(of).fill(0);
  const tell = (part: number) =>
    Comlink.proxy((share: number) => {
      shares[part] = share;
      onShare(
        Math.min(
          1,
          shares.reduce((sum, one) => sum + one),
        ),
      );
    });
  const checked = (part: number) =>
    own.inTurn(never, (face, job) => face.checkProof(job, asked, { part, of }, tell(part)));
  if (of === 1) return checked(0);
  const plain = await own.inTurn(never, (face) => face.plainTable(asked.recipe));
  const accepted = others.map((other, index) => {
    const part = index + 1;
    const check = other.inTurn(never, (face) => face.checkPart(plain, asked.proof, { part, of }, tell(part)));
    return check.catch(() => false);
  });
  const verdict = await checked(0);
  if (!isClosed(verdict)) return verdict;
  for (const [index, isAccepted] of (await Promise.all(accepted)).entries()) {
    const again = isAccepted ? verdict : await checked(index + 1);
    if (!isClosed(again)) return again;
  }
  return verdict;
}

/** Whether all examined boxes are closed, whatever the release is. */
function isClosed({ outcome }: ProofVerdict): boolean {
  return outcome === "proven" || outcome === "other-release";
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
