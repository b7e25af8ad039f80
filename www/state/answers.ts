import type { Source } from "./study";

/** Answers of the engine about files, each of which is asked for once. They go with their file. */
export class Answers<Answer> {
  private readonly files = new WeakMap<Source, Map<string, Answer>>();

  /** The answer to a question; undefined when it was never asked. */
  get(source: Source, question: string): Answer | undefined {
    return this.files.get(source)?.get(question);
  }

  set(source: Source, question: string, answer: Answer): void {
    const answers = this.files.get(source) ?? new Map<string, Answer>();
    this.files.set(source, answers.set(question, answer));
  }

  /** Has it asked again. */
  delete(source: Source, question: string): void {
    this.files.get(source)?.delete(question);
  }
}
