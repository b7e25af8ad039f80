/**
 * A project as a file: settings, pins, notes and the named changes so far, and no value of the data unless requested. A
 * page that was opened from disk has no other place to keep them.
 */

import { kanonError } from "../engine/failure";
import type { GivenRecipe, Recipe } from "../engine/wire/protocol";
import { type Said, saidOf } from "./document";
import type { Moment } from "./history";
import { notesOf } from "./notes";
import { arePins, type Pin } from "./pins";
import { columnsWithValues, isReadSo, plain, withoutValues } from "./recipe";
import { unseenProposals } from "./shaping";
import { columnNames } from "./source";
import type { Workbench } from "./workbench";

/** The version of the format. */
const FORMAT = 1;

/** The reason shown for a proposed hierarchy of a project: the original reason contains figures of the data. */
const UNSEEN = "It was proposed before the project was saved, and nobody had looked at it.";

/** One of the named changes, and its result. */
interface Change {
  readonly name: string;
  readonly recipe: GivenRecipe;
  readonly pins: readonly Pin[];
}

/** The parts of a project file beside its recipe. */
export interface Project {
  readonly recipe: GivenRecipe;
  readonly pins: readonly Pin[];
  readonly notes: string;
  /** The filled-in texts of documents; files of earlier versions have none. */
  readonly said?: Said;
  readonly history: readonly Change[];
  /** The quasi-identifiers with a proposed hierarchy that was not viewed yet; files of earlier versions have none. */
  readonly unseen?: readonly string[];
  /** The quasi-identifiers whose hierarchies list values, which are not in the file. */
  readonly without: readonly string[];
}

const parsed = (recipe: Recipe): GivenRecipe => JSON.parse(plain(recipe)) as GivenRecipe;

/** The text of the project; it contains lists of values only on request. */
export function projectText(workbench: Workbench, withValues: boolean): string | null {
  const { recipe, source, pins } = workbench.study;
  if (recipe === null) return null;
  const { moments, position } = workbench.history;
  const kept = (recipe: Recipe) => parsed(withValues ? recipe : withoutValues(recipe));
  const history: Change[] = [];
  let before: Moment | undefined;
  for (const moment of moments.slice(0, position + 1)) {
    if (moment.recipe !== null && moment.source?.file === source?.file)
      history.push({ name: nameOf(moment, before), recipe: kept(moment.recipe), pins: moment.pins });
    before = moment;
  }
  const without = withValues ? [] : columnsWithValues(recipe);
  const project: Project = {
    recipe: kept(recipe),
    pins,
    notes: notesOf(workbench),
    said: saidOf(workbench),
    history,
    unseen: unseenProposals(workbench),
    without,
  };
  return JSON.stringify({ kanon_project: FORMAT, ...project }, null, 2);
}

/** The name of a change. The original name of an edit of groups would contain values. */
function nameOf({ name, recipe }: Moment, before: Moment | undefined): string {
  const edited = Object.keys(recipe?.columns ?? {}).find((column) => {
    const hierarchy = recipe?.columns[column]?.hierarchy;
    return (
      hierarchy !== undefined &&
      hierarchy !== null &&
      ("tree" in hierarchy || "rows" in hierarchy) &&
      hierarchy !== before?.recipe?.columns[column]?.hierarchy
    );
  });
  return edited === undefined ? name : `hierarchy of ${edited}`;
}

/** The project in a text; null if it is none. Its recipes are validated elsewhere. */
export function projectIn(text: string, file: string): Project | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== "object" || json === null || !("kanon_project" in json)) return null;
  const refuse = (what: string, advice: string) => kanonError("project-unreadable", what, advice, { file });
  if (json.kanon_project !== FORMAT)
    throw refuse(
      `${file} is a project of version ${JSON.stringify(json.kanon_project)}; this page reads version ${FORMAT}.`,
      "Open it with the version of Kanon that wrote it, and save the recipe there.",
    );
  const { recipe, pins, notes, said, history, unseen, without } = json as Partial<Record<keyof Project, unknown>>;
  const amiss = Object.entries({
    recipe: isObject(recipe),
    pins: arePins(pins),
    notes: typeof notes === "string",
    said: said === undefined || (isObject(said) && Object.values(said).every((text) => typeof text === "string")),
    history: Array.isArray(history) && history.every(isChange),
    unseen: unseen === undefined || areNames(unseen),
    without: areNames(without),
  }).find(([, isSound]) => !isSound);
  if (amiss !== undefined)
    throw refuse(
      `${file} is a project whose \`${amiss[0]}\` is not as this page writes it.`,
      "Take the file as it was saved, or load its recipe as a file of its own.",
    );
  return json as unknown as Project;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, recipe, pins }: Partial<Record<keyof Change, unknown>> = value;
  return typeof name === "string" && isObject(recipe) && arePins(pins);
}

/** Every recipe of a project, normalized by the engine. */
export async function normalized(workbench: Workbench, project: Project): Promise<Project> {
  const normal = async (recipe: GivenRecipe) =>
    JSON.parse(await workbench.engine.normalizeRecipe(JSON.stringify(recipe))) as GivenRecipe;
  const history: Change[] = [];
  for (const change of project.history) history.push({ ...change, recipe: await normal(change.recipe) });
  return { ...project, recipe: await normal(project.recipe), history };
}

/**
 * Adopts pins, notes and named changes of the project whose recipe has just become the study's. Changes that require a
 * different reading of the file, or that name columns it lacks, cannot be undone to and are left out.
 */
export function adopt(workbench: Workbench, project: Project, name: string): void {
  const { source, recipe } = workbench.study;
  if (source === null || recipe === null) return;
  const names = columnNames(source);
  const isOf = ({ columns }: GivenRecipe) => Object.keys(columns).every((name) => names.includes(name));
  const earlier = project.history.slice(0, -1).flatMap((change) => {
    const then: Recipe = { ...change.recipe, dialect: change.recipe.dialect ?? source.dialect };
    if (!isOf(then) || !isReadSo(source, then)) return [];
    return [{ name: change.name, source, recipe: then, pins: change.pins, confirmed: {}, population: null }];
  });
  if (project.said !== undefined) workbench.said.set(source.file, project.said);
  if (project.notes !== "") workbench.notes.set(source.file, project.notes);
  // Changes with the same name in quick succession are one.
  workbench.change(name, recipe, source, { pins: project.pins, population: workbench.study.population });
  workbench.history.precede(earlier);
  const unseen = (project.unseen ?? []).map((column) => [column, { reason: UNSEEN, looked: false }] as const);
  workbench.set({ proposals: Object.fromEntries(unseen) });
}
