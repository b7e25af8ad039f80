/**
 * Making and checking a proof from the page's side: what is continued after a cancel, and how helpers share a check.
 */

import { beforeEach, describe, expect, test, vi } from "vitest";
import { Engine } from "../../../www/engine/client";
import { hire } from "../../../www/engine/hire";
import { checkProof, prove } from "../../../www/engine/proof-client";
import type { Encoding, Readable } from "../../../www/engine/readable";
import type { ProofVerdict, Proving } from "../../../www/engine/wire/proofs";
import { sourceOf } from "../state/recipes";
import { type Hired, hiring, NOTHING_TO_HIRE } from "./hired";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

interface Claim {
  readonly recipe: string;
  readonly levels: Uint8Array;
}
interface Begun {
  readonly claim: Claim;
  readonly isBegun: boolean;
}

/** What of a verdict decides. */
type Verdict = Pick<ProofVerdict, "outcome" | "why">;

const NEVER = new AbortController().signal;
const SOURCE: Readable = sourceOf("age");
const ENCODING: Encoding = { recipe: "{}", key: "table", population: null };
const HALF: Proving = { share: 0.5, nodes: 7 };
const WHOLE = Uint8Array.of(1, 2, 3);

let hired: Hired[];
let begun: Begun[];
/** What the worker answers next. */
let answers: (Uint8Array | Proving | Error)[];
let engine: Engine;

beforeEach(() => {
  begun = [];
  answers = [];
  const made = hiring(() => ({
    prove: (_: number, claim: Claim, isBegun: boolean) => {
      begun.push({ claim, isBegun });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    read: () => ({ dialect: SOURCE.dialect }),
    encode: () => ({}),
    cancel: () => undefined,
  }));
  hired = made.hired;
  vi.mocked(hire).mockImplementation(made.hire);
  engine = new Engine(NOTHING_TO_HIRE, () => undefined);
  return () => engine.end();
});

const proven = (key: string) =>
  prove(engine, { key, recipe: "{}", levels: Uint8Array.of(1, 0) }, 1, () => undefined, NEVER);
const anew = (at: number) => begun[at]?.isBegun === false;

test("a proof that was cancelled is gone on with, and the one after it begins anew", async () => {
  answers = [HALF, HALF, WHOLE, WHOLE];
  expect(await proven("k = 5")).toEqual(HALF);
  expect(await proven("k = 5")).toEqual(HALF);
  expect(await proven("k = 5")).toEqual(WHOLE);
  expect(await proven("k = 5")).toEqual(WHOLE);
  expect(begun.map((_, at) => anew(at))).toEqual([true, false, false, true]);
  for (const { claim } of begun) expect(claim).toEqual({ recipe: "{}", levels: Uint8Array.of(1, 0) });
});

test("a proof of something else begins anew, and takes the place of the one that was cancelled", async () => {
  answers = [HALF, HALF, HALF];
  await proven("k = 5");
  await proven("k = 6");
  await proven("k = 5");
  expect(begun.map((_, at) => anew(at))).toEqual([true, true, true]);
});

test("of another table, or of the same one read again, a proof begins anew", async () => {
  answers = [HALF, HALF];
  await engine.encode(SOURCE, ENCODING, () => undefined, NEVER);
  await proven("k = 5");
  expect(engine.stoppedProof).toBe("k = 5");
  await engine.encode(SOURCE, ENCODING, () => undefined, NEVER);
  expect(engine.stoppedProof).toBe("");
  await proven("k = 5");
  expect(anew(1)).toBe(true);
});

test("a worker that died, or a proof that failed, leaves nothing to go on with", async () => {
  answers = [HALF, HALF, HALF, new Error("no"), WHOLE];
  await proven("k = 5");
  hired[0]?.end();
  await proven("k = 5");
  expect(hired).toHaveLength(2);
  await proven("k = 5");
  await expect(proven("k = 5")).rejects.toThrow();
  await proven("k = 5");
  expect(begun.map((_, at) => anew(at))).toEqual([true, true, false, false, true]);
});

describe("a check", () => {
  const CLOSED: Verdict = { outcome: "proven", why: "" };
  const REFUSED: Verdict = { outcome: "refused", why: "open is the box" };
  const LONG = new Blob([new Uint8Array(5000)]);
  let checked: { part: number; of: number }[];

  /** Checks a proof with four workers; the verdicts are those of the first one for each part. */
  async function verdict(proof: Blob, verdicts: readonly Verdict[], refusedByHelpers: readonly number[]) {
    checked = [];
    const made = hiring(() => ({
      read: () => ({ dialect: SOURCE.dialect }),
      encode: () => ({}),
      cancel: () => undefined,
      plainTable: () => ({ recipe: "{}", table: new Blob() }),
      checkProof: (_job: number, _asked: unknown, own: { part: number; of: number }) => {
        checked.push(own);
        return verdicts[own.part];
      },
      checkPart: (_plain: unknown, _proof: unknown, { part }: { part: number }) => {
        if (part === 3) throw new Error("it cannot");
        return !refusedByHelpers.includes(part);
      },
    }));
    vi.mocked(hire).mockImplementation(made.hire);
    const asked = { recipe: '{"columns": {}}', proof, release: null };
    const answer = await checkProof(engine, new Blob(), asked, 4, () => undefined, NEVER);
    return { answer, workers: made.hired.length };
  }

  test("of a short proof has no helpers", async () => {
    const { answer, workers } = await verdict(new Blob(["short"]), [CLOSED], []);
    expect(answer).toEqual(CLOSED);
    expect(checked).toEqual([{ part: 0, of: 1 }]);
    expect(workers).toBe(1);
  });

  test("is accepted where every part is; what a helper could not check is checked again", async () => {
    const { answer, workers } = await verdict(LONG, [CLOSED, REFUSED, REFUSED, CLOSED], []);
    expect(answer).toEqual(CLOSED);
    expect(checked.map(({ part }) => part)).toEqual([0, 3]);
    // A worker that failed is made anew.
    expect(workers).toBe(4 + 1);
  });

  test("is refused where one part is, whatever the release", async () => {
    for (const outcome of ["proven", "other-release"] as const) {
      const { answer } = await verdict(LONG, [{ ...CLOSED, outcome }, CLOSED, REFUSED, CLOSED], [2]);
      expect(answer).toEqual(REFUSED);
      expect(checked.map(({ part }) => part)).toEqual([0, 2]);
    }
  });

  test("says of the release what the first part says, once all are closed", async () => {
    const other: Verdict = { outcome: "other-release", why: "the release differs" };
    expect((await verdict(LONG, [other, CLOSED, CLOSED, CLOSED], [])).answer).toEqual(other);
  });

  test("ends with what the first part refuses", async () => {
    expect((await verdict(LONG, [REFUSED, CLOSED, CLOSED, CLOSED], [])).answer).toEqual(REFUSED);
    expect(checked).toHaveLength(1);
  });
});
