/**
 * The queue in front of a worker: one piece of work after the other, cancels, a worker that ends, and parts that load
 * late.
 */

import { beforeEach, expect, test, vi } from "vitest";
import { notArrived } from "../../../www/engine/failure";
import { hire } from "../../../www/engine/hire";
import { Line } from "../../../www/engine/line";
import type { Asked } from "../../../www/engine/link";
import { type Hired, hiring, NOTHING_TO_HIRE } from "./hired";

vi.mock("../../../www/engine/hire", () => ({ hire: vi.fn() }));

const NEVER = new AbortController().signal;

class Plain extends Line {
  forgotten = 0;
  protected override forget(): void {
    this.forgotten += 1;
  }
  /** Asks for work that the first part of the engine can do. */
  early<Answer>(work: (face: Asked, job: number) => Promise<Answer>): Promise<Answer> {
    return this.inLine(NEVER, work, { early: true });
  }
}

/** The face of the worker that answers when the test says so. */
interface Slow {
  work(job: number): Promise<string>;
  cancel(job: number): void;
}
const asked = (face: Asked): Slow => face as unknown as Slow;

let hired: Hired[];
let answers: Map<number, (answer: string) => void>;
let stopped: number[];
let restarts: number;
let line: Plain;
/** Has the rest of the engine arrive. */
let arrive: () => void;

const face = () => ({
  work: (job: number) => new Promise((resolve) => answers.set(job, resolve)),
  cancel: (job: number) => {
    stopped.push(job);
  },
});

beforeEach(() => {
  answers = new Map();
  stopped = [];
  restarts = 0;
  const made = hiring(face);
  hired = made.hired;
  vi.mocked(hire).mockImplementation(made.hire);
  line = new Plain(NOTHING_TO_HIRE, () => {
    restarts += 1;
  });
  return () => line.end();
});

const work = (signal: AbortSignal = NEVER) => line.inTurn(signal, (face, job) => asked(face).work(job));

test("work goes one after the other", async () => {
  const first = work();
  const second = work();
  await vi.waitFor(() => expect(answers.size).toBe(1));
  answers.get(1)?.("one");
  expect(await first).toBe("one");
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get(2)?.("two");
  expect(await second).toBe("two");
});

test("a cancel is told to the worker, which may still answer", async () => {
  const controller = new AbortController();
  const answer = work(controller.signal);
  await vi.waitFor(() => expect(answers.size).toBe(1));
  controller.abort();
  await vi.waitFor(() => expect(stopped).toEqual([1]));
  answers.get(1)?.("as far as it came");
  expect(await answer).toBe("as far as it came");
  expect(hired).toHaveLength(1);
});

test("what is cancelled while it waits is never begun", async () => {
  const controller = new AbortController();
  const first = work();
  const second = work(controller.signal);
  await vi.waitFor(() => expect(answers.size).toBe(1));
  controller.abort();
  answers.get(1)?.("one");
  await first;
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
  expect([...answers.keys()]).toEqual([1]);
});

test("a worker that does not answer a cancel is ended, and nobody is told that it had to be", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const controller = new AbortController();
    const answer = work(controller.signal);
    const refused = expect(answer).rejects.toMatchObject({ code: "cancelled" });
    while (answers.size === 0) await new Promise(setImmediate);
    controller.abort();
    await vi.advanceTimersByTimeAsync(3900);
    expect(hired[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  expect(hired.map(({ ended }) => ended)).toEqual([true, false]);
  expect([line.forgotten, restarts]).toEqual([1, 0]);
});

test("where the browser lets no worker run, what is asked fails, and no other is made", async () => {
  const answer = work();
  await vi.waitFor(() => expect(answers.size).toBe(1));
  hired[0]?.refuse();
  await expect(answer).rejects.toMatchObject({ code: "engine-refused" });
  await expect(work()).rejects.toMatchObject({ code: "engine-refused" });
  expect([hired.length, restarts]).toEqual([1, 0]);
});

test("a worker that ends by itself fails what was asked of it, and another takes its place", async () => {
  const answer = work();
  await vi.waitFor(() => expect(answers.size).toBe(1));
  hired[0]?.end();
  await expect(answer).rejects.toMatchObject({ code: "engine-stopped" });
  expect([hired.length, line.forgotten, restarts]).toEqual([2, 1, 1]);
  const next = work();
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get(2)?.("again");
  expect(await next).toBe("again");
});

/** A line whose engine has arrived in part. */
function inPart(own: () => object): Plain {
  const whole = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const made = hiring(own, whole);
  hired = made.hired;
  vi.mocked(hire).mockImplementation(made.hire);
  return new Plain(NOTHING_TO_HIRE, () => {
    restarts += 1;
  });
}

test("what the first part of the engine can do is done before the rest has arrived, and all else after it", async () => {
  const arriving = inPart(face);
  const early = arriving.early((it, job) => asked(it).work(job));
  const late = arriving.inTurn(NEVER, (it, job) => asked(it).work(job));
  await vi.waitFor(() => expect(answers.size).toBe(1));
  answers.get(1)?.("early");
  expect(await early).toBe("early");
  await new Promise(setImmediate);
  expect(answers.size).toBe(1);
  arrive();
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get(2)?.("late");
  expect(await late).toBe("late");
  arriving.end();
});

test("what needs the rest after all is asked again of a new worker that has it, and nobody is told", async () => {
  const arriving = inPart(() => ({
    work: async () => {
      if (hired.length === 1) throw notArrived();
      return "by the second";
    },
  }));
  const early = arriving.early((it, job) => asked(it).work(job));
  await vi.waitFor(() => expect(hired.map(({ ended }) => ended)).toEqual([true, false]));
  expect([arriving.forgotten, restarts]).toEqual([1, 0]);
  arrive();
  expect(await early).toBe("by the second");
  arriving.end();
});
