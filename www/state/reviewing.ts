/** The review of a finished file, in an engine of its own: the open study stays as it is. */

import { Engine } from "../engine/client";
import { toKanonError } from "../engine/failure";
import type { KanonError, Reading } from "../engine/protocol";
import { findUniques, review } from "../engine/uniques-client";
import type { Blank, Reviewed, UniquesReport } from "../engine/uniques-rows";

export interface Finished {
  readonly name: string;
  readonly file: Blob;
  readonly reading: Reading;
}

export interface ReviewSettings {
  readonly qis: readonly string[];
  readonly k: number;
  readonly blank: Blank;
  /** Whether cells without a value are blank as `*` is. */
  readonly emptyIsBlank: boolean;
  readonly maxSize: number | null;
}

export interface ReviewAnswer {
  readonly settings: ReviewSettings;
  readonly reviewed: Reviewed;
  readonly uniques: UniquesReport;
}

/** Holds one file and the answer about it. */
export class Reviewing {
  finished: Finished | null = null;
  settings: ReviewSettings = { qis: [], k: 5, blank: "category", emptyIsBlank: true, maxSize: null };
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

  /** Reads a file; every column but those of many values is asked about at first. */
  open(file: Blob, name: string): Promise<void> {
    return this.work(`Reading ${name}`, async (engine, signal, onShare) => {
      const onBytes = ({ done, total }: { done: number; total: number }) => onShare(done / Math.max(1, total));
      const reading = await engine.read(file, null, onBytes, signal);
      const { columns } = reading.profile;
      const suggested = columns.filter(({ suggestion }) => suggestion.role === "quasi-identifier");
      this.finished = { name, file, reading };
      this.answer = null;
      this.settings = { ...this.settings, qis: suggested.map((column) => column.name) };
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
        columns: Object.fromEntries(settings.qis.map((name) => [name, { role: "quasi-identifier" }])),
        uniques: {
          k: Math.max(2, settings.k),
          max_size: settings.maxSize,
          missing: settings.blank === "category" ? "value" : "ignore",
        },
      });
      const source = { file, dialect: reading.dialect };
      await engine.encode(source, recipe, recipe, () => undefined, signal);
      const share = (progress: { share: number }) => onShare(progress.share);
      const reviewed = await review(engine, settings.k, settings.blank, dialect.missing, share, signal);
      const { report } = await findUniques(engine, source, recipe, recipe, share, signal);
      this.answer = { settings, reviewed, uniques: report };
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
