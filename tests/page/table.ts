/** Tables for the tests, made from a seed, and what a release of them must hold whatever the page says. */

export const QUASI_IDENTIFIERS = ["age", "sex", "zip", "education"] as const;

/** Numbers in [0, 1) from a linear congruential generator. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SEXES = ["female", "male"];
const SCHOOLS = ["primary", "secondary", "bachelor", "master"];
const DIAGNOSES = ["flu", "asthma", "angina", "diabetes"];

function pick<Value>(values: readonly Value[], at: number): Value {
  const value = values[Math.floor(at * values.length)];
  if (value === undefined) throw new Error("the place lies outside of the list");
  return value;
}

/** A table of persons: a name, four quasi-identifiers and a diagnosis. */
export function persons(records: number, seed = 11): string {
  const next = numbersFrom(seed);
  const lines = ["name;age;sex;zip;education;diagnosis"];
  for (let record = 0; record < records; record += 1) {
    const age = 18 + Math.floor(60 * next() * next());
    const zip = 37000 + Math.floor(30 * next() * next());
    lines.push(
      [`person ${record}`, age, pick(SEXES, next()), zip, pick(SCHOOLS, next()), pick(DIAGNOSES, next())].join(";"),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Ages of which -9 is none, and a sex in which 9 is none; an age of 9 is one. */
export function coded(): string {
  const rows = Array.from({ length: 120 }, (_, row) => {
    const age = row % 20 === 0 ? -9 : 5 + (row % 60);
    return `${age},${row % 30 === 1 ? 9 : 1 + (row % 2)}`;
  });
  return `age,sex\n${rows.join("\n")}\n`;
}

/** A table whose lattice takes long to go through: many quasi-identifiers with many values each. */
export function wide(records: number, columns: number, seed = 5): string {
  const next = numbersFrom(seed);
  const names = Array.from({ length: columns }, (_, column) => `score ${column + 1}`);
  const lines = [names.join(";")];
  for (let record = 0; record < records; record += 1) {
    lines.push(names.map(() => Math.floor(100 * next())).join(";"));
  }
  return `${lines.join("\n")}\n`;
}

/** The recipe of `wide`: all columns are quasi-identifiers in intervals. */
export function wideRecipe(columns: number, algorithm = "brute-force"): string {
  const names = Array.from({ length: columns }, (_, column) => `score ${column + 1}`);
  const hierarchy = { intervals: { widths: [2, 4, 8, 16, 32], origin: 0 } };
  return JSON.stringify({
    kanon: 1,
    dialect: { delimiter: ";", quote: '"', header: true, encoding: "utf-8", missing: [] },
    columns: Object.fromEntries(names.map((name) => [name, { role: "quasi-identifier", hierarchy }])),
    privacy: { k: 5, suppression_limit: 1 },
    search: { algorithm },
  });
}

export interface Released {
  readonly header: string[];
  readonly suppressed: number;
  readonly smallest: number;
  readonly records: number;
}

/** Reads a released file anew: how many records are suppressed, and the smallest class of the others. */
export function readReleased(csv: string, quasiIdentifiers: readonly string[]): Released {
  const [first = "", ...lines] = csv
    .replaceAll("\r", "")
    .split("\n")
    .filter((line) => line !== "");
  const cellsOf = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map((match) => (match[1] ?? "").replaceAll('"', ""));
  const header = cellsOf(first).slice(0, first.split(";").length);
  const places = quasiIdentifiers.map((name) => header.indexOf(name));
  const classes = new Map<string, number>();
  let suppressed = 0;
  for (const line of lines) {
    const cells = cellsOf(line);
    const values = places.map((place) => cells[place] ?? "");
    if (values.every((value) => value === "*")) suppressed += 1;
    else classes.set(values.join("\n"), (classes.get(values.join("\n")) ?? 0) + 1);
  }
  return { header, suppressed, smallest: Math.min(...classes.values()), records: lines.length };
}
