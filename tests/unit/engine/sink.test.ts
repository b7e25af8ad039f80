/** Where a release is written: a blob or a picked file, whole or not at all. */

import { expect, test } from "vitest";
import { BlobSink, FileSink } from "../../../www/engine/sink";

test("a blob holds every byte in order, over the borders of its parts", async () => {
  const sink = new BlobSink();
  const chunk = 3 << 20;
  for (let part = 0; part < 4; part += 1) await sink.write(new Uint8Array(chunk).fill(part));
  const bytes = new Uint8Array(await (await sink.close()).arrayBuffer());
  expect(bytes.length).toBe(4 * chunk);
  for (let part = 0; part < 4; part += 1)
    expect([bytes[part * chunk], bytes[(part + 1) * chunk - 1]]).toEqual([part, part]);
});

test("what was written before an end leaves nothing behind", async () => {
  const sink = new BlobSink();
  await sink.write(Uint8Array.of(1));
  await sink.abort();
  expect((await sink.close()).size).toBe(0);
});

const FILE = new File(["x"], "x.csv");

/** A file that notes what is done to it. */
function picked(done: unknown[]): FileSystemFileHandle {
  return {
    createWritable: async () => {
      done.push("empty");
      return {
        write: async (bytes: Uint8Array) => void done.push([...bytes]),
        close: async () => void done.push("close"),
        abort: async () => void done.push("abort"),
      };
    },
    getFile: async () => FILE,
  } as unknown as FileSystemFileHandle;
}

test("a picked file is written, closed and read again", async () => {
  const done: unknown[] = [];
  const sink = await FileSink.at(picked(done));
  await sink.write(Uint8Array.of(7));
  expect(await sink.close()).toBe(FILE);
  expect(done).toEqual(["empty", [7], "close"]);
});

test("a picked file that is given up is as before, and empty where it was written to its end", async () => {
  for (const [isWhole, expected] of [
    [false, ["empty", [7], "abort"]],
    [true, ["empty", [7], "close", "empty", "close"]],
  ] as const) {
    const done: unknown[] = [];
    const sink = await FileSink.at(picked(done));
    await sink.write(Uint8Array.of(7));
    if (isWhole) await sink.close();
    await sink.abort();
    expect(done).toEqual(expected);
  }
});
