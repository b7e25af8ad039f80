/** Long work goes on step by step until it is over or cancelled, and tells how far it is. */

import { expect, test, vi } from "vitest";
import { asFarAsAsked, completed, driven, paced } from "../../../www/engine/driver";
import { CANCELLED } from "../../../www/engine/failure";
import { Jobs } from "../../../www/engine/passes";

const JOB = 1;

/** Work of ten steps. Before one of them, something happens. */
function tenths(at = 0, happens: () => void = () => undefined) {
  let done = 0;
  const advance = () => {
    if (done === at) happens();
    done += 1;
    return done / 10;
  };
  return { advance, done: () => done };
}

test("work goes on until all is done", async () => {
  const work = tenths();
  const told: number[] = [];
  await completed(new Jobs(), JOB, work, (share) => told.push(share));
  expect(work.done()).toBe(10);
  expect(told[0]).toBe(0.1);
});

test("work that is cancelled ends with an error, or with the share that is done", async () => {
  const jobs = new Jobs();
  const work = tenths(3, () => jobs.cancel(JOB));
  expect(await asFarAsAsked(jobs, JOB, work, () => undefined)).toBe(0.4);
  expect(await asFarAsAsked(jobs, JOB + 1, work, () => undefined)).toBe(1);
  await expect(completed(jobs, JOB, tenths(), () => undefined)).rejects.toMatchObject({ code: CANCELLED });
});

test("a cancel arrives between two steps, and work that is paused waits for it", async () => {
  const jobs = new Jobs();
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    jobs.cancel(JOB);
    channel.port1.close();
  };
  const work = tenths(2, () => {
    jobs.pause(JOB, true);
    channel.port2.postMessage(null);
  });
  const far = await driven(
    jobs,
    JOB,
    work.advance,
    (share) => share >= 1,
    () => undefined,
  );
  expect(far).toBe(0.4);
});

test("progress is told at its pace, and news sooner", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const told: (readonly [number, string])[] = [];
  const tell = paced(([time, best]: readonly [number, string]) => told.push([time, best]), {
    every: 100,
    soon: 20,
    news: ([, best]) => best,
  });
  for (let time = 0; time <= 150; time += 10) {
    tell([time, time < 30 ? "a" : "b"]);
    vi.advanceTimersByTime(10);
  }
  vi.useRealTimers();
  expect(told).toEqual([
    [0, "a"],
    [30, "b"],
    [130, "b"],
  ]);
});
