/** The worker's part in proofs: making them, checking them, and packing them with what a check needs. */

import { handOut, type Lead, Sharing } from "./crew";
import { asFarAsAsked, paced } from "./driver";
import { holding } from "./holding";
import { MOST_BYTES, unpackedFiles } from "./packed";
import { type Jobs, passOver } from "./passes";
import { checkPart, passport as packed } from "./pkg/kanon.js";
import type { Shelf } from "./shelf";
import type { Grouped } from "./wire/crew";
import type { CheckAsked, Packed, PlainTable, ProofPart, ProofVerdict, Proving } from "./wire/proofs";

export function proofFace(opening: Promise<Shelf>, jobs: Jobs, lead: Lead) {
  return {
    /**
     * Proves that no policy of a recipe precedes the one with these levels, or continues the last proof for the same
     * claim if `begun`. A cancelled proof is kept, and returns its progress. `muster` is called if the work takes long
     * enough to be split between workers.
     */
    prove: async (
      job: number,
      { recipe, levels }: { readonly recipe: string; readonly levels: Uint8Array },
      begun: boolean,
      onShare: (proving: Proving) => void,
      muster: (grouped: Grouped) => void,
    ): Promise<Uint8Array<ArrayBuffer> | Proving> => {
      const shelf = await opening;
      const { proving, encoded } = shelf;
      if (!begun) proving.put(encoded.it.prove(shelf.recipe(recipe), levels));
      const { it } = proving;
      const reached = (share: number) => ({ share, nodes: it.nodes });
      const sharing = new Sharing(lead, it, () => muster(handOut(it, levels)));
      const advance = (milliseconds: number) => sharing.step(() => it.advance(milliseconds));
      await asFarAsAsked(jobs, job, { advance }, (share) => onShare(reached(share)));
      await lead.recall(it);
      const share = it.advance(0);
      return share < 1 ? reached(share) : new Uint8Array(proving.take().finish());
    },

    /** The table in memory in the form that other checkers of a proof need. */
    plainTable: async (recipe: string): Promise<PlainTable> => {
      const shelf = await opening;
      return holding(shelf.encoded.it.checkProof(shelf.recipe(recipe)), async (check) => {
        const plain = check.plain();
        const { recipe, table } = plain;
        plain.free();
        return { recipe, table: new Blob([new Uint8Array(table)]) };
      });
    },

    /** Checks a part of a proof over the table of another worker. Returns whether it is proven. */
    checkPart: async (
      { recipe, table }: PlainTable,
      proof: Blob,
      { part, of }: ProofPart,
      onShare: (share: number) => void,
    ): Promise<boolean> => {
      await opening;
      const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
      return checkPart(recipe, await bytes(table), await bytes(proof), part, of, paced(onShare));
    },

    /**
     * Checks a proof, or a part of it, against the table in memory, and against a release. Only ending the worker
     * cancels it.
     */
    checkProof: async (
      job: number,
      { recipe, proof, release }: CheckAsked,
      { part, of }: ProofPart,
      onShare: (share: number) => void,
    ): Promise<ProofVerdict> => {
      const shelf = await opening;
      const bytes = new Uint8Array(await proof.arrayBuffer());
      return holding(shelf.encoded.it.checkProof(shelf.recipe(recipe)), async (check) => {
        const push = (chunk: Uint8Array) => check.push(chunk);
        if (release !== null) await passOver(release, "utf-8", push, jobs, job, () => undefined);
        return check.finish(bytes, part, of, paced(onShare));
      });
    },

    /** The passport of a proven release, as an archive. Its bytes are always the same, and those of the program. */
    passport: async (recipe: string, report: string, proof: Blob): Promise<Uint8Array<ArrayBuffer>> => {
      const shelf = await opening;
      const bytes = new Uint8Array(await proof.arrayBuffer());
      return new Uint8Array(packed(shelf.recipe(recipe), report, bytes));
    },

    /** The files of a passport, or of an archive of everything about a release; null if a file is neither. */
    unpacked: async (file: Blob): Promise<Packed[] | null> => {
      if (file.size > MOST_BYTES) return null;
      const files = unpackedFiles(new Uint8Array(await file.arrayBuffer()));
      return files?.map(({ name, bytes }) => ({ name, content: new Blob([bytes]) })) ?? null;
    },
  };
}
