/** Entry of the worker: keeps objects of the core, streams files through it, and lets cancels in between two steps. */

import * as Comlink from "comlink";
import { holdLock } from "./alive";
import { archive } from "./archive";
import { compareFace, told } from "./compare";
import { enlisted, Lead, serve } from "./crew";
import { databaseFace } from "./databases";
import { decoderFor } from "./decoders";
import { exhibitFace } from "./exhibits";
import { frontierFace } from "./frontier";
import { givenModule, givenRest } from "./given";
import { guarded, watchMemory } from "./guarded";
import { Jobs } from "./passes";
import {
  document,
  documentFields,
  drawKey,
  drawSeed,
  glossary,
  initParts,
  parseHierarchy,
  sample,
} from "./pkg/kanon.js";
import { among, readPopulation } from "./population";
import { proofFace } from "./proofs";
import { releaseOf } from "./release";
import { reviewFace } from "./reviewing";
import { searchFace } from "./search";
import { Shelf } from "./shelf";
import { tableFace } from "./tables";
import { uniquesFace } from "./uniques-worker";
import { watch } from "./watch";
import type { CandidateAsked } from "./wire/compare-rows";
import type { Grouped } from "./wire/crew";
import type { PopulationBytes } from "./wire/frontier";
import type { Bytes, HierarchyEdit, Progress, Shape, ValueReading } from "./wire/protocol";

const SHOWN_RECORDS = 500;

watch((sighting) => postMessage(sighting));
holdLock();
const jobs = new Jobs();
const lead = new Lead();
const rest = givenRest();
const opening: Promise<Shelf> = givenModule().then((first) => {
  const { memory } = initParts(first, rest);
  watchMemory(() => memory.buffer.byteLength);
  return new Shelf();
});

const withShelf = <Arguments extends unknown[], Answer>(
  work: (shelf: Shelf, ...given: Arguments) => Answer,
): ((...given: Arguments) => Promise<Answer>) => guarded(async (...given: Arguments) => work(await opening, ...given));

const tables = tableFace(opening, jobs);
const searching = searchFace(opening, jobs, lead);
const uniques = uniquesFace(opening, jobs);
const reviewing = reviewFace(opening, jobs);
const proofs = proofFace(opening, jobs, lead);
const databases = databaseFace(opening);

/** An array that is transferred to the page without a copy. */
const moved = <T extends ArrayBufferView>(array: T): T => Comlink.transfer(array, [array.buffer]);

/** The methods of the worker. Every method with a job number can be cancelled by that number. */
const face = {
  cancel: (job: number) => jobs.cancel(job),
  /** Ends a suppression of cells with its best result so far. */
  end: (job: number) => jobs.end(job),
  sample: withShelf((_, kind?: string) => sample(kind)),
  glossary: withShelf(() => glossary().terms),
  read: guarded(tables.read),
  hierarchy: withShelf(({ opened }, column: string, { spec, kind }: Shape) => opened.it.hierarchy(column, spec, kind)),
  suggestHierarchy: withShelf(({ opened }, column: string, kind: ValueReading | null, k: number | null) =>
    opened.it.suggestHierarchy(column, kind, k),
  ),
  suggestLinks: withShelf(({ opened }) => opened.it.suggestLinks()),
  coveredColumns: withShelf(({ opened }, text: string, file: string) => opened.it.coveredColumns(text, file)),
  hierarchyBlocks: withShelf(({ opened }, column: string, { spec, kind }: Shape) =>
    opened.it.hierarchyBlocks(column, spec, kind),
  ),
  hierarchyTree: withShelf(({ opened }, column: string, { spec, kind }: Shape) =>
    opened.it.hierarchyTree(column, spec, kind),
  ),
  editHierarchy: withShelf(({ opened }, column: string, { spec, kind }: Shape, edit: HierarchyEdit) =>
    opened.it.editHierarchy(column, spec, kind, edit),
  ),
  readColumn: withShelf(({ opened }, column: string, kind: ValueReading) => opened.it.readColumn(column, kind)),
  parseHierarchy: withShelf((_, text: string, file: string) => parseHierarchy(text, file)),
  /** The same bytes in several encodings. */
  decodedAs: withShelf((_, labels: readonly string[], bytes: Uint8Array) =>
    labels.map((label) => decoderFor(label, true).decode(bytes)),
  ),
  formatHierarchy: withShelf(({ opened }, column: string, { spec, kind }: Shape) =>
    opened.it.formatHierarchy(column, spec, kind),
  ),
  documentFields: withShelf(() => documentFields().fields),
  /** The report of a release as a document, with the filled-in fields as JSON. */
  document: withShelf(
    (shelf, report: string, recipe: string, said: string, external: boolean, policy: CandidateAsked | null) =>
      document(report, shelf.recipe(recipe), said, external, policy === null ? undefined : told(shelf, recipe, policy)),
  ),
  /** With a seed in place of an order that each run draws: the page shows the seed, and keeps it. */
  normalizeRecipe: withShelf((shelf, recipe: string) => shelf.recipe(recipe).settled()),
  drawSeed: withShelf(() => drawSeed()),
  drawKey: withShelf(() => drawKey()),
  encode: guarded(tables.encode),
  /** Pauses a search, or continues it. */
  pause: (job: number, paused: boolean) => jobs.pause(job, paused),
  search: guarded(searching.search),
  /** Adds a worker to the crew of the search or the proof, under a number. */
  join: (port: MessagePort, member: number) => lead.join(port, member),
  /** Notes that the worker with this number has ended: its box is open again. */
  leave: (member: number) => lead.leave(member),
  /** Joins the crew of a search or a proof at the other end of the port. */
  serve: guarded(async (port: MessagePort, grouped: Grouped) =>
    serve(port, await enlisted(await opening, grouped), jobs),
  ),
  /** The result of the search, or the policy that the recipe chose instead. */
  found: withShelf((shelf, progress: Progress, recipe: string) => {
    shelf.search.it.follow(shelf.recipe(recipe));
    return {
      progress,
      outcome: shelf.search.it.outcome(),
      unprovable: shelf.search.it.unprovable() ?? null,
      neighbours: shelf.search.it.neighbours(),
      head: shelf.search.it.releasedHead(SHOWN_RECORDS, shelf.recipe(recipe)),
    };
  }),
  releasedHead: guarded(async (recipe: string, population: PopulationBytes | null) => {
    const shelf = await opening;
    await among(shelf, jobs, recipe, population);
    return shelf.search.it.releasedHead(SHOWN_RECORDS, shelf.recipe(recipe));
  }),
  readPopulation: guarded(
    async (job: number, recipe: string, population: PopulationBytes, onBytes: (bytes: Bytes) => void) =>
      readPopulation(await opening, jobs, job, recipe, population, onBytes),
  ),
  algorithms: withShelf((shelf, recipe: string) => shelf.encoded.it.algorithms(shelf.recipe(recipe))),
  compare: guarded(searching.compare),
  candidates: guarded(compareFace(opening, jobs).candidates),
  sweep: guarded(searching.sweep),
  costs: guarded(searching.costs),
  /** At most `most` of the policies that the search has checked. */
  checked: withShelf(({ search }, most: number) => {
    const axes = search.it.axes();
    const trail = search.it.trail(most);
    const { levels, loss, bound, suppressed, valid, checked } = trail;
    trail.free();
    return { axes, levels, loss, bound, suppressed, valid, checked };
  }),
  evaluate: withShelf(({ search }, levels: Uint8Array) => search.it.evaluate(levels)),
  ...frontierFace(opening, jobs),
  ...exhibitFace(opening),
  release: guarded(releaseOf(opening, jobs)),
  uniques: guarded(uniques.uniques),
  uniquesParts: guarded(uniques.uniquesParts),
  uniquesTuples: guarded(async (recipe: string) => moved(await uniques.uniquesTuples(recipe))),
  joinUniques: guarded(uniques.joinUniques),
  uniquesPart: guarded(async (job: number, start: number, end: number) =>
    moved(await uniques.uniquesPart(job, start, end)),
  ),
  uniquesTogether: guarded(uniques.uniquesTogether),
  uniquesRecord: guarded(uniques.uniquesRecord),
  suppress: guarded(uniques.suppress),
  writeSuppressed: guarded(uniques.writeSuppressed),
  suppressedHead: guarded(uniques.suppressedHead),
  review: guarded(uniques.review),
  glance: guarded(reviewing.glance),
  dossier: guarded(reviewing.dossier),
  signs: guarded(reviewing.signs),
  verifyGiven: guarded(reviewing.verifyGiven),
  verifyAlone: guarded(reviewing.verifyAlone),
  verdict: guarded(reviewing.verdict),
  verdictTold: guarded(reviewing.verdictTold),
  verifyStudied: guarded(reviewing.verifyStudied),
  digest: guarded(reviewing.digest),
  archive: guarded(archive),
  prove: guarded(proofs.prove),
  checkProof: guarded(proofs.checkProof),
  plainTable: guarded(proofs.plainTable),
  checkPart: guarded(proofs.checkPart),
  passport: guarded(proofs.passport),
  unpacked: guarded(proofs.unpacked),
  sqlScripts: guarded(databases.sqlScripts),
  sqlOfPolicy: guarded(databases.sqlOfPolicy),
};

/** The interface for the page, whose types are derived from it. */
export type Face = typeof face;

Comlink.expose(face);
