/** Answers of the engine about files or results, each of which is asked for once. They go with what they are about. */
export class Answers<Answer> {
  private readonly known = new WeakMap<object, Map<string, Answer>>();

  /** The answer to a question; undefined when it was never asked. */
  get(about: object, question: string): Answer | undefined {
    return this.known.get(about)?.get(question);
  }

  set(about: object, question: string, answer: Answer): void {
    const answers = this.known.get(about) ?? new Map<string, Answer>();
    this.known.set(about, answers.set(question, answer));
  }

  /** Has it asked again. */
  delete(about: object, question: string): void {
    this.known.get(about)?.delete(question);
  }
}
