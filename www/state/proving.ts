/** The proof for others that no policy loses less: made from a result, and checked by an independent program. */

import { checkProof, passport, prove } from "../engine/proof-client";
import type { ProofVerdict, Proving } from "../engine/wire/proofs";
import { encode } from "./encoding";
import { currentAnswer, currentJob, type Job, runJob } from "./job";
import { keyOf } from "./keys";
import { currentResult, type Handed, type Result, recipeToWrite } from "./result";
import type { Study } from "./study";
import type { Workbench } from "./workbench";
import { workersOf } from "./workers";

/** A proof, and its source. */
export interface Proof {
  readonly file: Blob;
  readonly nodes: number;
  /** The recipe that it proves. */
  readonly settings: string;
}

/** A proof in progress. */
export type ProofJob = Job<null, Proving, Proof>;

/** A check of a proof in progress. */
export type ReproofJob = Job<Proof, null, ProofVerdict>;

/** Whether the policy of a result can be compared with others: it was searched for, and is not the only one. */
export function isSearched({ found: { outcome } }: Result): boolean {
  return !outcome.chosen && outcome.latticeSize !== "1";
}

/** The proof of the current result, if one was made. */
export function currentProof({ study }: Workbench): Proof | null {
  return currentAnswer(study, "proof");
}

/** The result of the last check, if it was of this proof. */
export function currentVerdict({ study }: Workbench, proof: Proof): ProofVerdict | null {
  return study.reproof?.plan === proof ? currentAnswer(study, "reproof") : null;
}

function levelsOf({ found: { outcome } }: Result): Uint8Array {
  return Uint8Array.from(outcome.policy, ({ level }) => level);
}

/** What the proof of a result depends on, as text. */
function proofKey(study: Study, result: Result): string {
  return JSON.stringify([keyOf(study, "proof", null), ...levelsOf(result)]);
}

/** The progress of a result's proof when it was cancelled; null if it starts anew. */
export function stoppedProof({ engine, study }: Workbench, result: Result): Proving | null {
  return engine.stoppedProof === proofKey(study, result) ? (currentJob(study, "proof")?.reached ?? null) : null;
}

/** Makes the proof of the current result, or continues a cancelled one. */
export async function makeProof(workbench: Workbench): Promise<void> {
  const { study } = workbench;
  const result = currentResult(study);
  if (result === null || study.recipe === null) return;
  const settings = recipeToWrite(result, study.recipe);
  const claim = { key: proofKey(study, result), recipe: settings, levels: levelsOf(result) };
  const reached = stoppedProof(workbench, result) ?? { share: 0, nodes: 0 };
  const activity = { kind: "proving", name: "", ...reached } as const;
  await runJob(
    workbench,
    { name: "proof", step: "release", activity, plan: null, reached },
    async ({ signal, reach }) => {
      const onShare = (proving: Proving) => {
        if (workbench.advance(signal, { ...activity, ...proving })) reach(() => proving);
      };
      const bytes = await prove(workbench.engine, claim, workersOf(workbench), onShare, signal);
      if (!(bytes instanceof Uint8Array)) {
        reach(() => bytes);
        return { whole: false };
      }
      const nodes = nodesOf(bytes);
      return {
        whole: true,
        answer: { file: new Blob([bytes], { type: "application/octet-stream" }), nodes, settings },
      };
    },
  );
}

/** Checks a proof in a worker that reads the table anew. */
export async function proveAgain(workbench: Workbench, proof: Proof): Promise<void> {
  const { source } = workbench.study;
  if (source === null) return;
  const activity = { kind: "proving", name: "check", share: 0, nodes: null } as const;
  await runJob(
    workbench,
    { name: "reproof", step: "release", activity, plan: proof, reached: null },
    async ({ signal }) => {
      const onShare = (share: number) => void workbench.advance(signal, { ...activity, share });
      const given = { recipe: proof.settings, proof: proof.file, release: null };
      return {
        whole: true,
        answer: await checkProof(workbench.engine, source.file, given, workersOf(workbench), onShare, signal),
      };
    },
  );
}

/** The passport of a release, for checking its claims with a copy of the table. */
export async function passportOf(workbench: Workbench, { settings, written }: Handed, proof: Proof): Promise<Blob> {
  const { engine } = workbench;
  await encode(workbench, new AbortController().signal, true);
  return new Blob([await passport(engine, settings, written.report, proof.file)], { type: "application/zip" });
}

/** The number of nodes according to a proof's first line. */
function nodesOf(proof: Uint8Array): number {
  const line = new TextDecoder().decode(proof.subarray(0, proof.indexOf(0x0a)));
  return (JSON.parse(line) as { nodes: number }).nodes;
}
