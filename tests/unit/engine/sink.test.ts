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

test("a picked file is written, closed and read again", async () => {
  const done: unknown[] = [];
  const written = new File(["x"], "x.csv");
  const place = {
    createWritable: async () => ({
      write: async (bytes: Uint8Array) => void done.push([...bytes]),
      close: async () => void done.push("close"),
      abort: async () => void done.push("abort"),
    }),
    getFile: async () => written,
  } as unknown as FileSystemFileHandle;
  const sink = await FileSink.at(place);
  await sink.write(Uint8Array.of(7));
  expect(await sink.close()).toBe(written);
  expect(done).toEqual([[7], "close"]);
});
