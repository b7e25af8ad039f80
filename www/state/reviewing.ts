/** The review of a finished file, in an engine of its own: the open study stays as it is. */

import { Engine } from "../engine/client";
import { toKanonError } from "../engine/failure";
import { findUniques, review } from "../engine/uniques-client";
import type { KanonError, Reading, Role } from "../engine/wire/protocol";
import type { Blank, FullReview, UniquesReport } from "../engine/wire/uniques-rows";

export interface Finished {
  readonly name: string;
  readonly file: Blob;
  readonly reading: Reading;
}

/** What is known of a column that is no quasi-identifier. */
export type Known = Exclude<Role, "quasi-identifier"> | "count";

export interface ReviewSettings {
  readonly qis: readonly string[];
  /** The other columns of which anything is known. */
  readonly others: Readonly<Record<string, Known>>;
  readonly k: number;
  readonly blank: Blank;
  /** Whether cells without a value are blank as `*` is. */
  readonly emptyIsBlank: boolean;
  readonly maxSize: number | null;
}

export interface ReviewAnswer extends FullReview {
  readonly settings: ReviewSettings;
  readonly uniques: UniquesReport;
}

/** The part of a recipe that says what is known of the columns. */
function columnsOf({ qis, others }: ReviewSettings) {
  const known = Object.entries(others);
  const roles = known.filter(([, role]) => role !== "count");
  return {
    columns: Object.fromEntries(
      [...qis.map((name) => [name, "quasi-identifier"]), ...roles].map(([name, role]) => [name, { role }]),
    ),
    count_column: known.find(([, role]) => role === "count")?.[0] ?? null,
  };
}

/** Holds one file and the answer about it. */
export class Reviewing {
  finished: Finished | null = null;
  settings: ReviewSettings = { qis: [], others: {}, k: 5, blank: "category", emptyIsBlank: true, maxSize: null };
  answer: ReviewAnswer | null = null;
  error: KanonError | null = null;
  /** What is going on, with its share; null when nothing is. */
  busy: { readonly words: string; readonly share: number | null } | null = null;
  private engine: Engine | null = null;
  private running: AbortController | null = null;

  constructor(private readonly onChange: () => void) {}

  cancel(): void {
    this.running?.abort();
  }

  change(patch: Partial<ReviewSettings>): void {
    this.settings = { ...this.settings, ...patch };
    this.onChange();
  }

  /** Says whether a column is a quasi-identifier, or what else is known of it; null for nothing. */
  know(name: string, known: Known | "quasi-identifier" | null): void {
    const qis = this.settings.qis.filter((one) => one !== name);
    // One column at the most has the counts.
    const rest = Object.entries(this.settings.others).filter(
      ([other, before]) => other !== name && (known !== "count" || before !== "count"),
    );
    if (known === "quasi-identifier") qis.push(name);
    else if (known !== null) rest.push([name, known]);
    this.change({ qis, others: Object.fromEntries(rest) });
  }

  /** Reads a file; every column but those of many values is asked about at first. */
  open(file: Blob, name: string): Promise<void> {
    return this.work(`Reading ${name}`, async (engine, signal, onShare) => {
      const onBytes = ({ done, total }: { done: number; total: number }) => onShare(done / Math.max(1, total));
      const reading = await engine.read(file, null, onBytes, signal);
      const { columns } = reading.profile;
      const suggested = columns.filter(({ suggestion }) => suggestion.role === "quasi-identifier");
      this.finished = { name, file, reading };
      this.answer = null;
      this.settings = { ...this.settings, qis: suggested.map((column) => column.name), others: {} };
    });
  }

  /** Reviews the file under the settings as they are. */
  review(): Promise<void> {
    const { finished, settings } = this;
    if (finished === null || settings.qis.length === 0) return Promise.resolve();
    return this.work("Reviewing", async (engine, signal, onShare) => {
      const { file, reading } = finished;
      const empty = settings.emptyIsBlank ? reading.dialect.missing : [];
      const dialect = { ...reading.dialect, missing: [...empty, "*"] };
      const recipe = JSON.stringify({
        kanon: 1,
        dialect,
        ...columnsOf(settings),
        uniques: {
          k: Math.max(2, settings.k),
          max_size: settings.maxSize,
          missing: settings.blank === "category" ? "value" : "ignore",
        },
      });
      const source = { file, dialect: reading.dialect };
      await engine.encode(source, recipe, recipe, () => undefined, signal);
      const share = (progress: { share: number }) => onShare(progress.share);
      const { k, blank } = settings;
      const asked = { recipe, k, blank, missing: dialect.missing };
      const full = await review(engine, source, asked, share, signal);
      const { report } = await findUniques(engine, source, recipe, recipe, share, signal);
      this.answer = { settings, ...full, uniques: report };
    });
  }

  private async work(
    words: string,
    run: (engine: Engine, signal: AbortSignal, onShare: (share: number) => void) => Promise<void>,
  ): Promise<void> {
    this.running?.abort();
    const controller = new AbortController();
    this.running = controller;
    this.engine ??= new Engine(() => undefined);
    this.error = null;
    const onShare = (share: number | null) => {
      if (this.running !== controller) return;
      this.busy = { words, share };
      this.onChange();
    };
    onShare(null);
    try {
      await run(this.engine, controller.signal, onShare);
    } catch (thrown) {
      if (!controller.signal.aborted) this.error = toKanonError(thrown);
    } finally {
      if (this.running === controller) {
        this.running = null;
        this.busy = null;
        this.onChange();
      }
    }
  }
}
