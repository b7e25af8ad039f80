import { Lead } from "../engine/crew";
import { cancelled } from "../engine/failure";
import { frontierFace } from "../engine/frontier";
import { Jobs } from "../engine/passes";
import { readingKey } from "../engine/readable";
import { releaseOf } from "../engine/release";
import { searchFace } from "../engine/search";
import { Shelf } from "../engine/shelf";
import { tableFace } from "../engine/tables";
import { uniquesFace } from "../engine/uniques-worker";
import type { FrontierProgress, PopulationBytes } from "../engine/wire/frontier";
import type { Bytes, ReadAs, Reading, TableSummary } from "../engine/wire/protocol";
import { withCoreNow } from "./core";
import { engineError } from "./error";
import { blobOf, endedAfter, expectNamed, missingOf, recipeText, type WholeRecipe } from "./given";
import { Turns } from "./turns";
import type {
  AnonymizeOptions,
  AnyRecipe,
  Data,
  FrontierFound,
  FrontierOptions,
  FrontierPoint,
  PassTold,
  ReadOptions,
  Run,
  Table,
  UniquesFoundAll,
  UniquesOptions,
} from "./types";

/** The written bytes. Without a place picked by the user, the blob always exists. */
async function bytesOf(blob: Blob | null): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (blob ?? new Blob()).arrayBuffer());
}

/** The progress of a reading pass, which may be followed by preparation. */
const passed = ({ prepared, ...bytes }: Bytes): PassTold =>
  prepared === undefined ? { doing: "reading", share: share(bytes) } : { doing: "preparing", share: prepared };

const share = ({ done, total }: Bytes) => Math.min(1, done / Math.max(1, total));

/** A table, with everything that the core holds of it. */
export class OpenTable implements Table {
  private readonly shelf = new Shelf();
  private readonly jobs = new Jobs();
  private readonly turns = new Turns(this.jobs);
  private readonly faces;
  private reading!: Reading;
  private missing: ReadAs["missing"] = {};
  private frontiers = 0;
  private populations = 0;

  private constructor(
    private readonly data: Blob,
    /** Whether the dialect was detected rather than given. */
    private readonly isSniffed: boolean,
  ) {
    const shelf = Promise.resolve(this.shelf);
    this.faces = {
      table: tableFace(shelf, this.jobs),
      search: searchFace(shelf, this.jobs, new Lead()),
      release: releaseOf(shelf, this.jobs),
      uniques: uniquesFace(shelf, this.jobs),
      frontier: frontierFace(shelf, this.jobs),
    };
  }

  /** Reads a table from beginning to end. */
  static async read(given: Data, options: ReadOptions): Promise<OpenTable> {
    const { dialect = null, missing = {} } = options;
    const table = new OpenTable(blobOf(given), dialect === null);
    await table.turns.take(options, (job, tell) => table.readAs(job, dialect, missing, (bytes) => tell(passed(bytes))));
    return table;
  }

  get dialect() {
    return this.reading.dialect;
  }

  get sniffed() {
    return this.reading.sniffed;
  }

  get profile() {
    return this.reading.profile;
  }

  suggestHierarchy: Table["suggestHierarchy"] = (column, kind, k) =>
    this.turns.take({}, async () => this.shelf.opened.it.suggestHierarchy(column, kind ?? null, k ?? null));

  hierarchy: Table["hierarchy"] = (column, spec, kind) =>
    this.turns.take({}, async () => this.shelf.opened.it.hierarchy(column, spec, kind ?? null));

  anonymize(recipe: AnyRecipe, options: AnonymizeOptions = {}): Promise<Run> {
    return this.turns.take(options, async (job, tell) => {
      const population = this.population(options.population);
      const { text, whole, table } = await this.encoded(job, recipe, tell, population);
      if (options.publishUnnamed !== true) expectNamed(whole, this.columns());
      const search = await this.faces.search.search(
        job,
        text,
        (progress) => tell({ doing: "searching", search: progress }),
        null,
      );
      this.goOn(job);
      this.shelf.search.it.follow(this.shelf.recipe(text));
      const outcome = this.shelf.search.it.outcome();
      const onBytes = (bytes: Bytes) => tell({ doing: "writing", share: share(bytes) });
      const beside = { key: options.key ?? null, population };
      const written = await this.faces.release(job, this.data, this.dialect, null, text, beside, onBytes);
      const { report, recipientReport, verification, disclosure, blob } = written;
      const release = await bytesOf(blob);
      return { table, search, outcome, release, report, recipientReport, verification, disclosure };
    });
  }

  /** A given population, always treated as a new one. */
  private population(given: Data | undefined): PopulationBytes | null {
    if (given === undefined) return null;
    this.populations += 1;
    return { file: blobOf(given), key: `population ${this.populations}` };
  }

  frontier(recipe: AnyRecipe, options: FrontierOptions = {}): Promise<FrontierFound> {
    return this.turns.take(options, async (job, tell) => {
      const { text, whole } = await this.encoded(job, recipe, tell);
      const population = this.population(options.population);
      this.frontiers += 1;
      const number = this.frontiers;
      const told: FrontierProgress[] = [];
      await this.faces.frontier.frontier(
        job,
        text,
        population,
        (bytes) => tell(passed(bytes)),
        (progress) => {
          told[0] = progress;
          tell({ doing: "searching", step: progress.step });
        },
      );
      const [found] = told;
      if (found === undefined) throw new Error("a frontier was searched and told nothing");
      const isPartition = whole.frontier?.space !== "full-domain";
      const axes = isPartition ? 0 : found.shape.levels.length / Math.max(1, found.shape.risk.length);
      const points = [...found.shape.risk].map((risk, place): FrontierPoint => {
        const levels = isPartition ? null : [...found.shape.levels.subarray(place * axes, (place + 1) * axes)];
        return { risk, loss: found.shape.loss[place] ?? Number.NaN, levels };
      });
      const policy = (risk: number) => {
        if (!isPartition || number !== this.frontiers || this.shelf.frontier.isEmpty) {
          throw engineError(
            "frontier-gone",
            "There is no frontier of partition policies to take a policy of.",
            "Ask for its policies before the table is asked for anything else; policies of levels stand in the points.",
          );
        }
        return withCoreNow(() => this.shelf.frontier.it.policy(risk));
      };
      return { start: found.start, step: found.step, points, policy };
    });
  }

  uniques(recipe: AnyRecipe, options: UniquesOptions = {}): Promise<UniquesFoundAll> {
    return this.turns.take(options, async (job, tell) => {
      const { text, whole } = await this.encoded(job, recipe, tell);
      const suppresses = (whole.uniques?.suppress ?? "none") !== "none";
      if (suppresses && options.publishUnnamed !== true) expectNamed(whole, this.columns());
      const { uniques } = this.faces;
      const found = await uniques.uniques(job, text, ({ share }) => tell({ doing: "searching", share }));
      if (!suppresses) return { report: found.report, findings: found.view, suppressed: null };
      const { encoding } = this.dialect;
      const { report } = await uniques.suppress(job, text, this.data, encoding, (reached) => {
        const { share, cost, bound = 0, canEnd = false } = reached;
        tell({ doing: "suppressing", share, cost, bound, canEnd });
      });
      const again = endedAfter(text, report.ended_after_steps);
      const onBytes = (bytes: Bytes) => tell({ doing: "writing", share: share(bytes) });
      const key = options.key ?? null;
      const written = await uniques.writeSuppressed(job, again, this.data, encoding, null, key, onBytes);
      const suppressed = {
        release: await bytesOf(written.blob),
        recipe: again,
        report: written.report,
        verification: written.verification,
      };
      return { report, findings: found.view, suppressed };
    });
  }

  close(): void {
    const drop = async () => {
      this.shelf.opened.drop();
      this.shelf.population.drop();
    };
    // Running work uses the objects until its end.
    if (!this.turns.isClosed) void this.turns.close(drop).catch(() => undefined);
  }

  private columns(): string[] {
    return this.profile.columns.map(({ name }) => name);
  }

  private goOn(job: number): void {
    if (this.jobs.isCancelled(job)) throw cancelled();
  }

  private async readAs(
    job: number,
    dialect: Reading["dialect"] | null,
    missing: ReadAs["missing"],
    onBytes: (bytes: Bytes) => void,
  ): Promise<void> {
    this.reading = await this.faces.table.read(job, this.data, dialect, missing, onBytes);
    this.missing = missing;
  }

  /**
   * Reads the quasi-identifiers of a recipe into memory; before that, reads the table in the recipe's dialect if
   * necessary.
   */
  private async encoded(
    job: number,
    given: AnyRecipe,
    tell: (told: PassTold) => void,
    population: PopulationBytes | null = null,
  ): Promise<{ text: string; whole: WholeRecipe; table: TableSummary }> {
    const text = recipeText(given);
    const whole = JSON.parse(this.shelf.recipe(text).normalized()) as WholeRecipe;
    const onBytes = (bytes: Bytes) => tell(passed(bytes));
    const wanted = { dialect: whole.dialect ?? this.sniffedFor(whole), missing: missingOf(whole) };
    if (readingKey(wanted) !== readingKey({ dialect: this.dialect, missing: this.missing })) {
      await this.readAs(job, wanted.dialect, wanted.missing, onBytes);
    }
    const table = await this.faces.table.encode(job, this.data, text, population, onBytes);
    return { text, whole, table };
  }

  /** A recipe that names columns is better evidence of a header than the look of the first line. */
  private sniffedFor({ columns }: WholeRecipe): Reading["dialect"] {
    const { dialect } = this;
    if (!this.isSniffed || dialect.header) return dialect;
    const has = new Set(this.columns());
    return { ...dialect, header: Object.keys(columns).some((name) => !has.has(name)) };
  }
}
