/** Files as institutions export them, made from a fixed seed, and what their released dates must hold. */

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

/**
 * Admissions to a hospital: births as dd/mm/yyyy, admissions with times, postcodes in two parts, free text with names.
 */
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

/** The last digit of a provider identifier: Luhn over `80840` and nine digits. */
function npi(nine: string): string {
  const digits = [...`80840${nine}`].reverse().map(Number);
  const sum = digits.reduce((all, digit, place) => {
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    return all + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

/**
 * Claims of an insurance in the United States: month first, ZIP+4, ICD-10, provider identifiers, amounts with
 * thousands.
 */
export function claims(records: number, seed = 42): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const lines = ["claim_id,member_id,provider_npi,birth_date,sex,zip,icd10,admit_date,discharge_date,paid_amount"];
  for (let record = 0; record < records; record += 1) {
    const day = 1 + below(20);
    const month = two(1 + below(12));
    const paid = 100 + below(9000) + below(100) / 100;
    const zip = `${["37201", "37203", "60601", "60614", "90012"][below(5)]}-${1000 + below(40)}`;
    lines.push(
      [
        `CLM-${500000 + record}`,
        `M${70000 + below(4000)}`,
        npi(`1${String(45319000 + below(900)).padStart(8, "0")}`),
        `${two(1 + below(12))}/${two(1 + below(28))}/${1932 + below(70)}`,
        next() < 0.5 ? "F" : "M",
        zip,
        CODES[below(CODES.length)],
        `${month}/${two(day)}/2023`,
        `${month}/${two(day + below(8))}/2023`,
        `"${paid.toLocaleString("en-US", { minimumFractionDigits: 2 })}"`,
      ].join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}

const PROVINCES = ["A Coruña", "Cádiz", "Córdoba", "León", "Logroño", "Málaga", "Ávila"];

/** A Spanish survey: decimal commas, accents, nominal codes, -9 for what was not answered. */
export function survey(records: number, seed = 43): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const lines = ["id_encuesta;edad;sexo;provincia;estudios;ingresos;satisfacción;peso"];
  for (let record = 0; record < records; record += 1) {
    const age = next() < 0.03 ? -9 : 18 + below(75);
    const income = (600 + below(4000) + below(100) / 100).toFixed(2).replace(".", ",");
    lines.push(
      [
        `E${record}`,
        age,
        next() < 0.02 ? 9 : 1 + below(2),
        PROVINCES[below(PROVINCES.length)],
        1 + below(6),
        income,
        1 + below(5),
        (0.5 + next()).toFixed(3).replace(".", ","),
      ].join(";"),
    );
  }
  return `${lines.join("\n")}\n`;
}

const FIRST = "Amina Björn Chloé Dmitri Eun-ji Fatou Günther Hana Iker João Kofi Léa Mei Nuno".split(" ");
const LAST = ["Ångström", "Brown", "Castañeda", "D'Souza", "Evans", "Faßbender", "García", "Hoang"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A register of students: names, e-mail addresses, births as `3 Sep 2004`. */
export function students(records: number, seed = 44): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const lines = ["student_no,first_name,last_name,email,born,programme,entry_year,nationality,grade"];
  for (let record = 0; record < records; record += 1) {
    const first = FIRST[below(FIRST.length)] ?? "";
    const last = `${LAST[below(LAST.length)]}-${LAST[below(LAST.length)]}`;
    lines.push(
      [
        20200000 + record,
        first,
        last,
        `${first}.${record}@uni.example`.toLowerCase(),
        `${1 + below(28)} ${MONTHS[below(12)]} ${1998 + below(8)}`,
        ["Biology", "Chemistry", "History", "Law", "Mathematics"][below(5)],
        2018 + below(6),
        ["DE", "ES", "FR", "GB", "IN", "KR", "NG", "US"][below(8)],
        ["A", "B", "C", "D"][below(4)],
      ].join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Trips: identifiers of software, moments with a zone, coordinates. */
export function trips(records: number, seed = 45): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join("");
  const lines = ["trip,started,ended,start_lat,start_lon,mode,age_band,gender"];
  for (let record = 0; record < records; record += 1) {
    const day = two(1 + below(28));
    const hour = below(23);
    const moment = (of: number) => `2024-03-${day}T${two(of)}:${two(below(60))}:00+01:00`;
    lines.push(
      [
        `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
        moment(hour),
        moment(hour + 1),
        (52.4 + 0.2 * next()).toFixed(5),
        (13.2 + 0.3 * next()).toFixed(5),
        ["bike", "bus", "car", "tram", "walk"][below(5)],
        ["18-29", "30-44", "45-59", "60+"][below(4)],
        next() < 0.5 ? "f" : "m",
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
export function cells(csv: string, delimiter = ","): string[][] {
  const cell = new RegExp(`("([^"]*)"|[^${delimiter}]*)(${delimiter}|$)`, "g");
  return csv
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(cell)]
        .slice(0, line.endsWith(delimiter) ? undefined : -1)
        .map((match) => match[2] ?? match[1] ?? ""),
    );
}

/**
 * Discharges as a spreadsheet saves them: a title over the names, a total below the records, ages with their units,
 * dates in two forms, postal codes with and without a blank, and codes for missing values.
 */
export function discharges(records: number, seed = 59): string {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(limit * next());
  const columns =
    "No dossier,Nom,Prénom,DATE_NAISSANCE,AGE,SEXE,CODE_POSTAL,DATE_ADM,DX_PRINC,JOURS,COUT_EST,COMMENTAIRES";
  const lines = [`Hospitalisations 2023${",".repeat(11)}`, ",".repeat(11), columns];
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  for (let record = 0; record < records; record += 1) {
    const age = below(20);
    const unit = age === 0 ? `${1 + below(27)}D` : age === 1 ? `${1 + below(11)}M` : `${18 + below(70)}Y`;
    const area = `H${1 + below(4)}${"ABCEG"[below(5)]}`;
    const local = `${below(10)}${"ABCEG"[below(5)]}${below(10)}`;
    const code = next() < 0.1 ? `${area}${local}`.toLowerCase() : next() < 0.2 ? area + local : `${area} ${local}`;
    lines.push(
      [
        400000 + record,
        `${NAMES[below(5)]}${"aeio"[below(4)]}`,
        `${["Anne", "Luc", "Zoé", "Hugo", "Inès", "Jules"][below(6)]}${["", "-Marie", "-Jean"][below(3)]}`,
        `"${months[below(12)]} ${two(1 + below(28))}, ${1930 + below(75)}"`,
        unit,
        "FM"[below(2)],
        code,
        `2023${two(1 + below(12))}${two(1 + below(28))}`,
        CODES[below(10)],
        next() < 0.02 ? 999 : 1 + below(30),
        (400 + 9000 * next()).toFixed(2),
        next() < 0.1 ? `"Vu par Dr ${NAMES[below(5)]} le ${1 + below(28)}, à revoir"` : "",
      ].join(","),
    );
  }
  return `${lines.join("\n")}\nTotal,${records}${",".repeat(10)}\n`;
}
