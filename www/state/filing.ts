/** The files of a review: their kinds, and what report and recipe say of the release. */

import { kanonError } from "../engine/failure";
import { unpacked } from "../engine/proof-client";
import { glance } from "../engine/review-client";
import { isArchive } from "../engine/sheets";
import type { Condition } from "../engine/wire/conditions";
import type { Packed } from "../engine/wire/proofs";
import type { Bytes, Dialect, GivenRecipe } from "../engine/wire/protocol";
import type { ColumnSigns, DeclaredRelease, FileKind, ReviewFiles, StatementSource } from "../engine/wire/review";
import { columnOf } from "./conditions";
import type { Desk } from "./desk";
import { areNamedAlike, type Filed, filedAs } from "./filed";
import { read } from "./opening";
import { unlikeListed } from "./passport";
import { missingOf } from "./recipe";
import { keep } from "./review-history";
import { EMPTY_REVIEW, type Known, type ReviewSettings } from "./review-settings";
import { changeReview } from "./reviewing";
import { columnNames } from "./source";
import { NO_JOBS } from "./study";

/** The file with the digests of a passport, and the files of a passport that a review uses. */
const DIGESTS = "SHA256SUMS";
const USED: readonly string[] = ["recipe.kanon.json", "report.json", "release.kanon.proof"];

/** The ends of the names of further files from an archive of everything about a release. */
const ALSO_USED: readonly string[] = [".release.csv", ".report.json", ".kanon.json", ".kanon.proof"];

export const NO_WORDS: ReviewFiles["words"] = { kinds: [], tellers: [], fields: [], proofFailed: "" };

const NO_DOSSIER: ReviewFiles = {
  files: [],
  promised: null,
  recipe: null,
  reference: null,
  studied: null,
  words: NO_WORDS,
};

/** Adds files to the review. A file with the same name is replaced. */
export async function give(desk: Desk, given: readonly File[]): Promise<void> {
  const [first] = given;
  if (first === undefined) return;
  const added: Filed[] = [];
  await desk.inOrder(() =>
    desk.occupy("review", { kind: "reading", name: first.name, bytes: null }, async (signal) => {
      const seen = async (file: Blob, name: string) => {
        const onBytes = (bytes: Bytes) => void desk.advance(signal, { kind: "reading", name, bytes });
        return { ...(await glance(desk.engine, file, onBytes, signal)), file, name, said: null };
      };
      for (const file of given) {
        const packed = (await isArchive(file)) ? await unpacked(desk.engine, file, signal) : null;
        if (packed === null) added.push(await seen(file, file.name));
        else added.push(...(await ofArchive(packed, (content, name) => seen(content, `${file.name}/${name}`))));
      }
      keep(desk, given.length === 1 ? `add ${first.name}` : `add ${given.length} files`);
      const others = (desk.study.filing?.files ?? []).filter(({ name }) => !added.some((one) => one.name === name));
      await tellApart(desk, [...others, ...added]);
    }),
  );
  await follow(desk);
}

/**
 * The files of a passport that a review uses; or those of an archive of everything about a release, which lists none. A
 * passport with a file that its list does not name is refused.
 */
async function ofArchive(
  packed: readonly Packed[],
  seen: (content: Blob, name: string) => Promise<Filed>,
): Promise<Filed[]> {
  const listed = await packed.find(({ name }) => name === DIGESTS)?.content.text();
  if (listed === undefined) {
    const own = packed.filter(({ name }) => ALSO_USED.some((end) => name.endsWith(end)));
    const files: Filed[] = [];
    for (const { name, content } of own) files.push(await seen(content, name.slice(name.lastIndexOf("/") + 1)));
    return files;
  }
  const files = new Map<string, Filed>();
  for (const { name, content } of packed) if (name !== DIGESTS) files.set(name, await seen(content, name));
  const digests = new Map([...files].map(([name, { sha256 }]) => [name, sha256]));
  const unlike = unlikeListed(listed, digests);
  if (unlike.length > 0) {
    throw kanonError(
      "archive-changed",
      `The passport was changed: its list of digests says otherwise of ${unlike.join(", ")}.`,
      "Ask for one that was not changed.",
    );
  }
  return [...files].filter(([name]) => USED.includes(name)).map(([, file]) => file);
}

/** Declares the kind of a file; null leaves it to its content. */
export async function sayKind(desk: Desk, name: string, kind: FileKind | null): Promise<void> {
  await changeFiles(desk, `what ${name} is`, (files) =>
    files.map((file) => (file.name === name ? { ...file, said: kind } : file)),
  );
}

/** Removes a file from the review; without a name, all of them. */
export async function takeAway(desk: Desk, name: string | null): Promise<void> {
  const called = name === null ? "take all files away" : `take ${name} away`;
  await changeFiles(desk, called, (files) => files.filter((file) => name !== null && file.name !== name));
}

async function changeFiles(desk: Desk, name: string, change: (files: readonly Filed[]) => readonly Filed[]) {
  await desk.inOrder(async () => {
    const { filing } = desk.study;
    if (filing === null) return;
    keep(desk, name);
    await desk.occupy("review", { kind: "reading", name, bytes: null }, () => tellApart(desk, change(filing.files)));
  });
  await follow(desk);
}

async function tellApart(desk: Desk, files: readonly Filed[]): Promise<void> {
  const seen = files.map(({ name, sha256, text, said }) => ({ name, sha256, text, said }));
  const dossier = seen.length === 0 ? NO_DOSSIER : await desk.engine.quick((face) => face.dossier(seen));
  desk.set({ filing: { files, dossier } });
}

/** Reads the release if it has changed, and takes over what report and recipe say of it. */
async function follow(desk: Desk): Promise<void> {
  const { filing, source, promised } = desk.study;
  if (filing === null) return;
  const release = filedAs(desk.study, "release");
  const said = filing.dossier.promised;
  if (release === null) {
    desk.set({ ...NO_JOBS, source: null, summary: null, signs: [], promised: null, reviewed: EMPTY_REVIEW });
    return;
  }
  if (source?.file === release.file && JSON.stringify(promised) === JSON.stringify(said)) return;
  await readRelease(desk, release, asSaid(filing.dossier.recipe));
}

/** Reads the release again in another dialect. */
export async function readReleaseAs(desk: Desk, dialect: Dialect, change: string): Promise<void> {
  const release = filedAs(desk.study, "release");
  if (release === null) return;
  keep(desk, change);
  await readRelease(desk, release, { dialect });
}

/** How a recipe says that its release is read: like its original, but in UTF-8, with all rows of its own. */
function asSaid(recipe: string | null): { dialect?: Dialect; missing?: ReturnType<typeof missingOf> } {
  if (recipe === null) return {};
  const said = JSON.parse(recipe) as GivenRecipe;
  if (said.dialect === undefined) return {};
  const { ragged: _ragged, header_row: _row, header_rows: _rows, skip: _skip, ...dialect } = said.dialect;
  return { dialect: { ...dialect, encoding: "utf-8" }, missing: missingOf(said) };
}

async function readRelease(desk: Desk, release: Filed, readAs: ReturnType<typeof asSaid>): Promise<void> {
  const promised = desk.study.filing?.dossier.promised ?? null;
  const { source: before } = desk.study;
  await read(desk, "review", release.file, release.name, readAs, (source) => {
    const names = columnNames(source);
    // The reviewer's settings for this file stay where no file provides them.
    const own = before?.file === release.file ? ofReviewer(desk.study.reviewed, names) : EMPTY_REVIEW;
    desk.set({ ...NO_JOBS, source, summary: null, promised });
    changeReview(desk, withPromised(own, promised, names, source.dialect));
  });
  const { source } = desk.study;
  if (source?.file !== release.file) return;
  const signs: readonly ColumnSigns[] = await desk.engine.about(source, (face) => face.signs());
  if (desk.study.source === source) desk.set({ signs });
}

/** The reviewer's settings for existing columns, and the general ones. */
function ofReviewer(settings: ReviewSettings, names: readonly string[]): ReviewSettings {
  const { qis, others, by, k, kBy, conditions, conditionsBy, weights } = settings;
  const isOwn = (name: string) => by[name] === "reviewer" && names.includes(name);
  const isThere = (condition: Condition) => {
    const column = columnOf(condition);
    return column === null || isOwn(column);
  };
  const own = <Value>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => isOwn(name)));
  return {
    ...settings,
    qis: qis.filter(isOwn),
    others: own(others),
    by: own(by),
    k: kBy === "reviewer" ? k : null,
    kBy: "reviewer",
    conditions: conditionsBy === "reviewer" ? conditions.filter(isThere) : [],
    conditionsBy: "reviewer",
    weights: weights !== null && names.includes(weights) ? weights : null,
  };
}

/** The settings of a review from report and recipe; the remaining ones are the reviewer's. */
function withPromised(
  own: ReviewSettings,
  promised: DeclaredRelease | null,
  names: readonly string[],
  dialect: Dialect,
): ReviewSettings {
  if (promised === null || !areNamedAlike(promised, dialect)) return own;
  const { countColumn } = promised;
  const told = new Map<string, readonly [Known | "quasi-identifier", StatementSource]>();
  for (const { name, role, by } of promised.columns)
    if (role !== null && names.includes(name)) told.set(name, [role, by]);
  if (countColumn !== null && names.includes(countColumn)) told.set(countColumn, ["count", "recipe"]);
  const conditions = JSON.parse(promised.protect) as readonly Condition[];
  for (const name of conditions.map(columnOf))
    if (name !== null && names.includes(name) && !told.has(name)) told.set(name, ["sensitive", promised.protectBy]);
  const qis = own.qis.filter((name) => !told.has(name));
  const others: Record<string, Known> = {};
  for (const [name, known] of Object.entries(own.others))
    if (!told.has(name) && (known !== "count" || countColumn === null)) others[name] = known;
  for (const [name, [known]] of told) {
    if (known === "quasi-identifier") qis.push(name);
    else others[name] = known;
  }
  const by = Object.fromEntries([...told].map(([name, [, teller]]) => [name, teller]));
  return {
    ...own,
    qis,
    others,
    by: { ...own.by, ...by },
    k: promised.k,
    kBy: promised.kBy,
    ...(conditions.length === 0
      ? {}
      : { conditions, conditionsBy: promised.protectBy, weights: promised.weightColumn }),
    blank: promised.cells ?? own.blank,
    // An empty cell of the original stays a value of its class, unless single cells are suppressed.
    emptyIsBlank: promised.ignoresMissing,
  };
}
