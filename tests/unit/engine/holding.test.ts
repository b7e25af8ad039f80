/**
 * Objects of the core are given back exactly once, however the work with them ends; and slots, which hold one at a
 * time.
 */

import { describe, expect, test } from "vitest";
import { type Handle, holding, Slot } from "../../../www/engine/holding";

/** An object of the core that says when it is given back. */
function handle(name: string, freed: string[], address = 1): Handle {
  return Object.assign({ free: () => void freed.push(name) }, { __wbg_ptr: address });
}

describe("an object of the core", () => {
  test("is given back when the work with it ends, however it does", async () => {
    const freed: string[] = [];
    expect(await holding(handle("pass", freed), () => 7)).toBe(7);
    const failing = holding(handle("other", freed), () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(freed).toEqual(["pass", "other"]);
  });

  test("is not given back a second time when it was finished", async () => {
    const freed: string[] = [];
    await holding(handle("pass", freed), (pass) => Object.assign(pass, { __wbg_ptr: 0 }));
    expect(freed).toEqual([]);
  });
});

describe("a slot", () => {
  test("drops what was made of what it held, first", () => {
    const freed: string[] = [];
    const file = new Slot<Handle>("No file.");
    const table = file.under<Handle>("No table.");
    const search = table.under<Handle>("No search.");
    const sweep = table.under<Handle>("No sweep.");
    file.put(handle("file", freed));
    table.put(handle("table", freed));
    search.put(handle("search", freed));
    sweep.put(handle("sweep", freed));
    search.put(handle("another search", freed));
    expect(freed).toEqual(["search"]);
    file.put(handle("another file", freed));
    expect(freed).toEqual(["search", "another search", "sweep", "table", "file"]);
    expect([file, table, search, sweep].map(({ isEmpty }) => isEmpty)).toEqual([false, true, true, true]);
  });

  test("says what is missing", () => {
    expect(() => new Slot<Handle>("No file.").it).toThrow(
      expect.objectContaining({ code: "boundary", message: "No file." }),
    );
  });

  test("does not drop what it has given away", () => {
    const freed: string[] = [];
    const slot = new Slot<Handle>("No search.");
    slot.put(handle("search", freed));
    slot.take();
    slot.drop();
    expect(freed).toEqual([]);
    expect(slot.isEmpty).toBe(true);
  });
});
