/** The engine without a page, in Node: releases, frontiers, unsafe combinations, refusals, cancels, progress. */

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { anonymize, type Engine, EngineError, openEngine, type Sample } from "../../../www/headless/engine";

const PEOPLE = "age,sex,illness\n34,f,flu\n35,f,flu\n34,f,cold\n61,m,flu\n62,m,cold\n61,m,cold\n";
const ages = { role: "quasi-identifier", hierarchy: { intervals: { origin: 0, widths: [10, 100] } } } as const;
const RECIPE = {
  kanon: 1,
  columns: {
    age: ages,
    sex: { role: "quasi-identifier" },
    illness: { role: "sensitive" },
  },
  privacy: { k: 3, suppression_limit: 0 },
} as const;

let engine: Engine;
let sample: Sample;
beforeAll(async () => {
  engine = await openEngine();
  sample = engine.sample();
});

/** A recipe as text: it may leave out what the type of a whole one has. */
const text = (recipe: object) => JSON.stringify(recipe);
/** A report without the time of its search. */
const timeless = (report: string) => report.replace(/"seconds": [^,]*,/g, "");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const failing = async (work: Promise<unknown>): Promise<EngineError> => {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(EngineError);
  return thrown as EngineError;
};

describe("a release", () => {
  test("is verified, and is what its report says, whatever the table comes in", async () => {
    const bytes = new TextEncoder().encode(PEOPLE);
    const given = [PEOPLE, bytes, bytes.buffer, new Blob([bytes]), new Uint8Array(gzipSync(bytes))];
    for (const data of given) {
      const table = await engine.read(data);
      const run = await table.anonymize(text(RECIPE));
      expect(run.verification.holds).toBe(true);
      expect(run.search.status).toBe("done");
      expect(new TextDecoder().decode(run.release)).toBe(
        "age,sex,illness\n30-39,f,flu\n30-39,f,flu\n30-39,f,cold\n60-69,m,flu\n60-69,m,cold\n60-69,m,cold\n",
      );
      expect(JSON.parse(run.report).output_sha256).toBe(sha256(run.release));
      expect(run.recipientReport).not.toContain(run.table.inputSha256);
    }
  });

  test("is that of the whole job in one call, which reads the table as the recipe says", async () => {
    const told = new Set<string>();
    const run = await anonymize(PEOPLE, text(RECIPE), { onProgress: ({ doing }) => told.add(doing) });
    const table = await engine.read(PEOPLE);
    const { release, report } = await table.anonymize(text(RECIPE));
    expect(run.verification.holds).toBe(true);
    expect(run.release).toEqual(release);
    expect(timeless(run.report)).toEqual(timeless(report));
    expect([...told]).toEqual(["reading", "preparing", "searching", "writing"]);
    const ragged = `${PEOPLE}60,m\n`;
    const other = await anonymize(ragged, text({ ...RECIPE, dialect: { ragged: "leave-out" } }));
    expect(other.release).toEqual(run.release);
    expect((await failing(anonymize(PEOPLE, '{"kanon": 1,\n"colums": {}}'))).code).toBe("recipe-syntax");
    expect((await failing(anonymize(PEOPLE, text(RECIPE), { signal: AbortSignal.abort() }))).code).toBe("cancelled");
  });

  test("takes the policy that the recipe chose", async () => {
    const { outcome } = await anonymize(PEOPLE, text(RECIPE));
    const levels = Object.fromEntries(outcome.policy.map(({ column, height }) => [column, height - 1]));
    const run = await anonymize(PEOPLE, text({ ...RECIPE, chosen: { policy: { levels } } }));
    expect(run.outcome.chosen).toBe(true);
    expect(run.verification.holds).toBe(true);
  });

  test("has every character of a file in another encoding", async () => {
    const bytes = Uint8Array.from(PEOPLE.replaceAll("flu", "\x92\x80"), (character) => character.charCodeAt(0));
    const table = await engine.read(bytes);
    expect(table.dialect.encoding).toBe("windows-1252");
    const run = await table.anonymize(text(RECIPE));
    expect(new TextDecoder().decode(run.release)).toContain("30-39,f,’€");
  });

  test("tells how far it is: the reading, the bound of the search, the writing", async () => {
    const table = await engine.read(sample.csv);
    const told: string[] = [];
    let bound = -1;
    const run = await table.anonymize(sample.recipe, {
      onProgress: (progress) => {
        if (told.at(-1) !== progress.doing) told.push(progress.doing);
        if (progress.doing !== "searching") return expect(progress.share).toBeLessThanOrEqual(1);
        expect(progress.search.bound).toBeGreaterThanOrEqual(bound);
        bound = progress.search.bound;
      },
    });
    expect(told).toEqual(["reading", "preparing", "searching", "writing"]);
    expect(run.search.bound).toBe(run.outcome.loss);
  });

  test("publishes no column that the recipe does not name, unless that is asked for", async () => {
    const table = await engine.read(PEOPLE);
    const { illness: _, ...columns } = RECIPE.columns;
    const recipe = text({ ...RECIPE, columns });
    const error = await failing(table.anonymize(recipe));
    expect(error.code).toBe("recipe-unnamed-columns");
    expect(error.message).toContain("`illness`");
    const run = await table.anonymize(recipe, { publishUnnamed: true });
    expect(new TextDecoder().decode(run.release)).toContain("30-39,f,cold");
  });

  test("reads the table as the recipe says, and not as it was read before", async () => {
    const table = await engine.read(PEOPLE);
    expect(table.profile.columns.map(({ missing }) => missing)).toEqual([0, 0, 0]);
    const columns = { ...RECIPE.columns, illness: { role: "sensitive", missing: ["flu"] } };
    await table.anonymize(text({ ...RECIPE, columns }));
    expect(table.profile.columns.map(({ missing }) => missing)).toEqual([0, 0, 3]);
  });

  test("takes the first line for names where the recipe names them", async () => {
    const table = await engine.read("2019,2020\n11,12\n13,12\n");
    expect(table.dialect.header, "the sniffer takes this for a table without names").toBe(false);
    const columns = { 2019: { role: "quasi-identifier" }, 2020: { role: "insensitive" } };
    const run = await table.anonymize(text({ kanon: 1, columns, privacy: { k: 2, suppression_limit: 0 } }));
    expect(new TextDecoder().decode(run.release)).toBe("2019,2020\n*,12\n*,12\n");
  });
});

describe("what goes wrong", () => {
  test("has a code, the place and what to do", async () => {
    const table = await engine.read(PEOPLE);
    const error = await failing(table.anonymize('{"kanon": 1,\n"colums": {}}'));
    expect(error.code).toBe("recipe-syntax");
    expect(error.message).toMatch(/line 2/);
    expect(error.advice).not.toBe("");
    const gone = await failing(table.anonymize(text({ kanon: 1, columns: { gone: { role: "quasi-identifier" } } })));
    expect(gone.place.column).toBe("gone");
    expect((await failing(engine.read(""))).code).not.toBe("");
  });

  test("a cancel ends the work, also before it began, and the table can be asked again", async () => {
    const table = await engine.read(sample.csv);
    const cancel = new AbortController();
    const onProgress = ({ doing }: { doing: string }) => {
      if (doing === "searching") cancel.abort();
    };
    expect((await failing(table.anonymize(sample.recipe, { signal: cancel.signal, onProgress }))).code).toBe(
      "cancelled",
    );
    expect((await failing(table.anonymize(sample.recipe, { signal: cancel.signal }))).code).toBe("cancelled");
    expect((await failing(engine.read(sample.csv, { signal: cancel.signal }))).code).toBe("cancelled");
    expect((await table.anonymize(sample.recipe)).verification.holds).toBe(true);
  });

  test("what a listener throws ends the work and is thrown as it is", async () => {
    const table = await engine.read(PEOPLE);
    const ofTheCaller = [new Error("any"), new RangeError("not of the core"), new DOMException("no file"), "no error"];
    for (const own of ofTheCaller) {
      const onProgress = () => {
        throw own;
      };
      await expect(table.anonymize(text(RECIPE), { onProgress })).rejects.toBe(own);
      await expect(table.anonymize(text(RECIPE))).resolves.toBeDefined();
    }
  });

  test("an argument of the wrong type does not end the engine", async () => {
    await expect(engine.read(7 as unknown as string)).rejects.toThrow(TypeError);
    const table = await engine.read(PEOPLE);
    await expect(table.anonymize(7 as unknown as string)).rejects.toThrow(TypeError);
    await expect(table.anonymize(text(RECIPE))).resolves.toBeDefined();
  });
});

test("work on one table goes one after the other, and what is asked of two does not mix", async () => {
  const [one, other] = await Promise.all([engine.read(PEOPLE), engine.read(sample.csv)]);
  const all = await Promise.all([
    one.anonymize(text(RECIPE)),
    other.anonymize(sample.recipe),
    one.anonymize(text({ ...RECIPE, privacy: { k: 6, suppression_limit: 0 } })),
  ]);
  expect(all.map(({ verification }) => verification.holds)).toEqual([true, true, true]);
  expect(all.map(({ verification }) => verification.k)).toEqual([3, 5, 6]);
});

test("a closed table ends what was asked before, and refuses the rest", async () => {
  const table = await engine.read(PEOPLE);
  const asked = table.anonymize(text(RECIPE));
  table.close();
  table.close();
  expect((await asked).verification.holds).toBe(true);
  expect((await failing(table.anonymize(text(RECIPE)))).code).toBe("table-closed");
  expect(table.profile.columns).toHaveLength(3);
});

test("a frontier has its points in order of risk, and gives their policies until the table is asked anew", async () => {
  const table = await engine.read(PEOPLE);
  const found = await table.frontier(text(RECIPE));
  const risks = found.points.map(({ risk }) => risk);
  expect(risks).toEqual([...risks].sort((a, b) => a - b));
  expect(found.policy(1).risk).toBeLessThanOrEqual(1);
  const levels = await table.frontier(text({ ...RECIPE, frontier: { space: "full-domain" } }));
  expect(levels.points.length).toBeGreaterThan(0);
  for (const point of levels.points) expect(point.levels).toHaveLength(2);
  expect(() => found.policy(1)).toThrow(/no frontier/);
});

test("unsafe combinations are found, and their cells suppressed where the recipe says so", async () => {
  const table = await engine.read(PEOPLE);
  const found = await table.uniques(text({ ...RECIPE, uniques: { k: 2 } }));
  expect([found.report.unsafe_records, found.report.combinations]).toEqual([2, 2]);
  expect(found.suppressed).toBeNull();
  const { suppressed } = await table.uniques(text({ ...RECIPE, uniques: { k: 2, suppress: "per-record" } }));
  expect(new TextDecoder().decode(suppressed?.release)).toContain("*,f,flu");
});

/** A table of so many rows of numbers, all columns of which are quasi-identifiers, and what is asked of it. */
async function numbered(rows: number) {
  const column = { role: "quasi-identifier" } as const;
  const columns = { a: column, b: column, c: column, d: column };
  const recipe = text({ kanon: 1, columns, uniques: { k: 3, suppress: "strict" } });
  let drawn = 1;
  const cell = (values: number) => {
    drawn = (drawn * 48271) % 2147483647;
    return drawn % values;
  };
  const lines = Array.from({ length: rows }, () => [8, 12, 18, 26].map(cell).join());
  return { table: await engine.read(["a,b,c,d", ...lines, ""].join("\n")), recipe };
}

/** A suppression, and the steps after which it was ended. */
async function suppressing({ table, recipe }: Awaited<ReturnType<typeof numbered>>, enough?: AbortSignal) {
  const { suppressed } = await table.uniques(recipe, enough === undefined ? {} : { enough });
  expect(suppressed?.verification.holds).toBe(true);
  const { ended_after_steps } = JSON.parse(suppressed?.report ?? "{}") as { ended_after_steps?: number };
  return { ...suppressed, steps: ended_after_steps };
}

test("a suppression ends with the best so far, which its recipe finds again", async () => {
  // Some fifty times as long as what is done at once, so that the end is heard before the search has come to its own.
  const asked = await numbered(2000);
  const early = await suppressing(asked, AbortSignal.abort());
  expect(early.steps).toBeGreaterThan(0);
  const again = await suppressing({ ...asked, recipe: early.recipe ?? "" });
  expect(again.steps).toBe(early.steps);
  expect(again.release).toEqual(early.release);
});

test("a suppression that nobody ends comes to its own end", async () => {
  const asked = await numbered(200);
  const whole = await suppressing(asked, new AbortController().signal);
  expect(whole.steps).toBeUndefined();
  expect(whole.recipe).toBe(asked.recipe);
});

test("columns get hierarchies to begin with, which read as what they make of the values", async () => {
  const table = await engine.read(sample.csv);
  const { spec } = await table.suggestHierarchy("age");
  expect(spec).not.toBeNull();
  const view = await table.hierarchy("age", spec);
  expect(view.missingCount).toBe(0);
  expect(view.levels.at(-1)?.groups).toBe(1);
  expect(engine.parseHierarchy("a;*\nb;*\n")).toHaveProperty("rows");
});
