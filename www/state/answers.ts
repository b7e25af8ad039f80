import type { ReleasedHead } from "../engine/wire/protocol";
import type { CellsHead } from "../engine/wire/uniques-rows";

/**
 * Answers of the engine about files or results, each of which is requested once. They are dropped with their subject.
 */
export class Answers<Answer> {
  private readonly known = new WeakMap<object, Map<string, Answer>>();

  /** The answer to a query; undefined if it was never made. */
  get(about: object, question: string): Answer | undefined {
    return this.known.get(about)?.get(question);
  }

  set(about: object, question: string, answer: Answer): void {
    const answers = this.known.get(about) ?? new Map<string, Answer>();
    this.known.set(about, answers.set(question, answer));
  }

  /** Forgets the answer, so that it is requested again. */
  delete(about: object, question: string): void {
    this.known.get(about)?.delete(question);
  }
}

/** The first records as they would be released; null while they are requested. */
export class Heads {
  readonly ofPolicies = new Answers<ReleasedHead | null>();
  readonly ofCells = new Answers<CellsHead | null>();
}
