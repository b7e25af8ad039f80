/** What workers are made of: their scripts and modules, wherever these come from. */

/** One kind of worker. */
export interface Kind {
  readonly make: (name: string) => Worker;
  /** What each of them runs; it is compiled once. */
  readonly module: WebAssembly.Module;
}

/** A kind whose module is the first part of one. */
export interface SplitKind extends Kind {
  /** The rest of it. */
  readonly rest: () => Promise<WebAssembly.Module>;
}

/** The two kinds. What fails is thrown as an error of the contract. */
export interface Supply {
  readonly engine: () => Promise<SplitKind>;
  /** Those that read workbooks. */
  readonly sheets: () => Promise<Kind>;
  /** How much is here of what the engine needs to open a file: 1 when all of it is. */
  readonly arrived: () => number;
}

/** A promise that is made when it is first asked for. A failure is not kept: the next to ask tries again. */
export function once<Answer>(make: () => Promise<Answer>): () => Promise<Answer> {
  let made: Promise<Answer> | null = null;
  return () => {
    made ??= make().catch((thrown: unknown) => {
      made = null;
      throw thrown;
    });
    return made;
  };
}
