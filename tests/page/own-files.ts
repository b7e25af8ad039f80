/** Files as institutions export them, from a fixed seed, and what their released dates must hold. */

/** Numbers in [0, 1) from a linear congruential generator. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const two = (number: number) => String(number).padStart(2, "0");

const CODES = ["C61", "E11.9", "E66.9", "I10", "I21.4", "J45.9", "K35.8", "M54.5", "N39.0", "S72.0"];
const AREAS = ["BR", "CR", "SE", "SW", "TN"];
const GROUPS = ["White", "Asian", "Black", "Mixed", "Other", "Not stated"];
const NAMES = ["Wilson", "Okafor", "Patel", "Nowak", "Hughes"];

/** Admissions to a hospital: births as dd/mm/yyyy, admissions with times, postcodes in two parts, free text with names. */
export function hospital(records: number, seed = 41): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const lines = ["patient,dob,sex,postcode,ethnicity,admitted,diagnosis,cost,notes"];
  for (let record = 0; record < records; record += 1) {
    const born = `${two(1 + below(28))}/${two(1 + below(12))}/${1930 + below(80)}`;
    const admitted = `${two(1 + below(28))}/${two(1 + below(12))}/2023 ${two(below(24))}:${two(below(60))}`;
    const postcode = `${AREAS[below(5)]}${1 + below(9)} ${below(10)}AB`;
    const note = `Seen by Dr ${NAMES[below(5)]} on ${1 + below(28)}/${1 + below(12)}, to come again`;
    lines.push(
      [
        `P${100000 + record}`,
        born,
        next() < 0.5 ? "F" : "M",
        postcode,
        GROUPS[below(6)],
        admitted,
        CODES[below(10)],
        (100 + 5000 * next()).toFixed(2),
        `"${note}"`,
      ].join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Months of visits, of which no day is above 12: the first of each month, or the month of each first. */
export function visits(records: number): string {
  const lines = ["visit,sex,age"];
  for (let record = 0; record < records; record += 1)
    lines.push(`01/${two(1 + (record % 12))}/2022,${record % 2 === 0 ? "f" : "m"},${20 + (record % 30)}`);
  return `${lines.join("\n")}\n`;
}

/** Whether a released label holds a day, given as year, month and day. */
export function holdsDay(label: string, [year, month, day]: readonly [number, number, number]): boolean {
  if (label === "*") return true;
  const own = `${year}-${two(month)}-${two(day)}`;
  const quarter = /^(\d{4})-Q([1-4])$/.exec(label);
  if (quarter !== null) return Number(quarter[1]) === year && Number(quarter[2]) === Math.ceil(month / 3);
  const years = /^(\d{4})-(\d{4})$/.exec(label);
  if (years !== null) return Number(years[1]) <= year && year <= Number(years[2]);
  return /^\d{4}(-\d{2}){0,2}$/.test(label) && own.startsWith(label);
}

/** The rows of a table without line breaks in its cells. */
export function cells(csv: string): string[][] {
  return csv
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)]
        .slice(0, line.endsWith(",") ? undefined : -1)
        .map((match) => match[2] ?? match[1] ?? ""),
    );
}
