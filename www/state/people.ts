/** The population of the risk: the one that the recipe names, and whether it is available. */

import * as Comlink from "comlink";
import type { Population, PopulationBytes } from "../engine/wire/frontier";
import type { Bytes, Recipe } from "../engine/wire/protocol";
import { chosenPoint, withoutOtherPeople } from "./chosen";
import { plain } from "./recipe";
import { withRisk } from "./settings";
import type { Study } from "./study";
import type { Workbench } from "./workbench";

/** A file as a population, identified by its content rather than its name. */
export async function asPopulation({ engine }: Workbench, file: File): Promise<Population> {
  return { file, key: await engine.quick((face) => face.digest(file)) };
}

/** The population that the recipe names, if it is available. */
export function populationOf({ recipe, population }: Study): PopulationBytes | null {
  const name = recipe?.risk?.population ?? chosenPoint(recipe)?.population?.file;
  return population === null || population.file.name !== name ? null : { file: population.file, key: population.key };
}

/** Whether the recipe counts people in a population that is not available. */
export function lacksPopulation(study: Study): boolean {
  return study.recipe?.risk?.population !== undefined && populationOf(study) === null;
}

/**
 * Reads a population, and counts people in it from then on; `further` is part of that change. A population that cannot
 * be read changes nothing.
 */
export async function countAmong(workbench: Workbench, file: File, further: (recipe: Recipe) => Recipe): Promise<void> {
  const { recipe } = workbench.study;
  if (recipe === null) return;
  const activity = (bytes: Bytes | null) => ({ kind: "encoding", name: file.name, bytes }) as const;
  const read: Population[] = [];
  await workbench.occupy(workbench.step, activity(null), async (signal) => {
    const onBytes = (bytes: Bytes) => workbench.advance(signal, activity(bytes));
    const given = await asPopulation(workbench, file);
    await workbench.engine.inTurn(signal, (face, job) =>
      face.readPopulation(job, plain(recipe), given, Comlink.proxy(onBytes)),
    );
    read.push(given);
  });
  const [population] = read;
  if (population === undefined || workbench.study.recipe !== recipe) return;
  const counted = further(withRisk(recipe, { population: file.name, weight_column: null }));
  changePopulation(workbench, `Count people in ${file.name}`, population, counted);
}

/** Sets a different population, or none. A chosen policy of a frontier for other people is dropped. */
export function changePopulation(
  workbench: Workbench,
  name: string,
  population: Population | null,
  recipe = workbench.study.recipe,
): void {
  if (recipe === null) return;
  const { source, pins, population: before } = workbench.study;
  const kept = withoutOtherPeople(recipe, before, population);
  workbench.change(name, kept, source, { pins, population });
  if (kept === recipe || workbench.study.population !== population) return;
  if (chosenPoint(recipe) === null) {
    workbench.tell("The policy was chosen among other people, and is no longer chosen.");
    return;
  }
  workbench.tell("The policy of the frontier was chosen among other people, and is no longer chosen.", {
    label: "Choose anew under Frontier",
    run: () => workbench.goTo("frontier"),
  });
}
