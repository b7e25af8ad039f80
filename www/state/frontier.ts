/** Searching the frontier of risk and loss, and choosing a policy of it. */

import * as Comlink from "comlink";
import { toKanonError } from "../engine/failure";
import type { FrontierProgress, FrontierRecipe, FrontierShape } from "../engine/wire/frontier";
import type {
  Bytes,
  ChosenPoint,
  FrontierStart,
  FrontierStep,
  PartitionView,
  Recipe,
  SafeHarborTable,
} from "../engine/wire/protocol";
import { withK } from "./conditions";
import { changeJob, currentJob, isStale, type Job, jobOfFile, runJob } from "./job";
import { asPopulation, changePopulation } from "./people";
import { plain } from "./recipe";
import { currentResult } from "./result";
import { frontierSettings, withRisk } from "./settings";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

/** A policy with a name, drawn as a point. */
export interface NamedPolicy {
  readonly name: string;
  readonly view: PartitionView;
}

/** A frontier, as far as it is searched. */
export type Frontier = Job<FrontierRecipe, Drawn>;

interface Drawn {
  readonly start: FrontierStart | null;
  readonly step: FrontierStep | null;
  readonly shape: FrontierShape | null;
  readonly named: readonly NamedPolicy[];
  /** The selected policy. */
  readonly chosen: PartitionView | null;
}

export const SAFE_HARBOR = "Safe Harbor";

/** The frontier, if it belongs to the current settings. */
export function currentFrontier(study: Study): Frontier | null {
  return currentJob(study, "frontier");
}

/** The frontier of the open file under earlier settings, if there is none for the current ones. */
export function earlierFrontier(study: Study): Frontier | null {
  return isStale(study, "frontier") ? jobOfFile(study, "frontier") : null;
}

/** Changes the drawing, unless another run has replaced this one. */
function draw(workbench: Workbench, run: symbol, change: (before: Drawn) => Partial<Drawn>): void {
  changeJob(workbench, "frontier", run, ({ reached }) => ({ reached: { ...reached, ...change(reached) } }));
}

/** Searches the frontier for the current settings, from the beginning. */
export async function searchFrontier(workbench: Workbench): Promise<void> {
  const { recipe, population } = workbench.study;
  if (recipe === null) return;
  const plan = frontierSettings(recipe);
  const activity = { kind: "frontier", name: "", space: plan.space, evaluated: 0, share: 0 } as const;
  const reached = { start: null, step: null, shape: null, named: [], chosen: null };
  const begun = { name: "frontier", step: "frontier", activity, plan, reached } as const;
  await runJob(workbench, begun, async ({ run, signal, reach }) => {
    const onBytes = (bytes: Bytes) =>
      workbench.advance(signal, { kind: "encoding", name: population?.file.name ?? "", bytes });
    // A search under outdated settings is of no use.
    const stop = workbench.subscribe(() => {
      if (!signal.aborted && isStale(workbench.study, "frontier")) workbench.cancel();
    });
    signal.addEventListener("abort", stop);
    let isNamed = false;
    const onProgress = (progress: FrontierProgress) => {
      if (workbench.study.frontier?.run !== run) return;
      const { evaluated, share } = progress.step;
      workbench.advance(signal, { ...activity, evaluated, share });
      reach((before) => ({ ...before, ...progress }));
      if (isNamed || progress.start === null) return;
      isNamed = true;
      void nameSafeHarbor(workbench, run);
    };
    const asked = plain({ ...recipe, frontier: plan });
    try {
      await workbench.engine.inTurn(signal, (face, job) =>
        face.frontier(job, asked, population, Comlink.proxy(onBytes), Comlink.proxy(onProgress)),
      );
    } finally {
      stop();
    }
    return { whole: !signal.aborted };
  });
}

async function nameSafeHarbor(workbench: Workbench, run: symbol): Promise<void> {
  const view = await workbench.engine.quick((face) => face.frontierSafeHarbor()).catch(() => null);
  if (view !== null) addNamed(workbench, run, { name: SAFE_HARBOR, view });
}

function addNamed(workbench: Workbench, run: symbol, added: NamedPolicy): void {
  draw(workbench, run, ({ named }) => ({ named: [...named.filter(({ name }) => name !== added.name), added] }));
}

/** Shows the policy found under Policy as a point in the same plane. */
export async function nameResult(workbench: Workbench): Promise<void> {
  const frontier = currentFrontier(workbench.study);
  const result = currentResult(workbench.study);
  if (frontier === null || result === null || !workbench.engine.holdsSearch(result.search)) return;
  const { k } = workbench.study.recipe?.privacy ?? { k: 0 };
  await asked(workbench, async () => {
    const view = await workbench.engine.quick((face) => face.frontierOutcome());
    addNamed(workbench, frontier.run, { name: `Policy, k = ${k}`, view });
  });
}

/** Selects the best policy of at most this risk. */
export async function choosePolicy(workbench: Workbench, risk: number): Promise<void> {
  const { frontier } = workbench.study;
  if (frontier === null) return;
  await asked(workbench, async () => {
    const chosen = await workbench.engine.quick((face) => face.frontierPolicy(risk));
    draw(workbench, frontier.run, () => ({ chosen }));
  });
}

export function lookAtPolicy(workbench: Workbench, chosen: PartitionView): void {
  const { frontier } = workbench.study;
  if (frontier !== null) draw(workbench, frontier.run, () => ({ chosen }));
}

async function asked(workbench: Workbench, question: () => Promise<void>): Promise<void> {
  try {
    await question();
  } catch (thrown) {
    workbench.fail("frontier", toKanonError(thrown));
  }
}

/**
 * The settings by which a policy of the frontier is released. Each quasi-identifier has the hierarchy of its intervals,
 * fixed at their level, and the recipe describes the policy.
 */
export function withPoint(workbench: Workbench, recipe: Recipe, view: PartitionView): Recipe {
  const taken = view.columns.map(({ column, rows }) => [
    column,
    { ...recipe.columns[column], role: "quasi-identifier", hierarchy: { rows }, min_level: 1, max_level: 1 } as const,
  ]);
  const point = pointOf(workbench, view);
  // If people are counted by weights, they are for this policy as well.
  const people = recipe.risk?.weight_column === undefined ? (point.population?.file ?? null) : null;
  const fixed: Recipe = {
    ...withRisk(recipe, { population: people }),
    columns: { ...recipe.columns, ...Object.fromEntries(taken) },
    linked: [],
    privacy: { k: recipe.privacy.k, suppression_limit: 0 },
    chosen: { frontier: point },
  };
  return withK(fixed, view.smallestGroup);
}

function pointOf(workbench: Workbench, view: PartitionView): ChosenPoint {
  const { risk, loss, expected, journalist } = view;
  const frontier = currentFrontier(workbench.study);
  const start = frontier?.reached.start ?? null;
  const { population } = workbench.study;
  const among = population !== null && start?.hasPopulation === true;
  const people = among ? { population: { file: population.file.name, people: start.people, journalist } } : {};
  const harbor = frontier?.reached.named.find(({ name }) => name === SAFE_HARBOR)?.view;
  const table = frontier === null ? null : safeHarborTable(workbench, frontier);
  // A policy that leaves an identifier as it is cannot be called Safe Harbor.
  const isWhole = table !== null && table.incomplete.length === 0;
  const reference =
    harbor === undefined || harbor === view || !isWhole
      ? {}
      : {
          reference: {
            name: "safe-harbor",
            risk: harbor.risk,
            loss: harbor.loss,
            against_rule: view.againstRule,
          },
        };
  return { space: "partition", risk, loss, expected, ...people, ...reference };
}

/** Sets a population table for the risk, or none. */
export async function setPopulation(workbench: Workbench, file: File | null): Promise<void> {
  try {
    const population = file === null ? null : await asPopulation(workbench, file);
    const name = file === null ? "do without a population" : `take the population of ${file.name}`;
    changePopulation(workbench, name, population);
  } catch (thrown) {
    workbench.fail("frontier", toKanonError(thrown));
  }
}

/**
 * The treatment of each of Safe Harbor's identifiers under its policy, with the current settings; null while the engine
 * works on it, if it no longer can, and for policies of levels.
 */
export function safeHarborTable(workbench: Workbench, { key, plan, reached }: Frontier): SafeHarborTable | null {
  const { recipe } = workbench.study;
  if (recipe === null || reached.start === null || plan.space !== "partition") return null;
  const { safeHarbors } = workbench;
  const known = safeHarbors.get(recipe, key);
  if (known !== undefined) return known;
  safeHarbors.set(recipe, key, null);
  workbench.engine
    .quick((face) => face.safeHarborTable(plain(recipe)))
    .then(
      (table) => {
        safeHarbors.set(recipe, key, table);
        workbench.announce();
      },
      // It needs a worker that holds the frontier; a new worker will, once the search begins.
      () => safeHarbors.delete(recipe, key),
    );
  return null;
}

/** Declares a column not to be a Safe Harbor identifier, or takes that back. */
export function sayNotIdentifying(workbench: Workbench, column: string, isNone: boolean): void {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const others = (frontierSettings(recipe).not_identifying ?? []).filter((name) => name !== column);
  const said = isNone ? [...others, column] : others;
  const { not_identifying: _before, ...rest } = frontierSettings(recipe);
  workbench.change(
    isNone ? `Say that ${column} is none of Safe Harbor's identifiers` : `Take back that ${column} is no identifier`,
    { ...recipe, frontier: said.length === 0 ? rest : { ...rest, not_identifying: said } },
  );
}
