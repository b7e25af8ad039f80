/** Searching the frontier of risk and loss, and taking a policy of it. */

import * as Comlink from "comlink";
import { toKanonError } from "../engine/failure";
import type { FrontierProgress, FrontierRecipe, FrontierShape } from "../engine/frontier";
import type { Bytes, FrontierStart, FrontierStep, PartitionView, Recipe } from "../engine/protocol";
import { plain } from "./recipe";
import { encode } from "./searching";
import { currentResult, quasiIdentifiers, type Source, type Study, tableKey } from "./study";
import type { Workbench } from "./workbench";

/** A policy with a name, drawn as a point. */
export interface NamedPolicy {
  readonly name: string;
  readonly view: PartitionView;
}

/** A frontier as far as it was searched. */
export interface Frontier {
  readonly key: string;
  readonly source: Source;
  readonly settings: FrontierRecipe;
  readonly start: FrontierStart | null;
  readonly step: FrontierStep | null;
  readonly shape: FrontierShape | null;
  readonly state: "running" | "ended" | "cancelled" | "failed";
  readonly named: readonly NamedPolicy[];
  /** The policy that is looked at. */
  readonly chosen: PartitionView | null;
}

export const SAFE_HARBOR = "Safe Harbor";

const DEFAULT: FrontierRecipe = { space: "partition", method: "best", policies: 200_000, risk: "highest" };

export function frontierSettings(recipe: Recipe): FrontierRecipe {
  return recipe.frontier ?? DEFAULT;
}

export function withFrontier(recipe: Recipe, patch: Partial<FrontierRecipe>): Recipe {
  return { ...recipe, frontier: { ...frontierSettings(recipe), ...patch } };
}

/** What a frontier belongs to, as text. */
function frontierKey({ recipe, population }: Study): string {
  if (recipe === null) return "";
  const settings = frontierSettings(recipe);
  const domains = quasiIdentifiers(recipe).map((name) => recipe.columns[name]?.domain ?? null);
  const isPartition = settings.space === "partition";
  const problem = isPartition ? domains : [recipe.columns, recipe.linked, recipe.privacy, recipe.loss];
  return JSON.stringify([
    tableKey(recipe),
    settings,
    problem,
    isPartition ? population?.key : null,
    recipe.search.seed,
  ]);
}

/** The frontier, when it belongs to the settings as they are. */
export function currentFrontier(study: Study): Frontier | null {
  const { frontier, source } = study;
  return frontier !== null && frontier.source === source && frontier.key === frontierKey(study) ? frontier : null;
}

function patch(workbench: Workbench, key: string, changed: Partial<Frontier>): void {
  const { frontier } = workbench.study;
  if (frontier?.key === key) workbench.set({ frontier: { ...frontier, ...changed } });
}

/** Searches the frontier for the settings as they are, from the beginning. */
export async function searchFrontier(workbench: Workbench): Promise<void> {
  const { recipe, source, population } = workbench.study;
  if (recipe === null || source === null) return;
  const settings = frontierSettings(recipe);
  const key = frontierKey(workbench.study);
  const begun = { key, source, settings, start: null, step: null, shape: null, named: [], chosen: null } as const;
  workbench.set({ frontier: { ...begun, state: "running" } });
  const activity = { kind: "frontier", name: "", evaluated: 0, most: settings.policies } as const;
  await workbench.occupy("frontier", activity, async (signal) => {
    try {
      await encode(workbench, signal, false);
      const onBytes = (bytes: Bytes) =>
        workbench.advance(signal, { kind: "encoding", name: population?.file.name ?? "", bytes });
      let isNamed = false;
      const onProgress = (progress: FrontierProgress) => {
        if (workbench.study.frontier?.key !== key) return;
        workbench.advance(signal, { ...activity, evaluated: progress.step.evaluated });
        patch(workbench, key, progress);
        if (isNamed || progress.start === null) return;
        isNamed = true;
        void nameSafeHarbor(workbench, key);
      };
      const asked = plain({ ...recipe, frontier: settings });
      await workbench.engine.inTurn(signal, (face, job) =>
        face.frontier(job, asked, population, Comlink.proxy(onBytes), Comlink.proxy(onProgress)),
      );
      patch(workbench, key, { state: signal.aborted ? "cancelled" : "ended" });
    } catch (thrown) {
      patch(workbench, key, { state: signal.aborted ? "cancelled" : "failed" });
      throw thrown;
    }
  });
}

async function nameSafeHarbor(workbench: Workbench, key: string): Promise<void> {
  const view = await workbench.engine.quick((face) => face.frontierSafeHarbor()).catch(() => null);
  if (view !== null) addNamed(workbench, key, { name: SAFE_HARBOR, view });
}

function addNamed(workbench: Workbench, key: string, added: NamedPolicy): void {
  const { frontier } = workbench.study;
  const others = frontier?.named.filter(({ name }) => name !== added.name) ?? [];
  patch(workbench, key, { named: [...others, added] });
}

/** Draws the policy that was found under Policy as a point of the same plane. */
export async function nameResult(workbench: Workbench): Promise<void> {
  const frontier = currentFrontier(workbench.study);
  const result = currentResult(workbench.study);
  if (frontier === null || result === null || !workbench.engine.holdsSearch(result.search)) return;
  const { k } = workbench.study.recipe?.privacy ?? { k: 0 };
  await asked(workbench, async () => {
    const view = await workbench.engine.quick((face) => face.frontierOutcome());
    addNamed(workbench, frontier.key, { name: `Policy, k = ${k}`, view });
  });
}

/** Looks at the best policy of at most this risk. */
export async function choosePolicy(workbench: Workbench, risk: number): Promise<void> {
  const { frontier } = workbench.study;
  if (frontier === null) return;
  await asked(workbench, async () => {
    patch(workbench, frontier.key, { chosen: await workbench.engine.quick((face) => face.frontierPolicy(risk)) });
  });
}

export function lookAtPolicy(workbench: Workbench, chosen: PartitionView): void {
  const { frontier } = workbench.study;
  if (frontier !== null) patch(workbench, frontier.key, { chosen });
}

async function asked(workbench: Workbench, question: () => Promise<void>): Promise<void> {
  try {
    await question();
  } catch (thrown) {
    workbench.fail("frontier", toKanonError(thrown));
  }
}

/**
 * Makes a partition policy the study's: each quasi-identifier gets the hierarchy of its intervals, fixed at their level.
 * Then it is run, released and verified as every other policy is.
 */
export function takePolicy(workbench: Workbench, { columns, smallestGroup }: PartitionView): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const taken = columns.map(({ column, rows }) => [
    column,
    { ...recipe.columns[column], role: "quasi-identifier", hierarchy: { rows }, min_level: 1, max_level: 1 } as const,
  ]);
  workbench.change("Take a policy of the frontier", {
    ...recipe,
    columns: { ...recipe.columns, ...Object.fromEntries(taken) },
    linked: [],
    privacy: { k: smallestGroup, suppression_limit: 0 },
  });
  workbench.goTo("policy");
}

/** Asks for the k of a full-domain policy. */
export function takeK(workbench: Workbench, k: number): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  workbench.change("Take k from the frontier", { ...recipe, privacy: { ...recipe.privacy, k } });
  workbench.goTo("policy");
}

/** Takes a population table for the risk, or none. */
export function setPopulation(workbench: Workbench, file: File | null): void {
  const population = file === null ? null : { file, key: `${file.name} ${file.size} ${file.lastModified}` };
  workbench.set({ population });
}

/** Safe Harbor's identifiers, each with the columns that may be one by their names. */
export function safeHarborChecklist(workbench: Workbench): Promise<[string, string[]][]> {
  return workbench.engine.quick((face) => face.safeHarborChecklist());
}
