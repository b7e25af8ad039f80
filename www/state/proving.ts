/** The proof for others that no policy loses less: made of a result, and checked by a program of its own. */

import { checkProof, passport, prove } from "../engine/proof-client";
import type { ProofVerdict, Proving } from "../engine/wire/proofs";
import { encode } from "./encoding";
import { currentAnswer, currentJob, type Job, runJob } from "./job";
import { keyOf } from "./keys";
import { currentResult, type Handed, type Result, recipeToWrite } from "./result";
import type { Study } from "./study";
import type { Workbench } from "./workbench";
import { workersOf } from "./workers";

/** A proof, and what it was made of. */
export interface Proof {
  readonly file: Blob;
  readonly nodes: number;
  /** The recipe that it is a proof of. */
  readonly settings: string;
}

/** The making of a proof. */
export type ProofJob = Job<null, Proving, Proof>;

/** The check of a proof. */
export type ReproofJob = Job<Proof, null, ProofVerdict>;

/** Whether the policy of a result is one that others may be compared with: the search's, and not the only one. */
export function isSearched({ found: { outcome } }: Result): boolean {
  return !outcome.chosen && outcome.latticeSize !== "1";
}

/** The proof of the result as it is, if one was made. */
export function currentProof({ study }: Workbench): Proof | null {
  return currentAnswer(study, "proof");
}

/** What the last check said of the proof, if it is of this one. */
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

/** How far the proof of a result had come when it was cancelled; null where it begins anew. */
export function stoppedProof({ engine, study }: Workbench, result: Result): Proving | null {
  return engine.stoppedProof === proofKey(study, result) ? (currentJob(study, "proof")?.reached ?? null) : null;
}

/** Makes the proof of the current result, or goes on with it where it was cancelled. */
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

/** Has a proof checked by a worker that reads the table anew. */
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

/** The passport of a release: what somebody with a copy of the table checks its claims by. */
export async function passportOf(workbench: Workbench, { settings, written }: Handed, proof: Proof): Promise<Blob> {
  const { engine } = workbench;
  await encode(workbench, new AbortController().signal, true);
  return new Blob([await passport(engine, settings, written.report, proof.file)], { type: "application/zip" });
}

/** How many nodes a proof's first line says that it has. */
function nodesOf(proof: Uint8Array): number {
  const line = new TextDecoder().decode(proof.subarray(0, proof.indexOf(0x0a)));
  return (JSON.parse(line) as { nodes: number }).nodes;
}
