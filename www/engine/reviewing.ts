/** The worker's part in a review: recognizing its files, checking a report, and the page of the findings. */

import { decoderFor } from "./decoders";
import { completed } from "./driver";
import { holding } from "./holding";
import { type Jobs, NO_JOB, passOver } from "./passes";
import { beginningOf, expectPlain } from "./pieces";
import { AlonePass, CellsAlonePass, DigestPass, reviewFiles, sniff, verdict, verdictTold } from "./pkg/kanon.js";
import { readPopulation } from "./population";
import { verified, verifiedCells } from "./release";
import type { Shelf } from "./shelf";
import type { Beside, Bytes, Dialect } from "./wire/protocol";
import type {
  Claimed,
  ColumnSigns,
  GivenFile,
  Glance,
  ReviewFiles,
  Settled,
  StudiedAsked,
  VerdictTold,
} from "./wire/review";

/** Only the beginning of a longer file is examined; reports, recipes and hierarchies are shorter. */
const GLANCED_BYTES = 8 << 20;
const SNIFFED_BYTES = 256 << 10;
const LINE_FEED = 0x0a;

/** The first line of a proof, which is not followed by text. */
function lineOfProof(head: Uint8Array): string | null {
  const end = head.indexOf(LINE_FEED);
  const line = new TextDecoder().decode(head.subarray(0, Math.min(end, SNIFFED_BYTES)));
  return end > 0 && /^\{.*"kanon_proof":/.test(line) ? line : null;
}

export function reviewFace(opening: Promise<Shelf>, jobs: Jobs) {
  /** Reads a file to compute its digest. */
  const digestOf = (job: number, file: Blob, onBytes: (bytes: Bytes) => void) =>
    holding(new DigestPass(), async (pass) => {
      await passOver(file, "utf-8", (raw) => pass.push(raw), jobs, job, onBytes);
      return pass.finish();
    });
  return {
    digest: async (file: Blob): Promise<string> => {
      await opening;
      return digestOf(NO_JOB, file, () => undefined);
    },
    /** Reads a file for its digest, and collects what can be seen in it. */
    glance: async (job: number, file: Blob, onBytes: (bytes: Bytes) => void): Promise<Glance> => {
      await opening;
      const { head, whole } = await beginningOf(file, GLANCED_BYTES);
      const start = head.subarray(0, SNIFFED_BYTES);
      const { encoding } = sniff(start, whole && start.byteLength === head.byteLength).dialect;
      const text = lineOfProof(head) ?? decoderFor(encoding, true).decode(head);
      return { sha256: await digestOf(job, file, onBytes), text };
    },
    dossier: async (files: readonly GivenFile[]): Promise<ReviewFiles> => {
      await opening;
      return reviewFiles([...files]);
    },
    signs: async (): Promise<readonly ColumnSigns[]> => (await opening).opened.it.signs(),
    /** Checks a report against its release and the original, which is the table in memory. */
    verifyGiven: async (
      job: number,
      { release, report, isOfCells }: Claimed,
      recipe: string,
      file: Blob,
      encoding: string,
      { key, population }: Beside,
      onShare: (share: number) => void,
    ): Promise<Settled> => {
      const shelf = await opening;
      await expectPlain(release);
      const pair = { file, encoding, written: release };
      const asked = shelf.recipe(recipe);
      const { it: original } = shelf.encoded;
      if (isOfCells) return verifiedCells(original.verifyCells(asked, report, key), pair, jobs, job, onShare);
      if (population !== null) await readPopulation(shelf, jobs, job, recipe, population, () => undefined);
      const pass = original.verify(asked, report, key);
      if (population !== null) pass.setPopulation(shelf.population.it);
      return verified(pass, pair, jobs, job, onShare);
    },
    /** Checks a report against its release alone. */
    verifyAlone: async (
      job: number,
      { release, report, recipe, isOfCells }: Claimed,
      dialect: Dialect,
      count: string | null,
      onShare: (share: number) => void,
    ): Promise<Settled> => {
      await opening;
      await expectPlain(release);
      if (isOfCells) {
        const check = await holding(new CellsAlonePass(report, recipe, dialect, count), async (pass) => {
          await passOver(
            release,
            dialect.encoding,
            (raw, text) => pass.push(raw, text),
            jobs,
            job,
            () => undefined,
          );
          return pass.finish();
        });
        return holding(check, async (alone) => {
          await completed(jobs, job, alone, onShare);
          return alone.finish();
        });
      }
      return holding(new AlonePass(report, recipe, dialect, count), async (pass) => {
        const onBytes = ({ done, total }: Bytes) => onShare(done / Math.max(1, total));
        await passOver(release, dialect.encoding, (raw, text) => pass.push(raw, text), jobs, job, onBytes);
        return pass.finish();
      });
    },
    /** Checks a report that is not about a release against the table in memory. */
    verifyStudied: async (job: number, { recipe, report, population, reference }: StudiedAsked): Promise<Settled> => {
      const shelf = await opening;
      if (population !== null) await readPopulation(shelf, jobs, job, recipe, population, () => undefined);
      return holding(shelf.encoded.it.verifyStudied(shelf.recipe(recipe)), (check) => {
        if (population !== null) check.setPopulation(shelf.population.it);
        if (reference !== null) check.beside(shelf.recipe(reference));
        return check.finish(report);
      });
    },
    verdict: async (found: string): Promise<string> => {
      await opening;
      return verdict(found);
    },
    verdictTold: async (found: string): Promise<VerdictTold> => {
      await opening;
      return verdictTold(found);
    },
  };
}
