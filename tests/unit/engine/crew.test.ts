/** The lead of a crew of workers: it hands out boxes, and takes them back from a worker that ends. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Lead } from "../../../www/engine/crew";

vi.mock("../../../www/engine/pkg/kanon.js", () => ({ Crew: class {} }));

/** What is split: as many boxes as are waiting, and what has become of each. */
class Boxes {
  told: string[] = [];
  private lent = 0;

  lend(): [number, string] {
    this.lent += 1;
    return [this.lent, `box ${this.lent}`];
  }

  absorb(number: number, findings: string): void {
    this.told.push(`${number}: ${findings}`);
  }

  takeBack(number: number, box: string): void {
    this.told.push(`${number}: ${box} is open again`);
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

let lead: Lead;
let boxes: Boxes;
let channel: MessageChannel;
let orders: unknown[];
/** The lead knows of what is shared only that it lends and takes back. */
const shared = () => boxes as unknown as Parameters<Lead["feed"]>[0];

beforeEach(async () => {
  [lead, boxes, channel, orders] = [new Lead(), new Boxes(), new MessageChannel(), []];
  channel.port2.onmessage = ({ data }) => orders.push(data);
  lead.begin();
  lead.join(channel.port1, 1);
  lead.feed(shared());
  await turn();
});
afterEach(() => {
  channel.port1.close();
  channel.port2.close();
});

test("one that ends gives its box back, and gets no other", async () => {
  expect(orders).toEqual([{ number: 1, dive: "box 1" }]);
  lead.leave(1);
  lead.feed(shared());
  expect(boxes.told).toEqual(["1: box 1 is open again"]);
  lead.feed(shared());
  await turn();
  expect(orders).toHaveLength(1);
  expect(lead.size).toBe(0);
});

test("one that ends just after its answer gets no other box, and its answer counts", async () => {
  channel.port2.postMessage({ number: 1, findings: "closed" });
  await turn();
  lead.leave(1);
  lead.feed(shared());
  lead.feed(shared());
  await turn();
  expect(boxes.told).toEqual(["1: closed"]);
  expect(orders).toHaveLength(1);
  expect(lead.size).toBe(0);
});

test("at the end, the box of one that has ended is open again", async () => {
  lead.leave(1);
  await lead.recall(shared());
  expect(boxes.told).toEqual(["1: box 1 is open again"]);
});

test("at the end, an answer that has come counts, whoever has ended since", async () => {
  channel.port2.postMessage({ number: 1, findings: "closed" });
  await turn();
  lead.leave(1);
  await lead.recall(shared());
  expect(boxes.told).toEqual(["1: closed"]);
});

test("who comes when all are recalled is given nothing, and no later work waits for them", async () => {
  await lead.recall(shared());
  const late = new MessageChannel();
  late.port2.onmessage = ({ data }) => orders.push(data);
  lead.join(late.port1, 2);
  expect(lead.size).toBe(0);
  lead.begin();
  lead.feed(shared());
  await turn();
  expect(orders).toEqual([{ number: 1, dive: "box 1" }, "stop"]);
  late.port2.close();
});
