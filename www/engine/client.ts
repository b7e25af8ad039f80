/**
 * The page's side of the worker: promises, cancellation by AbortSignal, and a new worker when the old one has died.
 *
 * The client remembers which file, table and search the worker holds, and reads again what a new worker lacks. So a
 * caller names its source with every call and never notices a restart, except for the one call that failed.
 */

import * as Comlink from "comlink";
import { type Held, NOTHING } from "./held";
import { Line } from "./line";
import type { Asked } from "./link";
import { type Encoding, type Readable, readingKey } from "./readable";
import type {
  AlgorithmView,
  Beside,
  Bytes,
  Checked,
  Dialect,
  Found,
  HierarchySpec,
  HierarchyView,
  Judgement,
  Progress,
  Proposal,
  ReadAs,
  Reading,
  Sample,
  Shape,
  SweepStep,
  TableSummary,
  ValueReading,
  Written,
} from "./wire/protocol";
import type { SweepPlan } from "./wire/sweep";

/** A file can be opened while the engine is still loading. */
const READING = { reads: true, early: true };

export class Engine extends Line {
  private held: Held = NOTHING;
  private tables = 0;
  private searches = 0;
  private searching = 0;

  protected override forget(): void {
    this.held = NOTHING;
  }

  sample(kind?: string): Promise<Sample> {
    return this.ask((face) => face.sample(kind));
  }

  normalizeRecipe(recipe: string): Promise<string> {
    return this.ask((face) => face.normalizeRecipe(recipe));
  }

  parseHierarchy(text: string, file: string): Promise<HierarchySpec> {
    return this.ask((face) => face.parseHierarchy(text, file));
  }

  /** Reads a file from beginning to end; without a dialect, with the detected one. */
  read(
    file: Blob,
    dialect: Dialect | null,
    missing: ReadAs["missing"],
    onBytes: (bytes: Bytes) => void,
    signal: AbortSignal,
  ): Promise<Reading> {
    return this.inLine(signal, (face, job) => this.readNow(face, job, file, dialect, missing, onBytes), READING);
  }

  /** Runs a query on a file that the worker has read, or reads first. */
  async about<Answer>(source: Readable, question: (face: Asked) => Promise<Answer>): Promise<Answer> {
    await this.hold(source);
    return this.ask(question);
  }

  hierarchy(source: Readable, column: string, shape: Shape): Promise<HierarchyView> {
    return this.about(source, (face) => face.hierarchy(column, shape));
  }

  suggestHierarchy(source: Readable, column: string, kind: ValueReading | null, k: number | null): Promise<Proposal> {
    return this.about(source, (face) => face.suggestHierarchy(column, kind, k));
  }

  formatHierarchy(source: Readable, column: string, shape: Shape): Promise<string> {
    return this.about(source, (face) => face.formatHierarchy(column, shape));
  }

  /** Whether the worker's table was encoded by these settings. */
  holdsTable(key: string): boolean {
    return this.held.table === key;
  }

  /** The number of the worker's table, which is another one each time that one is encoded; 0 if there is none. */
  get table(): number {
    return this.held.table === "" ? 0 : this.tables;
  }

  /** Whether the worker can still continue and release the search with this number. */
  holdsSearch(search: number): boolean {
    return this.held.search === search;
  }

  /** What the cancelled proof depends on, as text, if it can be continued; empty if there is none. */
  get stoppedProof(): string {
    return this.held.proof;
  }

  set stoppedProof(key: string) {
    this.held = { ...this.held, proof: key };
  }

  /** Encodes the quasi-identifiers. */
  async encode(
    source: Readable,
    { recipe, key, population }: Encoding,
    onBytes: (bytes: Bytes) => void,
    signal: AbortSignal,
  ): Promise<TableSummary> {
    await this.hold(source, onBytes, signal);
    return this.inLine(
      signal,
      async (face, job) => {
        this.held = { ...this.held, table: "", search: 0, proof: "" };
        const summary = await face.encode(job, source.file, recipe, population, Comlink.proxy(onBytes));
        this.tables += 1;
        this.held = { ...this.held, table: key };
        return summary;
      },
      { reads: true },
    );
  }

  /**
   * Searches the encoded table, split between up to `workers` workers if it takes long. An aborted signal ends it with
   * its results so far. The returned number resumes or releases it.
   */
  search(
    recipe: string | null,
    workers: number,
    onProgress: (progress: Progress, workers: number) => void,
    signal: AbortSignal,
  ): Promise<{ search: number; progress: Progress }> {
    return this.together(signal, workers, async (face, job, muster) => {
      if (recipe !== null) {
        this.searches += 1;
        this.held = { ...this.held, search: 0 };
      }
      this.searching = job;
      const progress = await face.search(job, recipe, Comlink.proxy(onProgress), muster);
      this.held = { ...this.held, search: this.searches };
      return { search: this.searches, progress };
    });
  }

  /** Pauses the current search, or continues it. */
  pause(paused: boolean): Promise<void> {
    return this.ask((face) => face.pause(this.searching, paused));
  }

  algorithms(recipe: string): Promise<AlgorithmView[]> {
    return this.ask((face) => face.algorithms(recipe));
  }

  /**
   * Runs another search over the encoded table, beside the last one. An aborted signal ends it with its results so far.
   */
  compare(recipe: string, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<Progress> {
    return this.inLine(signal, (face, job) => face.compare(job, recipe, Comlink.proxy(onProgress)));
  }

  /** A query that is answered at once. */
  quick<Answer>(question: (face: Asked) => Promise<Answer>): Promise<Answer> {
    return this.ask(question);
  }

  /** Proves the best policy of every point of a sweep. An aborted signal ends it with its points so far. */
  sweep(
    recipe: string | null,
    plan: SweepPlan,
    known: number,
    onStep: (step: SweepStep) => void,
    signal: AbortSignal,
  ): Promise<SweepStep> {
    return this.inLine(signal, (face, job) => face.sweep(job, recipe, plan, known, Comlink.proxy(onStep)));
  }

  checked(most: number): Promise<Checked> {
    return this.ask((face) => face.checked(most));
  }

  evaluate(levels: Uint8Array): Promise<Judgement> {
    return this.ask((face) => face.evaluate(levels));
  }

  /** The result of the search, with the first records as this recipe writes them. */
  found(progress: Progress, recipe: string): Promise<Found> {
    return this.ask((face) => face.found(progress, recipe));
  }

  release(
    source: Readable,
    place: FileSystemFileHandle | null,
    recipe: string,
    beside: Beside,
    onBytes: (bytes: Bytes) => void,
    signal: AbortSignal,
  ): Promise<Written> {
    return this.inLine(signal, (face, job) =>
      face.release(job, source.file, source.dialect, place, recipe, beside, Comlink.proxy(onBytes)),
    );
  }

  private async hold(
    source: Readable,
    onBytes: (bytes: Bytes) => void = () => undefined,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<void> {
    await this.reading.catch(() => undefined);
    const { file, dialect, missing } = source;
    if (this.held.file === file && this.held.readAs === readingKey(source)) return;
    await this.inLine(signal, (face, job) => this.readNow(face, job, file, dialect, missing, onBytes), READING);
  }

  private async readNow(
    face: Asked,
    job: number,
    file: Blob,
    dialect: Dialect | null,
    missing: ReadAs["missing"],
    onBytes: (bytes: Bytes) => void,
  ): Promise<Reading> {
    this.held = NOTHING;
    const reading = await face.read(job, file, dialect, missing, Comlink.proxy(onBytes));
    this.held = { ...NOTHING, file, readAs: readingKey({ dialect: reading.dialect, missing }) };
    return reading;
  }
}
