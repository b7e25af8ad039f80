import { beforeEach, expect, test, vi } from "vitest";
import { Engine } from "../../../www/engine/client";
import { hire } from "../../../www/engine/hire";
import { prove } from "../../../www/engine/proof-client";
import type { Encoding, Readable } from "../../../www/engine/readable";
import type { Proving } from "../../../www/engine/wire/proofs";
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
