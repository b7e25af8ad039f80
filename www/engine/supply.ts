/** The parts of workers: their scripts and modules, wherever they come from. */

/** One kind of worker. */
export interface Kind {
  readonly make: (name: string) => Worker;
  /** The module that each of them runs; it is compiled once. */
  readonly module: WebAssembly.Module;
}

/** A kind whose module comes in two parts. */
export interface SplitKind extends Kind {
  /** The rest of it. */
  readonly rest: () => Promise<WebAssembly.Module>;
}

/** The two kinds. A failure is thrown as an error of the contract. */
export interface Supply {
  readonly engine: () => Promise<SplitKind>;
  /** The kind that reads workbooks. */
  readonly sheets: () => Promise<Kind>;
  /** How much has arrived of what the engine needs to open a file: 1 means all of it. */
  readonly arrived: () => number;
}

/** A promise that is created on the first request. A failure is not kept: the next request tries again. */
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
